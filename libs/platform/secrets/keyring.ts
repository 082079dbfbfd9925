import { hkdfSync } from 'node:crypto';
import { Secrets } from './secrets.js';

/** Bytes in front of a sealed value that name the key; few, as links in SMS carry them. */
const ID = 4;

/** Encrypts and decrypts for one purpose with the keys of the service. */
export interface Sealer {
  /** The key's ID, then the text encrypted with the key of this purpose; `context` is authenticated with it. */
  seal(text: string | Buffer, context: string): Buffer;
  /** @throws when the text was encrypted with a key that isn't held, for another purpose or context, or was altered */
  open(sealed: Buffer, context: string): Buffer;
  /** Whether it is sealed with the key that new values are sealed with. */
  isCurrent(sealed: Buffer, context: string): boolean;
}

/** A key's name in the database and in front of sealed values; it tells nothing about the key. */
export function keyID(key: Buffer): Buffer {
  return derive(key, 'key-id', ID);
}

function derive(key: Buffer, purpose: string, length = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `lost-and-found/${purpose}`, length));
}

/** One key of the service, and what is derived from it (RFC 5869). */
class Key {
  readonly id: Buffer;
  /** Values from before there was a key for each purpose are sealed with the key itself, and begin with no ID. */
  readonly undivided: Secrets;
  private readonly divided = new Map<string, Secrets>();
  private readonly others = new Map<string, Buffer>();

  constructor(readonly bytes: Buffer) {
    if (bytes.length !== 32) throw new RangeError('A secret key must have 32 bytes.');
    this.id = keyID(bytes);
    this.undivided = new Secrets(bytes);
  }

  /** 32 bytes for another use than sealing. */
  derived(purpose: string): Buffer {
    const derived = this.others.get(purpose) ?? derive(this.bytes, purpose);
    this.others.set(purpose, derived);
    return derived;
  }

  for(purpose: string): Secrets {
    const secrets = this.divided.get(purpose) ?? new Secrets(derive(this.bytes, purpose));
    this.divided.set(purpose, secrets);
    return secrets;
  }
}

/**
 * SECRET_KEY, and beside it SECRET_KEY_PREVIOUS while one key takes the place of another (docs/adr/0005-encryption-of-personal-data.md).
 * Each purpose has a key of its own that is derived from it. The database says which of the two seals: `sealWith`.
 */
export class Keyring {
  private readonly held: readonly Key[];
  private retired: readonly Key[] = [];
  private givenUp: ReadonlySet<string> = new Set();
  private sealing: Key;

  /** @param keys 32 bytes each; SECRET_KEY first. @throws RangeError for another length */
  constructor(...keys: readonly [Buffer, ...Buffer[]]) {
    this.held = keys.map((key) => new Key(key));
    this.sealing = this.held[0]!;
  }

  /** The IDs of the keys that this process was given, SECRET_KEY first. */
  get ids(): readonly Buffer[] {
    return this.held.map(({ id }) => id);
  }

  /** The ID of the key that new values are sealed with. */
  get sealingID(): Buffer {
    return this.sealing.id;
  }

  /** The bytes of a key that this process was given. @throws RangeError when it wasn't */
  bytesOf(id: Buffer): Buffer {
    return this.named(id).bytes;
  }

  /** Seals with the key of this ID from now on. @throws RangeError when this process wasn't given it */
  sealWith(id: Buffer): void {
    this.sealing = this.named(id);
  }

  /** Keys that were rotated away: they only open what is out of the service's reach. */
  retire(keys: readonly Buffer[]): void {
    this.retired = keys.map((key) => new Key(key));
  }

  /** The IDs of keys that open nothing any more: of what names them it is known that this service made them. */
  giveUp(ids: readonly Buffer[]): void {
    this.givenUp = new Set(ids.map((id) => id.toString('hex')));
  }

  /** Whether this key was given up. */
  isGivenUp(id: Buffer): boolean {
    return this.givenUp.has(id.toString('hex'));
  }

  /** @param purpose what the values are: a webhook secret, a guest link */
  of(purpose: string): Sealer {
    return this.sealer(purpose, () => this.held);
  }

  /** For values that can't be sealed again when the key changes, as they are in mails and browsers: rotated keys still open them. */
  ofValuesOutside(purpose: string): Sealer {
    return this.sealer(purpose, () => [...this.held, ...this.retired]);
  }

  /** 32 bytes for another use than sealing, derived from the key of this ID; null when it isn't held. */
  derivedBy(id: Buffer, purpose: string): Buffer | null {
    const key = [...this.held, ...this.retired].find((known) => known.id.equals(id));
    return key?.derived(purpose) ?? null;
  }

  /** 32 bytes for another use than sealing, derived from the key that new values are sealed with. */
  derivedNow(purpose: string): Buffer {
    return this.sealing.derived(purpose);
  }

  private sealer(purpose: string, keys: () => readonly Key[]): Sealer {
    return {
      seal: (text, context) => Buffer.concat([this.sealing.id, this.sealing.for(purpose).seal(text, context)]),
      open: (sealed, context) => opened(keys(), purpose, sealed, context),
      isCurrent: (sealed, context) => openedBy(this.sealing, purpose, sealed, context) !== null,
    };
  }

  private named(id: Buffer): Key {
    const key = this.held.find((held) => held.id.equals(id));
    if (!key) throw new RangeError('This process was not given that key.');
    return key;
  }
}

function opened(keys: readonly Key[], purpose: string, sealed: Buffer, context: string): Buffer {
  for (const key of keys) {
    const content = openedBy(key, purpose, sealed, context);
    if (content) return content;
  }
  // The first bytes of an undivided value are random: they may look like an ID.
  for (const { undivided } of keys) {
    const content = attempt(undivided, sealed, context);
    if (content) return content;
  }
  throw new Error('The value was sealed with another key, or altered.');
}

function openedBy(key: Key, purpose: string, sealed: Buffer, context: string): Buffer | null {
  if (!sealed.subarray(0, ID).equals(key.id)) return null;
  return attempt(key.for(purpose), sealed.subarray(ID), context);
}

function attempt(secrets: Secrets, sealed: Buffer, context: string): Buffer | null {
  try {
    return secrets.open(sealed, context);
  } catch {
    return null;
  }
}
