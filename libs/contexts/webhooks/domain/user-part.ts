/** An address apart from the credentials that stand before its host (`user:password@`). */
export interface SplitAddress {
  /** The address without credentials, as it may be stored and shown. */
  url: string;
  /** As written in an address, percent-encoded; null when there are no credentials. */
  userPart: string | null;
}

const MASK = '***';

/** Takes the credentials out of an address; one without any is kept as it was written. */
export function splitAddress(address: string): SplitAddress {
  if (!address.includes('@')) return { url: address, userPart: null };
  const url = new URL(address);
  const { username, password } = url;
  if (username === '' && password === '') return { url: address, userPart: null };
  url.username = '';
  url.password = '';
  return { url: url.href, userPart: password === '' ? username : `${username}:${password}` };
}

/** The address with its credentials, as it is called. */
export function joinedAddress({ url, userPart }: SplitAddress): string {
  return userPart === null ? url : url.replace('//', () => `//${userPart}@`);
}

/** The address with its credentials hidden: `https://user:***@host/`. A user name alone is hidden too, as it may be a key. */
export function maskedAddress({ url, userPart }: SplitAddress): string {
  return joinedAddress({ url, userPart: userPart === null ? null : masked(userPart) });
}

/** The address for those who may not change it: without credentials and query, as either may hold a secret. */
export function bareAddress(url: string): string {
  return url.replace(/\?.*$/s, '');
}

/** Whether the credentials are a mask and not a password. */
export function isMasked({ userPart }: SplitAddress): boolean {
  return userPart !== null && userPart === masked(userPart);
}

/** Whether a masked address names the credentials of the stored one: those of the same user at the same host. */
export function isMaskOf(given: SplitAddress, stored: SplitAddress): boolean {
  if (stored.userPart === null || given.userPart !== masked(stored.userPart)) return false;
  return new URL(given.url).origin === new URL(stored.url).origin;
}

function masked(userPart: string): string {
  const at = userPart.indexOf(':');
  return at < 0 ? MASK : `${userPart.slice(0, at)}:${MASK}`;
}
