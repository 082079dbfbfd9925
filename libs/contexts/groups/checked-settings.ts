import { domainToASCII } from 'node:url';
import { CATEGORY_IDS } from '#contexts/reference';
import { ValidationFailed } from '#platform/kernel';

/** @throws ValidationFailed for what is no code of a Group */
export function checkCode(code: string): void {
  if (/^[a-z0-9-]{1,32}$/.test(code)) return;
  throw new ValidationFailed([{ field: 'code', code: 'invalid_format', message: 'Must be 1 to 32 of a-z, 0-9 and -.' }]);
}

/** @throws ValidationFailed for what is no Category */
export function checkCategory(category: string): void {
  if (CATEGORY_IDS.includes(category)) return;
  const message = `Must be one of ${CATEGORY_IDS.join(', ')}, not "${category}".`;
  throw new ValidationFailed([{ field: 'category', code: 'unknown_reference', message }]);
}

/** @throws ValidationFailed for days outside 1 to 3650 */
export function checkDays(field: string, days: number): void {
  if (Number.isInteger(days) && days >= 1 && days <= 3650) return;
  throw new ValidationFailed([{ field, code: 'out_of_range', message: 'Must be a whole number from 1 to 3650.' }]);
}

/** In lower case and in the form of the DNS. @throws ValidationFailed */
export function checkedDomains(given: readonly string[]): string[] {
  const domains = given.map((text) => domainToASCII(text.trim()));
  const index = domains.findIndex((domain) => !/^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/.test(domain));
  if (index < 0) return [...new Set(domains)].sort();
  const message = `Must be a domain such as example.com, not "${given[index]}".`;
  throw new ValidationFailed([{ field: 'domain', code: 'invalid_format', message }]);
}
