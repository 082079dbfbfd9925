import { Inject, Injectable } from '@nestjs/common';
import { Database, isSqlError, tables } from '#platform/database';
import { Keyring } from './keyring.js';
import { type SealedColumn, valuesAfter } from './sealed-values.js';
import type { KeyState, ServiceKeyEntity } from './service-key.entity.js';
import { WrongKey } from './wrong-key.js';

const db = tables<typeof ServiceKeyEntity>();

/** Every column with sealed values, handed in by who has them. */
export const SEALED_COLUMNS = Symbol('SEALED_COLUMNS');

/** Values from before a database remembered its key are opened on trial, as many values from each column. */
const SAMPLE = 5;
const [PROOF, RETIRED] = ['key-proof', 'retired-key'];

/** Keys that were rotated away are sealed themselves. */
export const RETIRED_KEYS: SealedColumn = {
  table: 'service_keys',
  key: ['id'],
  column: 'sealed_key',
  purpose: RETIRED,
  context: ({ id }: { id: Buffer }) => id.toString('hex'),
};

export interface ServiceKeyRow {
  id: Buffer;
  state: KeyState;
  proof: Buffer;
  sealed_key: Buffer | null;
}

const ROTATING =
  'The key of this database is being changed: start with SECRET_KEY and SECRET_KEY_PREVIOUS, the new key and the one before it, ' +
  'until "admin secret rotate" has ended.';
const OTHER =
  'SECRET_KEY is not the key that this database is sealed with. Set it to the key that the database was used with; ' +
  'nothing has been written. If it is lost: docs/operations.md, "When the key is lost".';

/** The keys that the database knows, compared with those that the process was given (docs/adr/0005-encryption-of-personal-data.md). */
@Injectable()
export class ServiceKeys {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    @Inject(SEALED_COLUMNS) private readonly columns: readonly SealedColumn[],
  ) {}

  /**
   * Checks the keys and lets the keyring seal with the one that the database says. A database that remembers no key takes the one that
   * opens what is in it.
   * @returns false when the database isn't migrated yet, and there is nothing to compare with
   * @throws WrongKey
   */
  async check(): Promise<boolean> {
    const rows = await this.rows();
    if (!rows) return this.adopt(false);
    if (!rows.some(({ state }) => state === 'sealing')) return this.adopt(true);
    this.compare(rows);
    return true;
  }

  /** The keys that the database knows; null when it isn't migrated yet. */
  async rows(): Promise<ServiceKeyRow[] | null> {
    const query = db.selectFrom('service_keys').select(['id', 'state', 'proof', 'sealed_key']).$castTo<ServiceKeyRow>();
    return this.database.query(query).catch((error) => {
      if (isSqlError(error, 'undefined_table')) return null;
      throw error;
    });
  }

  /** Since when new values are sealed with the key that they are; null where the database remembers none. */
  async since(): Promise<Date | null> {
    const query = db.selectFrom('service_keys').select('since').where('state', '=', 'sealing');
    const row = await this.database.queryOne(query);
    return row ? new Date(row.since) : null;
  }

  /** Proof that a key is held: sealed with the key that new values are sealed with. */
  proof(): Buffer {
    return this.keyring.of(PROOF).seal(PROOF, PROOF);
  }

  /** A key that was rotated away, sealed for `retired-key`. */
  sealRetired(id: Buffer): Buffer {
    return this.keyring.of(RETIRED).seal(this.keyring.bytesOf(id), id.toString('hex'));
  }

  private compare(rows: readonly ServiceKeyRow[]): void {
    requireHeld(this.keyring, rows);
    this.keyring.sealWith(rows.find(({ state }) => state === 'sealing')!.id);
    const retired = rows.filter(({ sealed_key }) => sealed_key !== null);
    this.keyring.giveUp(rows.filter(({ state, sealed_key }) => state === 'retired' && sealed_key === null).map(({ id }) => id));
    this.keyring.retire(retired.map(({ id, sealed_key }) => this.keyring.of(RETIRED).open(sealed_key!, id.toString('hex'))));
  }

  /** @param remember whether the database can remember the key already */
  private async adopt(remember: boolean): Promise<boolean> {
    const fits = await this.keyThatFits();
    if (!fits) throw new WrongKey(OTHER);
    this.keyring.sealWith(fits);
    if (!remember) return false;
    const row = { id: fits, state: 'sealing' as const, proof: this.proof(), sealed_key: null, since: new Date().toISOString() };
    await this.database.query(
      db
        .insertInto('service_keys')
        .values(row)
        .onConflict((conflict) => conflict.doNothing()),
    );
    // Another process may have been first, with another key.
    this.compare((await this.rows())!);
    return true;
  }

  /** The first key held that opens every value tried; null when none does. */
  private async keyThatFits(): Promise<Buffer | null> {
    const samples = (await Promise.all(this.columns.map((column) => this.sample(column)))).flat();
    return this.keyring.ids.find((id) => samples.every((opens) => opens(id))) ?? null;
  }

  private async sample(of: SealedColumn): Promise<((id: Buffer) => boolean)[]> {
    const rows = await this.database.query(valuesAfter(of, null, SAMPLE)).catch((error) => {
      if (isSqlError(error, 'undefined_table')) return [];
      throw error;
    });
    return rows.map((row) => (id: Buffer) => {
      const alone = new Keyring(this.keyring.bytesOf(id));
      return isOpened(alone, of.purpose, row[of.column] as Buffer, of.context(row));
    });
  }
}

/** @throws WrongKey unless every key in use is held */
export function requireHeld(keyring: Keyring, rows: readonly Pick<ServiceKeyRow, 'state' | 'proof'>[]): void {
  const isLeaving = rows.some(({ state }) => state === 'leaving');
  for (const { proof, state } of rows) {
    if (state !== 'retired' && !opensProof(keyring, proof)) throw new WrongKey(isLeaving ? ROTATING : OTHER);
  }
}

/** Whether the keyring holds the key that made the proof. */
export function opensProof(keyring: Keyring, proof: Buffer): boolean {
  return isOpened(keyring, PROOF, proof, PROOF);
}

function isOpened(keyring: Keyring, purpose: string, sealed: Buffer, context: string): boolean {
  try {
    keyring.of(purpose).open(sealed, context);
    return true;
  } catch {
    return false;
  }
}
