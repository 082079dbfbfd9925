import { Injectable } from '@nestjs/common';
import { Secrets } from '#platform/secrets';
import type { StreamID } from './recorded-event.js';

/**
 * The fields of an event that hold personal data, or words and addresses that people may have put some into; nothing personal
 * stands elsewhere in an event.
 */
const PERSONAL = [
  'owner',
  'guest',
  'person',
  'item',
  'location',
  'itemStorage',
  'internalNotes',
  'imageUrl',
  'shipment',
  'request',
  'question',
] as const;

type Data = Record<string, unknown>;

/** A subject's key: as it works and as it is stored. */
export interface SubjectKey {
  secrets: Secrets;
  sealed: Buffer;
}

/** Encrypts the personal data of events with a key of their subject. */
@Injectable()
export class PersonalData {
  constructor(private readonly secrets: Secrets) {}

  /** A new key for a subject. */
  newKey(stream: StreamID): SubjectKey {
    const key = Secrets.newKey();
    return { secrets: new Secrets(key), sealed: this.secrets.seal(key, subject(stream)) };
  }

  /** The key as stored; null when it was destroyed. */
  openKey(stream: StreamID, sealed: Buffer | null): SubjectKey | null {
    return sealed && { secrets: new Secrets(this.secrets.open(sealed, subject(stream))), sealed };
  }

  /** The event's data as it is stored. */
  seal(data: object, stream: StreamID, key: SubjectKey | null): Data {
    return replacePersonal(data as Data, (value) => {
      if (!key) return null;
      return { sealed: key.secrets.seal(JSON.stringify(value), subject(stream)).toString('base64') };
    });
  }

  /** The event's data in clear; erased personal data is null. */
  open(data: Data, stream: StreamID, key: SubjectKey | null): Data {
    return replacePersonal(data, (value) => {
      if (!isSealed(value)) return value;
      if (!key) return null;
      return JSON.parse(key.secrets.open(Buffer.from(value.sealed, 'base64'), subject(stream)).toString());
    });
  }
}

/** Whether the data has anything to encrypt. */
export function hasPersonal(data: object): boolean {
  return PERSONAL.some((field) => (data as Data)[field] != null);
}

/** Some of these fields were not sealed by the first releases. */
function isSealed(value: unknown): value is { sealed: string } {
  return typeof value === 'object' && value !== null && 'sealed' in value;
}

function subject(stream: StreamID): string {
  return `${stream.groupID}/${stream.type}/${stream.id}`;
}

function replacePersonal(data: Data, replace: (value: unknown) => unknown): Data {
  const copy = { ...data };
  for (const field of PERSONAL) if (copy[field] != null) copy[field] = replace(copy[field]);
  return copy;
}
