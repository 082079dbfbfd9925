import { createHmac, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/kernel';
import { Keyring } from '#platform/secrets';
import { Storage } from '#platform/storage';

const PREFIX = 'erasure-';
const PURPOSE = 'erasure-journal';

/** A record that was erased. */
export interface ErasedRecord {
  group: string;
  kind: 'item' | 'request' | 'location';
  id: number;
}

/** The same of many rows. */
export function erasedRecords(group: string, kind: ErasedRecord['kind'], rows: readonly { id: number }[]): ErasedRecord[] {
  return rows.map(({ id }) => ({ group, kind, id }));
}

/** Persons erased by an operator: what a backup from before it brings back. */
export interface Erasure {
  at: string;
  /** A keyed hash of the address, and which key it is; null when records were named. */
  address: { key: string; hash: string } | null;
  /** The only Group it was for; null: all. */
  group: string | null;
  records: ErasedRecord[];
}

/**
 * The erasures that operators asked for, kept outside the database, beside the images: they are carried out again on a restored database.
 * Records erased by retention are not in it: they are due again there by themselves.
 */
@Injectable()
export class ErasureJournal {
  constructor(
    private readonly storage: Storage,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  /** Keeps an erasure, durably, before it is carried out. @throws StorageUnavailable; nothing may be erased then */
  async note(email: string | null, group: string | null, records: ErasedRecord[]): Promise<void> {
    const at = this.clock.now().toISOString();
    const key = this.keyring.sealingID;
    const address = email === null ? null : { key: key.toString('hex'), hash: this.hashOf(email, key)! };
    const entry: Erasure = { at, address, group, records };
    const name = `${PREFIX}${at.replaceAll(/\D/g, '')}-${randomUUID()}.json`;
    await this.storage.put(name, Buffer.from(JSON.stringify(entry)), 'application/json');
  }

  /** Every erasure, in no order. */
  async *all(): AsyncIterable<Erasure> {
    for await (const name of this.storage.keys(PREFIX)) {
      const file = await this.storage.get(name);
      if (file) yield JSON.parse(await text(file.stream)) as Erasure;
    }
  }

  /** Whether the erasure was for this address; null when the key of its hash isn't held. */
  isFor({ address }: Erasure, email: string): boolean | null {
    if (address === null) return false;
    const hash = this.hashOf(email, Buffer.from(address.key, 'hex'));
    return hash === null ? null : hash === address.hash;
  }

  private hashOf(email: string, keyID: Buffer): string | null {
    const key = this.keyring.derivedBy(keyID, PURPOSE);
    return key && createHmac('sha256', key).update(email.toLowerCase()).digest('hex');
  }
}
