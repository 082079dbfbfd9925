import { Injectable } from '@nestjs/common';
import { Keyring, type SealedColumn, type Sealer, Secrets } from '#platform/secrets';
import type { StreamID } from './recorded-event.js';
import type { AnyStream } from './stream.js';
import { opened } from './unreadable.js';

type Data = Record<string, unknown>;

/** The purpose that subjects' keys are sealed for. */
const SUBJECT_KEY = 'subject-key';

export const SUBJECT_KEYS: SealedColumn = {
  table: 'subject_keys',
  key: ['group_id', 'stream_type', 'stream_id'],
  column: 'sealed_key',
  purpose: SUBJECT_KEY,
  context: (row) => nameOf({ groupID: row.group_id, type: row.stream_type, id: row.stream_id }),
};

/** A subject's key: ready for use, and encrypted as it is stored. */
export interface SubjectKey {
  secrets: Secrets;
  sealed: Buffer;
}

/** Encrypts the non-public fields of events with a key per subject (docs/adr/0005-encryption-of-personal-data.md). */
@Injectable()
export class PersonalData {
  private readonly keys: Sealer;

  constructor(keyring: Keyring) {
    this.keys = keyring.of(SUBJECT_KEY);
  }

  /** A new key for a subject. */
  newKey(subject: StreamID): SubjectKey {
    const key = Secrets.newKey();
    return { secrets: new Secrets(key), sealed: this.keys.seal(key, nameOf(subject)) };
  }

  /** Decrypts a stored key; null when it was destroyed. @throws UnreadableHistory */
  openKey(subject: StreamID, sealed: Buffer | null): SubjectKey | null {
    return sealed && opened(subject, () => ({ secrets: new Secrets(this.keys.open(sealed, nameOf(subject))), sealed }));
  }

  /** The event's data as it is stored. @throws Error when there is something to encrypt and no key */
  seal(stream: AnyStream, data: object, subject: StreamID, key: SubjectKey | null): Data {
    return replacePersonal(stream, data as Data, (value, field) => {
      if (!key) throw new Error(`"${field}" of ${nameOf(subject)} is personal, and there is no key to seal it with.`);
      return { sealed: key.secrets.seal(JSON.stringify(value), nameOf(subject)).toString('base64') };
    });
  }

  /** A record's state at a version as it is stored. A record without a key has nothing personal in it. */
  sealState(state: object, subject: StreamID, version: number, key: SubjectKey | null): object {
    if (!key) return { clear: state };
    return { sealed: key.secrets.seal(JSON.stringify(state), stateOf(subject, version)).toString('base64') };
  }

  /** @throws UnreadableHistory when it was sealed with another key, or for another record or version */
  openState(stored: object, subject: StreamID, version: number, key: SubjectKey | null): object {
    if (!isSealed(stored)) return (stored as { clear: object }).clear;
    if (!key) throw new Error(`The key of ${nameOf(subject)} is gone, and its snapshot is not.`);
    return opened(subject, () => unsealed(key, stored, stateOf(subject, version)));
  }

  /** The event's data decrypted; erased personal data is null. @throws UnreadableHistory */
  open(stream: AnyStream, data: Data, subject: StreamID, key: SubjectKey | null): Data {
    return replacePersonal(stream, data, (value) => {
      if (!isSealed(value)) return value;
      if (!key) return null;
      return opened(subject, () => unsealed(key, value, nameOf(subject)));
    });
  }
}

/** Whether the data has anything to encrypt. */
export function hasPersonal(stream: AnyStream, data: object): boolean {
  return Object.entries(data).some(([field, value]) => value != null && !stream.isPublic(field));
}

/** A field that was public when it was written, and is personal now, is not encrypted. */
function isSealed(value: unknown): value is { sealed: string } {
  return typeof value === 'object' && value !== null && 'sealed' in value;
}

function unsealed({ secrets }: SubjectKey, { sealed }: { sealed: string }, context: string) {
  return JSON.parse(secrets.open(Buffer.from(sealed, 'base64'), context).toString());
}

function nameOf({ groupID, type, id }: StreamID): string {
  return `${groupID}/${type}/${id}`;
}

function stateOf(subject: StreamID, version: number): string {
  return `${nameOf(subject)} at ${version}`;
}

function replacePersonal(stream: AnyStream, data: Data, replace: (value: unknown, field: string) => unknown): Data {
  return Object.fromEntries(
    Object.entries(data).map(([field, value]) => [
      field,
      value == null || stream.isPublic(field) ? value : replace(value, field),
    ]),
  );
}
