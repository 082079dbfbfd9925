import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '#platform/database';
import { type Caller, Clock, DomainError } from '#platform/kernel';
import { Keyring, type SealedColumn, type Sealer } from '#platform/secrets';
import {
  type AnswerRow,
  answerOf,
  cleaning,
  forgetting,
  replacing,
  type StoredKey,
  storing,
  takingTurn,
} from './answer-statements.js';

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

/** A request with a key; each caller has separate keys. */
export interface KeyedRequest {
  caller: Caller;
  key: string;
  /** Method, path and body; of a form what was read of it. */
  content: () => string;
  /** Reads a form that the call itself has not read. */
  readWhole: () => Promise<void>;
}

/** A request that is known whole. */
export function keyedBy(caller: Caller, key: string, content: string): KeyedRequest {
  return { caller, key, content: () => content, readWhole: async () => undefined };
}

/** The stored responses (docs/adr/0009-idempotency.md). */
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

  /** The response stored for the key; one that has expired makes room. @throws DomainError `idempotency_mismatch` */
  async find(request: KeyedRequest): Promise<StoredAnswer | null> {
    const key = keyOf(request);
    const [[row]] = await this.database.lookUp<[AnswerRow]>(key.group, answerOf(key));
    if (row && this.hasExpired(row)) await this.database.query(forgetting({ ...key, by: this.end() }));
    return this.opened(request, row);
  }

  /** The same, and whether the turn of the key was to be had, which lasts until the caller's transaction ends. */
  async findInTurn(request: KeyedRequest): Promise<{ kept: StoredAnswer | null; mine: boolean }> {
    const key = keyOf(request);
    const [[turn], [row]] = await this.database.pipeline<[{ mine: boolean }, AnswerRow]>(takingTurn(key), answerOf(key));
    return { kept: await this.opened(request, row), mine: turn!.mine };
  }

  /** Stores the response to what was done, in place of one that is there. */
  async keep(request: KeyedRequest, answer: StoredAnswer): Promise<void> {
    await this.database.query(replacing({ ...keyOf(request), ...this.rowOf(request, answer) }));
  }

  /** The statement that stores the response together with what is done; it fails when the key is taken. */
  storing(request: KeyedRequest, answer: StoredAnswer): Statement {
    return storing(keyOf(request), this.rowOf(request, answer));
  }

  /** Deletes a batch of expired responses. @returns how many */
  async clean(limit: number): Promise<number> {
    return (await this.database.query(cleaning({ by: this.end(), limit }))).length;
  }

  private rowOf({ content }: KeyedRequest, answer: StoredAnswer): AnswerRow {
    return {
      request: hash('sha256', content(), 'buffer'),
      answer: this.sealer.seal(JSON.stringify(answer), PURPOSE),
      created_at: this.clock.now().toISOString(),
    };
  }

  /** @throws DomainError `idempotency_mismatch` */
  private async opened({ content, readWhole }: KeyedRequest, row: AnswerRow | undefined): Promise<StoredAnswer | null> {
    if (!row || this.hasExpired(row)) return null;
    await readWhole();
    if (!hash('sha256', content(), 'buffer').equals(row.request)) throw new IdempotencyMismatch();
    return JSON.parse(this.sealer.open(row.answer, PURPOSE).toString()) as StoredAnswer;
  }

  private hasExpired({ created_at }: AnswerRow): boolean {
    return new Date(created_at) <= new Date(this.end());
  }

  /** Answers stored by then have expired. */
  private end(): string {
    return new Date(this.clock.now().getTime() - RETENTION).toISOString();
  }
}

/** The Group of a request's key and the hash that stands for it. */
export function keyOf({ caller, key }: KeyedRequest): StoredKey {
  return { group: caller.group.id, id: hash('sha256', JSON.stringify([caller.actor, key]), 'buffer') };
}

/** A key of another request. */
export class IdempotencyMismatch extends DomainError {
  constructor() {
    super('mismatch', 'idempotency_mismatch', 'This Idempotency-Key was used for another request.');
  }
}
