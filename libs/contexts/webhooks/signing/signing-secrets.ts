import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Keyring, type SealedColumn, type Sealer } from '#platform/secrets';
import { signingKey } from './signature.js';

const CACHE_SIZE = 1_000;

/** The purpose that signing secrets are sealed for. */
export const WEBHOOK_SECRET = 'webhook-secret';

/** The encryption context of a Group's secrets. */
export function secretContext(groupID: number): string {
  return `${WEBHOOK_SECRET}/${groupID}`;
}

export const SEALED_WEBHOOK_SECRETS: readonly SealedColumn[] = [
  { table: 'webhook_configurations', key: ['group_id'] },
  { table: 'webhook_event_endpoints', key: ['group_id', 'id'] },
].flatMap(({ table, key }) =>
  ['secret', 'old_secret'].map((column) => ({
    table,
    key,
    column,
    purpose: WEBHOOK_SECRET,
    context: ({ group_id }) => secretContext(group_id),
  })),
);

/** The secrets of a Group's configuration or of one of its endpoints as stored, encrypted. */
interface Sealed {
  group_id: number;
  secret: Buffer | null;
  old_secret: Buffer | null;
}

/** Decrypts signing secrets. The cache is keyed by the encrypted form, so that a changed secret needs no invalidation. */
@Injectable()
export class SigningSecrets {
  private readonly opened = new LRUCache<string, KeyObject>({ max: CACHE_SIZE });
  private readonly sealer: Sealer;

  constructor(keyring: Keyring) {
    this.sealer = keyring.of(WEBHOOK_SECRET);
  }

  /** The keys to sign with now, newest first. @throws when one was encrypted with another SECRET_KEY */
  of({ group_id, secret, old_secret }: Sealed): KeyObject[] {
    return [secret, old_secret].filter((sealed) => sealed !== null).map((sealed) => this.open(group_id, sealed));
  }

  private open(groupID: number, sealed: Buffer): KeyObject {
    const key = sealed.toString('base64');
    const opened = this.opened.get(key) ?? signingKey(this.sealer.open(sealed, secretContext(groupID)).toString());
    this.opened.set(key, opened);
    return opened;
  }
}
