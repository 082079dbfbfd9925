import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SingleFlight } from '#platform/concurrency';
import { Database, tables } from '#platform/database';
import { Clock } from '#platform/kernel';
import { Keyring, type SealedColumn, type Sealer, Secrets } from '#platform/secrets';
import type { SigningKeyEntity } from './signing-key.entity.js';

const db = tables<typeof SigningKeyEntity>();

const SIGNING_KEY = 'signing-key';

export const SEALED_SIGNING_KEYS: SealedColumn = {
  table: 'signing_keys',
  key: ['id'],
  column: 'sealed_key',
  purpose: SIGNING_KEY,
  context: ({ id }) => context(id),
};

const DAY = 24 * 60 * 60 * 1000;
/** A key signs for a week and is kept a day longer, which is more than an access token's lifetime. */
const SIGNING_TIME = 7 * DAY;
const RETENTION = SIGNING_TIME + DAY;
/** Minimum time between two reloads of the keys caused by tokens with unknown keys, in milliseconds. */
const RELOAD_INTERVAL = 1_000;

export interface SigningKey {
  id: string;
  secret: Buffer;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** The keys of access tokens: shared by all processes, encrypted in the database, replaced every week. */
@Injectable()
export class SigningKeys {
  private keys: readonly SigningKey[] = [];
  private loadedAt = -Infinity;
  private readonly loading = new SingleFlight(async () => {
    const at = performance.now();
    await this.load();
    // Not set when loading failed: then nothing is known about any key.
    this.loadedAt = at;
  });

  private readonly sealer: Sealer;

  constructor(
    private readonly database: Database,
    keyring: Keyring,
    private readonly clock: Clock,
  ) {
    this.sealer = keyring.of(SIGNING_KEY);
  }

  /** The key to sign with; a new one is created when the latest is more than a week old. */
  async current(): Promise<SigningKey> {
    const isFresh = (key: SigningKey | undefined) =>
      key !== undefined && this.clock.now().getTime() - key.createdAt < SIGNING_TIME;
    if (!isFresh(this.keys[0])) await this.load();
    if (!isFresh(this.keys[0])) await this.make();
    return this.keys[0]!;
  }

  /** The key with this ID; null if it is unknown or too old. */
  async named(id: string): Promise<SigningKey | null> {
    const find = () => this.keys.find((key) => key.id === id) ?? null;
    const hasJustLoaded = () => !this.loading.current && performance.now() - this.loadedAt <= RELOAD_INTERVAL;
    if (!find() && !hasJustLoaded()) await this.loading.run();
    return find();
  }

  private async load(): Promise<void> {
    const rows = await this.database.query(
      db
        .selectFrom('signing_keys')
        .selectAll()
        .where('created_at', '>', this.past(RETENTION))
        .orderBy('created_at', 'desc')
        .orderBy('id'),
    );
    this.keys = rows.map((row) => ({
      id: row.id,
      secret: this.sealer.open(Buffer.from(row.sealed_key), context(row.id)),
      createdAt: new Date(row.created_at).getTime(),
    }));
  }

  /** Processes that get here at the same time create a key each; all of them are valid. */
  private async make(): Promise<void> {
    const id = randomUUID();
    const sealedKey = this.sealer.seal(Secrets.newKey(), context(id));
    await this.database.batch([
      db.deleteFrom('signing_keys').where('created_at', '<=', this.past(RETENTION)),
      db.insertInto('signing_keys').values({ id, sealed_key: sealedKey, created_at: this.clock.now().toISOString() }),
    ]);
    await this.load();
  }

  private past(age: number): string {
    return new Date(this.clock.now().getTime() - age).toISOString();
  }
}

function context(id: string): string {
  return `${SIGNING_KEY}/${id}`;
}
