import { Injectable } from '@nestjs/common';
import { Database, isDatabaseUnavailable } from '#platform/database';
import { AttachedStatements, Attachment, type Recorded, type StreamID } from '#platform/event-store';
import { DomainError } from '#platform/kernel';
import { isTaken } from './answer-statements.js';
import { IdempotentAnswers, type KeyedRequest, keyOf, type StoredAnswer } from './idempotent-answers.js';

/** The outcome of a request: done now, or the kept answer. */
export type Given<T> = { done: T } | { kept: StoredAnswer };

/** Makes a request that is retried with its key take effect only once (docs/adr/0009-idempotency.md). */
@Injectable()
export class KeyedCalls {
  /** The requests of this process that are not done yet. */
  private readonly underWay = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly attached: AttachedStatements,
    private readonly answers: IdempotentAnswers,
  ) {}

  /**
   * For work whose only effect is one command on one record: the answer is stored with its events, in the transaction that they share with
   * those of other callers. Of two requests at once in two processes, the later one to store finds the answer of the other.
   * @param answerTo the answer, made of the record and its events that are about to be stored
   * @param answerOf the answer to work that had nothing to store
   * @throws DomainError `idempotency_conflict` while the first request runs, `idempotency_mismatch` for another request
   */
  onceStored<T>(
    request: KeyedRequest,
    work: () => Promise<T>,
    answerTo: (record: StreamID, events: readonly Recorded[]) => StoredAnswer,
    answerOf: (done: T) => StoredAnswer,
  ): Promise<Given<T>> {
    return this.alone(request, async () => {
      const attachment = new Attachment((record, events) => [this.answers.storing(request, answerTo(record, events))]);
      try {
        const kept = await this.answers.find(request);
        if (kept) return { kept };
        const done = await this.attached.run(attachment, work);
        if (!attachment.isStored) await this.answers.keep(request, answerOf(done));
        return { done };
      } catch (error) {
        if (attachment.isStored || isDatabaseUnavailable(error)) throw error;
        // Whatever stopped it may be the doing of the same request in another process.
        const kept = await this.answers.find(request);
        if (kept) return { kept };
        throw isTaken(error) ? new StillRunning() : error;
      }
    });
  }

  /**
   * For any other work: all that it writes is one transaction, with the answer at its end. Each holds a connection, and a batch occupies
   * PostgreSQL for as long as a hundred registrations: they take turns.
   * @throws DomainError as above; `unavailable` when too many of the Group's wait, or one for too long
   */
  once<T>(request: KeyedRequest, work: () => Promise<T>, answerOf: (done: T) => StoredAnswer): Promise<Given<T>> {
    const act = () =>
      this.database.inTransaction(async () => {
        const { kept, mine } = await this.answers.findInTurn(request);
        if (kept) return { kept };
        if (!mine) throw new StillRunning();
        return this.kept(request, work, answerOf);
      });
    return this.alone(request, () => this.database.inTurn('keyed calls', request.caller.group.id, act));
  }

  /**
   * For work that may take long and is harmless to repeat: it holds no database connection meanwhile. Concurrent requests, or a crash
   * before the response is stored, run it again.
   */
  async onceDone<T>(request: KeyedRequest, work: () => Promise<T>, answerOf: (done: T) => StoredAnswer): Promise<Given<T>> {
    const kept = await this.answers.find(request);
    return kept ? { kept } : this.kept(request, work, answerOf);
  }

  /** Does the work unless a request with the key is under way in this process. */
  private async alone<T>(request: KeyedRequest, work: () => Promise<T>): Promise<T> {
    const { group, id } = keyOf(request);
    const name = `${group}/${id.toString('base64')}`;
    if (this.underWay.has(name)) throw new StillRunning();
    this.underWay.add(name);
    try {
      return await work();
    } finally {
      this.underWay.delete(name);
    }
  }

  private async kept<T>(request: KeyedRequest, work: () => Promise<T>, answerOf: (done: T) => StoredAnswer): Promise<Given<T>> {
    const done = await work();
    await this.answers.keep(request, answerOf(done));
    return { done };
  }
}

class StillRunning extends DomainError {
  constructor() {
    super('conflict', 'idempotency_conflict', 'A request with this Idempotency-Key is still running.');
  }
}
