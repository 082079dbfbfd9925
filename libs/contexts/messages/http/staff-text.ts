import { isFQDN } from 'class-validator';
import { type Caller, ValidationFailed } from '#platform/kernel';

/** Signs around an address in a sentence. */
const AROUND = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu;

/**
 * Guests trust a mail of the hotel, and mail programs make links of whatever looks like a web address. A sub-user's text has none, so that
 * an account with few rights, or its stolen token, cannot lead guests elsewhere; the message links to the guest's own page anyway.
 * @throws ValidationFailed `not_allowed` on `text`
 */
export function assertNoWebAddress({ role }: Caller, text: string | null | undefined): void {
  if (role !== 'property_subuser' || !text?.split(/\s+/).some(isWebAddress)) return;
  const message = 'Must not have a web address: these are for admins to send. The message has the link to the guest’s page.';
  throw new ValidationFailed([{ field: 'text', code: 'not_allowed', message }]);
}

/** A scheme or host name with whatever follows it; an email address does not count. */
function isWebAddress(word: string): boolean {
  if (/[a-z][a-z0-9+.-]*:\/\/|\bwww\./i.test(word)) return true;
  const [host = ''] = word.replace(AROUND, '').split(/[/?#:]/);
  return isFQDN(host);
}
