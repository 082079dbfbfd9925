import { isEmail, isURL } from 'class-validator';
import { isValidPhoneNumber } from 'libphonenumber-js';
import { type FieldOptions, field } from './field.js';
import { formedText } from './text.js';

const EMAIL = 'Must be an email address.';
const IMAGE = /\.(jpe?g|png|gif)$/i;

/** An email address of at most 255 characters. */
export function Email(options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'string', format: 'email', maxLength: 255 } as const;
  return field({ example: 'ann@example.com', ...options }, formedText(options, isEmail, EMAIL), schema);
}

/** Email addresses separated by commas (api-v2.md, contactDetails.contactEmailCC). */
export function EmailList(options: FieldOptions = {}): PropertyDecorator {
  const all = (text: string) => text.split(',').every((part) => isEmail(part.trim()));
  const schema = { type: 'string', maxLength: 255 } as const;
  const reader = formedText(options, all, 'Must be email addresses separated by commas.');
  return field({ example: 'ann@example.com,bob@example.com', ...options }, reader, schema);
}

/** A phone number with `+` and country prefix, spaces allowed, kept as written (api-v2.md, owner.phoneNumber). */
export function OwnerPhone(options: FieldOptions = {}): PropertyDecorator {
  const valid = (text: string) => /^\+\d[\d ]*$/.test(text) && isValidPhoneNumber(text);
  const reader = formedText(options, valid, 'Must be a phone number: +, country prefix, digits, spaces allowed.');
  return field({ example: '+31 20 123 4567', ...options }, reader, { type: 'string', maxLength: 255 });
}

/** Absolute http(s) URL; an extension of its last path segment must be jpg, jpeg, png or gif (decisions.md, section 2). */
export function ImageUrl(options: FieldOptions = {}): PropertyDecorator {
  const reader = formedText({ ...options, max: 2048 }, isImageUrl, 'Must be the http or https URL of a jpg, jpeg, png or gif.');
  const schema = { type: 'string', format: 'uri', maxLength: 2048 } as const;
  return field({ example: 'https://images.example.com/umbrella.jpg', ...options }, reader, schema);
}

function isImageUrl(text: string): boolean {
  if (!isURL(text, WEB_URL) || !URL.canParse(text)) return false;
  const segment = new URL(text).pathname.split('/').at(-1) ?? '';
  return !segment.includes('.') || IMAGE.test(segment);
}

const WEB_URL = { protocols: ['http', 'https'], require_protocol: true, require_valid_protocol: true, require_tld: false };

/** An absolute http(s) URL, e.g. where webhooks are delivered; which addresses may be called is not decided here. */
export function WebUrl(options: FieldOptions = {}): PropertyDecorator {
  const valid = (text: string) => isURL(text, WEB_URL) && URL.canParse(text);
  const schema = { type: 'string', format: 'uri', maxLength: 2048 } as const;
  return field(options, formedText({ ...options, max: 2048 }, valid, 'Must be an absolute http or https URL.'), schema);
}
