/**
 * A telephone number of a reservation system as an item takes it: `+`, prefix and digits. One that is written in another way, as in its
 * country or with words, stays as it is, and is refused; null where there is an email address, which says as much.
 */
export function ownersPhone(written: string | null, email: string | null): string | null {
  if (written === null || !/^(?:\+|00)[\d\s().\p{Pd}]+$/u.test(written)) return email === null ? written : null;
  return written
    .replace(/^00/, '+')
    .replace('(0)', ' ')
    .replace(/[\s().\p{Pd}]+/gu, ' ')
    .trim();
}
