import { isEmail, isURL } from 'class-validator';
import { isValidPhoneNumber } from 'libphonenumber-js';
import type { FieldOptions } from './field.js';
import { formed } from './text.js';

const EMAIL = 'Must be an email address.';
const IMAGE = /\.(jpe?g|png|gif)$/i;

/** Quoted names, which mail servers and programs read in different ways, and characters that are not seen. */
const ODD = /["\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

function isPlainEmail(text: string): boolean {
  return isEmail(text) && !ODD.test(text);
}

/** An email address of at most 255 characters. */
export function Email(options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'string', format: 'email', maxLength: 255 } as const;
  return formed({ example: 'ann@example.com', ...options }, schema, isPlainEmail, EMAIL);
}

/** Email addresses separated by commas (api-v2.md, contactDetails.contactEmailCC). */
export function EmailList(options: FieldOptions = {}): PropertyDecorator {
  const all = (text: string) => text.split(',').every((part) => isPlainEmail(part.trim()));
  const schema = { type: 'string', maxLength: 255 } as const;
  const described = { example: 'ann@example.com,bob@example.com', ...options };
  return formed(described, schema, all, 'Must be email addresses separated by commas.');
}

/** A phone number with `+` and country prefix, spaces allowed, kept as written (api-v2.md, owner.phoneNumber). */
export function OwnerPhone(options: FieldOptions = {}): PropertyDecorator {
  const valid = (text: string) => /^\+\d[\d ]*$/.test(text) && isValidPhoneNumber(text);
  const message = 'Must be a phone number: +, country prefix, digits, spaces allowed.';
  return formed({ example: '+31 20 123 4567', ...options }, { type: 'string', maxLength: 255 }, valid, message);
}

/** Absolute http(s) URL; an extension of its last path segment must be jpg, jpeg, png or gif (decisions.md, section 2). */
export function ImageUrl(options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'string', format: 'uri', maxLength: 255 } as const;
  const described = { example: 'https://images.example.com/charger.jpg', ...options };
  return formed(described, schema, isImageUrl, 'Must be the http or https URL of a jpg, jpeg, png or gif.');
}

function isImageUrl(text: string): boolean {
  if (!isWebUrl(text)) return false;
  const segment = new URL(text).pathname.split('/').at(-1) ?? '';
  return !segment.includes('.') || IMAGE.test(segment);
}

const WEB_URL = {
  protocols: ['http', 'https'],
  require_protocol: true,
  require_valid_protocol: true,
  require_tld: false,
  // Host names of containers may contain them.
  allow_underscores: true,
};

/** Absolute in the strict sense: the library also takes `https:example.com`. */
function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && isURL(text, WEB_URL) && URL.canParse(text);
}

/** An absolute http(s) URL, e.g. where webhooks are delivered; which addresses may be called is checked elsewhere. */
export function WebUrl(options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'string', format: 'uri', maxLength: 2048 } as const;
  return formed({ ...options, max: 2048 }, schema, isWebUrl, 'Must be an absolute http or https URL.');
}

/** An absolute https URL with `{names}` in its path or query, to be replaced. */
export function UrlTemplate(options: FieldOptions = {}): PropertyDecorator {
  const valid = (text: string) => isWebUrl(text) && new URL(text).protocol === 'https:';
  return formed({ ...options, max: 2048 }, { type: 'string', maxLength: 2048 }, valid, 'Must be an absolute https URL.');
}
