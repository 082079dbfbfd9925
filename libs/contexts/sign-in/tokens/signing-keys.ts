import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, tables } from '#platform/database';
import { Clock, SingleFlight } from '#platform/kernel';
import { Secrets } from '#platform/secrets';
import type { SigningKeyEntity } from './signing-key.entity.js';

const db = tables<typeof SigningKeyEntity>();

const DAY = 24 * 60 * 60 * 1000;
/** A key signs for a week and is kept a day longer: no access token lives that long. */
const SIGNS = 7 * DAY;
const KEPT = SIGNS + DAY;
/** Tokens of unknown keys make a process look for new ones this often at most, in milliseconds. */
const LOOK_AGAIN = 1_000;

export interface SigningKey {
  id: string;
  secret: Buffer;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** The keys of access tokens: shared by all processes, sealed in the database, replaced every week. */
@Injectable()
export class SigningKeys {
  private keys: readonly SigningKey[] = [];
  private lookedAt = -Infinity;
  private readonly looking = new SingleFlight(async () => {
    const at = performance.now();
    await this.load();
    // A look that failed found out nothing about any key.
    this.lookedAt = at;
  });

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** The key to sign with; a new one is made when there is none of this week. */
  async current(): Promise<SigningKey> {
    const isFresh = (key: SigningKey | undefined) => key !== undefined && this.clock.now().getTime() - key.createdAt < SIGNS;
    if (!isFresh(this.keys[0])) await this.load();
    if (!isFresh(this.keys[0])) await this.make();
    return this.keys[0]!;
  }

  /** The key of this name; null when there is none, or it is too old. */
  async named(id: string): Promise<SigningKey | null> {
    const find = () => this.keys.find((key) => key.id === id) ?? null;
    const hasJustLooked = () => !this.looking.current && performance.now() - this.lookedAt <= LOOK_AGAIN;
    if (!find() && !hasJustLooked()) await this.looking.run();
    return find();
  }

  private async load(): Promise<void> {
    const rows = await this.database.query(
      db
        .selectFrom('signing_keys')
        .selectAll()
        .where('created_at', '>', this.past(KEPT))
        .orderBy('created_at', 'desc')
        .orderBy('id'),
    );
    this.keys = rows.map((row) => ({
      id: row.id,
      secret: this.secrets.open(Buffer.from(row.sealed_key), context(row.id)),
      createdAt: new Date(row.created_at).getTime(),
    }));
  }

  /** Processes that come here together make a key each; all of them are good. */
  private async make(): Promise<void> {
    const id = randomUUID();
    const sealedKey = this.secrets.seal(Secrets.newKey(), context(id));
    await this.database.batch([
      db.deleteFrom('signing_keys').where('created_at', '<=', this.past(KEPT)),
      db.insertInto('signing_keys').values({ id, sealed_key: sealedKey, created_at: this.clock.now().toISOString() }),
    ]);
    await this.load();
  }

  private past(age: number): string {
    return new Date(this.clock.now().getTime() - age).toISOString();
  }
}

function context(id: string): string {
  return `signing-key/${id}`;
}
