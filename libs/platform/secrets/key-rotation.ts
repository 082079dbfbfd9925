import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, statement } from '#platform/database';
import { StartError } from '#platform/process';
import { KEY_WATCH_INTERVAL } from './key-watch.js';
import { Keyring } from './keyring.js';
import { countOf, openedIn, type SealedColumn, type SealedRow, sealedAnew, valuesAfter } from './sealed-values.js';
import { SEALED_COLUMNS, ServiceKeys } from './service-keys.js';

/** Few enough that writers hardly wait when their commits go with one. */
const BATCH = 200;
/** Until every process has seen which key seals now, with room for a slow one; in milliseconds. */
const NOTICED = 3 * KEY_WATCH_INTERVAL;
/** How long links that a retired key sealed can be opened: longer than an item is stored. */
const RETIRED_FOR = '3 years';

/** How far the rotation is in one column. */
export interface RotationProgress {
  column: string;
  seen: number;
  total: number;
}

export interface RotationOptions {
  /** Links sent so far stop opening: for a key that has become known to others. */
  endLinks?: boolean;
  progress?: (progress: RotationProgress) => void;
  /** Told each value, by its row, that neither key opens: it is left as it is. */
  unreadable?: (value: string) => void;
}

/** Seals everything again with SECRET_KEY while the service runs (docs/adr/0005-encryption-of-personal-data.md). */
@Injectable()
export class KeyRotation {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly keys: ServiceKeys,
    @Inject(SEALED_COLUMNS) private readonly columns: readonly SealedColumn[],
  ) {}

  /**
   * Starts a rotation, or continues an interrupted one: what is already sealed with the new key is skipped.
   * @returns the number of values sealed again, 0 when nothing was sealed with another key
   * @throws StartError when SECRET_KEY_PREVIOUS is not the key that the database is sealed with
   */
  async run({
    endLinks = false,
    progress = () => undefined,
    unreadable = () => undefined,
  }: RotationOptions = {}): Promise<number> {
    await this.begin();
    const left = new Set<string>();
    let sealed = 0;
    // A process that had not noticed yet may have sealed with the old key behind the first pass.
    for (let last = -1; last !== 0; sealed += last) last = await this.pass(left, progress);
    await this.end(endLinks);
    for (const value of left) unreadable(value);
    return sealed;
  }

  private async begin(): Promise<void> {
    const [target] = this.keyring.ids as [Buffer];
    if (!this.keyring.sealingID.equals(target)) {
      const leaving = this.keyring.sealingID;
      this.keyring.sealWith(target);
      await this.database.batch([
        statement(sql`update service_keys set state = 'leaving' where id = ${leaving} and state = 'sealing'`),
        statement(sql`
          insert into service_keys (id, state, proof, since) values (${target}, 'sealing', ${this.keys.proof()}, now())
          on conflict (id) do update set state = 'sealing', proof = excluded.proof, sealed_key = null, since = now()`),
      ]);
    } else if (!(await this.keys.rows())?.some(({ state }) => state === 'leaving')) {
      throw new StartError(
        'SECRET_KEY is the key of this database already. To change it, set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to this one.',
      );
    }
    await pause(NOTICED);
  }

  private async pass(left: Set<string>, progress: (progress: RotationProgress) => void): Promise<number> {
    let sealed = 0;
    for (const column of this.columns) sealed += await this.column(column, left, progress);
    return sealed;
  }

  private async column(of: SealedColumn, left: Set<string>, progress: (progress: RotationProgress) => void): Promise<number> {
    const name = `${of.table}.${of.column}`;
    const { total } = (await this.database.queryOne(countOf(of)))!;
    const sealer = this.keyring.of(of.purpose);
    let [seen, sealed] = [0, 0];
    for (let after: SealedRow | null = null; ; ) {
      const rows: SealedRow[] = await this.database.query(valuesAfter(of, after, BATCH));
      const old = rows.filter((row) => !sealer.isCurrent(row[of.column] as Buffer, of.context(row)));
      const anew = old.flatMap((row) => {
        const content = openedIn(of, sealer, row);
        if (content === null) left.add(`${name} of ${of.key.map((key) => `${key} ${row[key]}`).join(', ')}`);
        return content === null ? [] : [sealedAnew(of, sealer, row, content)];
      });
      if (anew.length > 0) await this.database.batch(anew);
      seen += rows.length;
      sealed += anew.length;
      progress({ column: name, seen, total: Math.max(total, seen) });
      if (rows.length < BATCH) return sealed;
      after = rows.at(-1)!;
    }
  }

  private async end(endLinks: boolean): Promise<void> {
    for (const { id, state } of (await this.keys.rows()) ?? []) {
      if (state !== 'leaving') continue;
      const sealedKey = endLinks ? null : this.keys.sealRetired(id);
      await this.database.query(
        statement(sql`update service_keys set state = 'retired', sealed_key = ${sealedKey}, since = now() where id = ${id}`),
      );
    }
    if (endLinks) await this.database.query(statement(sql`update service_keys set sealed_key = null where state = 'retired'`));
    // Their IDs stay: cursors of the change feed name them.
    await this.database.query(
      statement(sql`
        update service_keys set sealed_key = null
        where state = 'retired' and sealed_key is not null and since < now() - ${RETIRED_FOR}::interval`),
    );
  }
}
