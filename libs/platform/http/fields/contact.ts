import { isEmail, isURL } from 'class-validator';
import { isValidPhoneNumber } from 'libphonenumber-js';
import { isPageUrl, plainContact } from '#platform/kernel';
import type { FieldOptions } from './field.js';
import { formed, Text, type TextOptions } from './text.js';

/** A decorator of texts of a certain form. @param beside the example unless the options have another, and how the text is read */
function form(
  schema: { format?: string; maxLength: number },
  accepts: (text: string) => boolean,
  message: string,
  beside: TextOptions = {},
): (options?: FieldOptions) => PropertyDecorator {
  return (options = {}) =>
    formed({ ...beside, ...options, max: schema.maxLength }, { type: 'string', ...schema }, accepts, message);
}

const contact = (example: string, read = plainContact): TextOptions => ({ example, read });

/** As programs turn an apostrophe and keep a hyphen in its line, and as keyboards of Japan write the point of a domain. */
const plainEmail = (text: string) =>
  plainContact(text)
    .replace(/[\u2019\u02BC]/g, "'")
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/[\u3002\uFF61]/g, '.');

/** Quoted names, which mail servers and programs read in different ways, punctuation of other scripts, and characters that are not seen. */
const ODD = /["\s\p{Cf}\p{Default_Ignorable_Code_Point}]|[^\P{P}\p{ASCII}]/u;

const isPlainEmail = (text: string) => isEmail(text) && !ODD.test(text);
const arePlainEmails = (text: string) => text.split(',').every((part) => isPlainEmail(part.trim()));
const isPhone = (text: string) => /^\+ ?\d[\d ]*$/.test(text) && isValidPhoneNumber(text);

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
  // Programs read a backslash as a slash or as a part of a name, and disagree on the host.
  return /^https?:\/\/[^\\]*$/i.test(text) && isURL(text, WEB_URL) && URL.canParse(text);
}

function isShownUrl(text: string): boolean {
  return isWebUrl(text) && isPageUrl(text);
}

function isImageUrl(text: string): boolean {
  if (!isWebUrl(text)) return false;
  const segment = new URL(text).pathname.split('/').at(-1) ?? '';
  return !segment.includes('.') || /\.(jpe?g|png|gif)$/i.test(segment);
}

/** An email address of at most 255 characters. */
export const Email = form(
  { format: 'email', maxLength: 255 },
  isPlainEmail,
  'Must be an email address.',
  contact('ann@example.com', plainEmail),
);

/** Email addresses separated by commas (api-v2.md, contactDetails.contactEmailCC). */
export const EmailList = form(
  { maxLength: 255 },
  arePlainEmails,
  'Must be email addresses separated by commas.',
  contact('ann@example.com,bob@example.com', plainEmail),
);

/** A phone number with `+` and country prefix, spaces allowed, kept as written but for what is not plain (api-v2.md, owner.phoneNumber). */
export const OwnerPhone = form(
  { maxLength: 255 },
  isPhone,
  'Must be a phone number: +, country prefix, digits, spaces allowed.',
  contact('+31 20 123 4567'),
);

/** A phone number as people write it, words included (decisions.md, section 2, contactDetails.phoneNumber). */
export function Phone(options: FieldOptions & { min?: number }): PropertyDecorator {
  return Text({ ...contact('+31 20 123 4567'), ...options, max: 50 });
}

/** Absolute http(s) URL; an extension of its last path segment must be jpg, jpeg, png or gif (decisions.md, section 2). */
export const ImageUrl = form(
  { format: 'uri', maxLength: 255 },
  isImageUrl,
  'Must be the http or https URL of a jpg, jpeg, png or gif.',
  { example: 'https://images.example.com/charger.jpg' },
);

/** An absolute http(s) URL, e.g. where webhooks are delivered; which addresses may be called is checked elsewhere. */
export const WebUrl = form({ format: 'uri', maxLength: 2048 }, isWebUrl, 'Must be an absolute http or https URL.');

/** An http(s) URL that guests are led to: without a user part, and without signs that programs read differently. */
export const PageUrl = form(
  { format: 'uri', maxLength: 2048 },
  isShownUrl,
  'Must be an absolute http or https URL, without a user.',
);

/** An absolute https URL with `{names}` in its path or query, to be replaced. */
export const UrlTemplate = form(
  { maxLength: 2048 },
  (text) => isShownUrl(text) && new URL(text).protocol === 'https:',
  'Must be an absolute https URL.',
);
