import type { Clock } from '#platform/kernel';
import { type Keyring, SealedTokens } from '#platform/secrets';
import { extensionIn, type ImageOwner, isNameOf, nameIn } from './image-names.js';

/** Milliseconds after which such an address ends (decisions.md, section 13, Photos). */
const HOUR = 3_600_000;
const PURPOSE = 'image-address';

/** The means to make them. One for the process, as its keys are: records are made of rows by functions that are given nothing else. */
let made: { tokens: SealedTokens; clock: Clock };

/** Makes and reads addresses with these keys from now on. */
export function makeAddressesWith(keyring: Keyring, clock: Clock): void {
  made = { tokens: new SealedTokens(keyring, PURPOSE), clock };
}

/** Another address of the record's own image, which ends after an hour and hides its name; any other URL as it is. */
export function passingAddress(owner: ImageOwner, url: string): string {
  const name = nameIn(url);
  if (!isNameOf(owner, name)) return url;
  const token = made.tokens.make(`${made.clock.now().getTime() + HOUR} ${name}`);
  return withName(url, `${token}.${extensionIn(name)}`);
}

/** The lasting address of the record's own image, where the URL is one that ends or has ended; any other URL as it is. */
export function lastingAddress(owner: ImageOwner, url: string): string {
  const { name } = contentOf(nameIn(url));
  return isNameOf(owner, name) ? withName(url, name) : url;
}

/** The name of the image behind the last part of an address that has not ended; null if it is no such address. */
export function nameBehind(last: string): string | null {
  const { name, until } = contentOf(last);
  return until > made.clock.now().getTime() ? name : null;
}

function contentOf(last: string): { name: string; until: number } {
  const [until = '0', name = ''] =
    made.tokens
      .open(last.replace(/\.\w+$/, ''))
      ?.toString()
      .split(' ') ?? [];
  return { name, until: Number(until) };
}

function withName(url: string, name: string): string {
  return url.slice(0, url.lastIndexOf('/') + 1) + name;
}
