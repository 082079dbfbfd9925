import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, tables } from '#platform/database';
import { type Caller, Clock, DomainError } from '#platform/kernel';
import { Keyring, type SealedColumn, type Sealer } from '#platform/secrets';
import type { IdempotentAnswerEntity } from './answer.entity.js';

const db = tables<typeof IdempotentAnswerEntity>();

/** How long a response is stored, in milliseconds (decisions.md, section 4). */
const RETENTION = 24 * 60 * 60 * 1000;

const PURPOSE = 'idempotent-answer';

export const STORED_ANSWERS: SealedColumn = {
  table: 'idempotent_answers',
  key: ['group_id', 'id'],
  column: 'answer',
  purpose: PURPOSE,
  context: () => PURPOSE,
};

/** The first response to a request. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  /** The JSON text; null when there was no body. */
  body: string | null;
}

export type GivenAnswer = StoredAnswer & { isReplay: boolean };

interface KeptRow {
  request: Buffer;
  answer: Buffer;
}

/** A request with a key; each caller has separate keys. */
export interface KeyedRequest {
  caller: Caller;
  key: string;
  /** Method, path and body. */
  content: string;
}

/** Makes a request that is retried with its key take effect only once (docs/adr/0009-idempotency.md). */
@Injectable()
export class IdempotentAnswers {
  private readonly sealer: Sealer;

  constructor(
    private readonly database: Database,
    keyring: Keyring,
    private readonly clock: Clock,
  ) {
    this.sealer = keyring.of(PURPOSE);
  }

  /**
   * Returns the response stored for the key; else runs `act` and stores its response in the same transaction as all its writes.
   * When `act` throws, nothing is stored.
   * @throws DomainError `idempotency_conflict` while the first request runs, `idempotency_mismatch` for another request
   */
  async once(request: KeyedRequest, act: () => Promise<StoredAnswer>): Promise<GivenAnswer> {
    return this.database.inTransaction(async () => {
      const { group } = request.caller;
      const turn = sql<boolean>`pg_try_advisory_xact_lock(${group.id}::int, ${idOf(request).readInt32BE()}::int)`;
      const [[taken], [row]] = await this.database.pipeline<[{ mine: boolean }, KeptRow]>(
        db.selectNoFrom(turn.as('mine')),
        this.keptFor(request),
      );
      const kept = this.opened(request, row);
      if (kept) return kept;
      if (!taken!.mine) throw new StillRunning();
      const answer = await act();
      await this.keep(request, answer);
      return { ...answer, isReplay: false };
    });
  }

  /**
   * The same for work that may take long and is harmless to repeat: it holds no database connection meanwhile. Concurrent requests, or a
   * crash before the response is stored, run it again.
   */
  async onceDone(request: KeyedRequest, act: () => Promise<StoredAnswer>): Promise<GivenAnswer> {
    const kept = this.opened(request, await this.database.queryOne(this.keptFor(request)));
    if (kept) return kept;
    const answer = await act();
    await this.keep(request, answer);
    return { ...answer, isReplay: false };
  }

  private keptFor(request: KeyedRequest) {
    return db
      .selectFrom('idempotent_answers')
      .select(['request', 'answer'])
      .where('group_id', '=', request.caller.group.id)
      .where('id', '=', idOf(request))
      .where('created_at', '>', new Date(this.clock.now().getTime() - RETENTION).toISOString())
      .$castTo<KeptRow>();
  }

  private opened(request: KeyedRequest, row: KeptRow | null | undefined): GivenAnswer | null {
    if (!row) return null;
    if (!hash('sha256', request.content, 'buffer').equals(row.request)) throw new Mismatch();
    return { ...(JSON.parse(this.sealer.open(row.answer, PURPOSE).toString()) as StoredAnswer), isReplay: true };
  }

  private async keep(request: KeyedRequest, answer: StoredAnswer): Promise<void> {
    const sealed = this.sealer.seal(JSON.stringify(answer), PURPOSE);
    const row = {
      request: hash('sha256', request.content, 'buffer'),
      answer: sealed,
      created_at: this.clock.now().toISOString(),
    };
    await this.database.query(
      db
        .insertInto('idempotent_answers')
        .values({ group_id: request.caller.group.id, id: idOf(request), ...row })
        .onConflict((conflict) => conflict.columns(['group_id', 'id']).doUpdateSet(row)),
    );
  }

  /** Deletes a batch of expired responses. @returns how many */
  async clean(limit: number): Promise<number> {
    const end = new Date(this.clock.now().getTime() - RETENTION).toISOString();
    const old = db.selectFrom('idempotent_answers').select(['group_id', 'id']).where('created_at', '<=', end).limit(limit);
    const removed = await this.database.query(
      db
        .deleteFrom('idempotent_answers')
        .where(({ eb, refTuple }) => eb(refTuple('group_id', 'id'), 'in', old.$asTuple('group_id', 'id')))
        .returning('group_id'),
    );
    return removed.length;
  }
}

function idOf({ caller, key }: KeyedRequest): Buffer {
  return hash('sha256', JSON.stringify([caller.actor, key]), 'buffer');
}

class StillRunning extends DomainError {
  constructor() {
    super('conflict', 'idempotency_conflict', 'A request with this Idempotency-Key is still running.');
  }
}

class Mismatch extends DomainError {
  constructor() {
    super('mismatch', 'idempotency_mismatch', 'This Idempotency-Key was used for another request.');
  }
}
