import { Injectable } from '@nestjs/common';
import { Database, isDatabaseUnavailable } from '#platform/database';
import { AttachedStatements, Attachment, type Recorded, type StreamID } from '#platform/event-store';
import { DomainError } from '#platform/kernel';
import { isTaken } from './answer-statements.js';
import { IdempotentAnswers, type KeyedRequest, keyOf, type StoredAnswer } from './idempotent-answers.js';

/** The outcome of a request: done now, or the kept answer. */
export type Given<T> = { done: T } | { kept: StoredAnswer };

/** Work that is no transaction of its own. */
interface Way {
  /**
   * For one command on one record as its only effect: the answer made of the record and its events that are about to be stored. It is
   * stored with these, in the transaction that they share with those of other callers. With two requests at once in two processes, the
   * later one to store finds the answer of the other.
   */
  answerTo?: ((record: StreamID, events: readonly Recorded[]) => StoredAnswer) | undefined;
  /** It may take long: it holds no connection meanwhile, and two at once, or a crash before the answer is stored, do it again. */
  isHarmless?: boolean;
}

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
   * By default all that the work writes is one transaction, with the answer at its end. Each holds a connection, and a batch occupies
   * PostgreSQL for as long as a hundred registrations: they take turns.
   * @param answerOf the answer to what was done
   * @throws DomainError `idempotency_conflict` while the first request runs, `idempotency_mismatch` for another request; `unavailable` when
   * too many of the Group's wait, or one for too long
   */
  async once<T>(
    request: KeyedRequest,
    work: () => Promise<T>,
    answerOf: (done: T) => StoredAnswer,
    way: Way = {},
  ): Promise<Given<T>> {
    const { group, id } = keyOf(request);
    const name = `${group}/${id.toString('base64')}`;
    if (this.underWay.has(name) && !way.isHarmless) throw new StillRunning();
    this.underWay.add(name);
    try {
      if (way.answerTo || way.isHarmless) return await this.together(request, work, answerOf, way);
      return await this.database.inTurn('keyed calls', group, () =>
        this.database.inTransaction(async () => {
          const { kept, mine } = await this.answers.findInTurn(request);
          if (kept) return { kept };
          if (!mine) throw new StillRunning();
          const done = await work();
          await this.answers.keep(request, answerOf(done));
          return { done };
        }),
      );
    } finally {
      this.underWay.delete(name);
    }
  }

  private async together<T>(
    request: KeyedRequest,
    work: () => Promise<T>,
    answerOf: (done: T) => StoredAnswer,
    { answerTo }: Way,
  ) {
    const attachment = new Attachment((record, events) => [this.answers.storing(request, answerTo!(record, events))]);
    try {
      const kept = await this.answers.find(request);
      if (kept) return { kept };
      const done = await (answerTo ? this.attached.run(attachment, work) : work());
      if (!attachment.isStored) await this.answers.keep(request, answerOf(done));
      return { done };
    } catch (error) {
      if (attachment.isStored || isDatabaseUnavailable(error)) throw error;
      // It may have been stopped by the same request in another process.
      const kept = await this.answers.find(request);
      if (kept) return { kept };
      throw isTaken(error) ? new StillRunning() : error;
    }
  }
}

class StillRunning extends DomainError {
  constructor() {
    super('conflict', 'idempotency_conflict', 'A request with this Idempotency-Key is still running.');
  }
}
