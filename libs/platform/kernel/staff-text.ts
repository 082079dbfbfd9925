import type { Caller } from './caller.js';
import { ValidationFailed } from './domain-error.js';
import { hasWebAddress } from './web-addresses.js';

/**
 * Guests trust a mail of the hotel, and mail programs make links of whatever looks like a web address. A sub-user's text has none, so that
 * an account with few rights, or its stolen token, cannot lead guests elsewhere; the message links to the guest's own page anyway.
 * @throws ValidationFailed `not_allowed` on the field
 */
export function assertNoWebAddress({ role }: Caller, field: string, text: string | null | undefined): void {
  if (role !== 'property_subuser' || !text || !hasWebAddress(text)) return;
  const message = 'Must not have a web address: these are for admins to send. The message has the link to the guest’s page.';
  throw new ValidationFailed([{ field, code: 'not_allowed', message }]);
}
