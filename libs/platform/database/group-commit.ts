import { FairQueue, type Timeout, Timeouts } from '#platform/concurrency';
import { isSqlError } from '#platform/postgres';
import { folded } from './folding.js';
import { busy, LockedWork, MAX_WAIT, oneByOne } from './locked-work.js';
import { answer, type OwnedPiece, type Owner, pieceAt, type RecordOf } from './pieces.js';
import { finishedBefore, type Query, type Rows } from './round-trip.js';
import { isDatabaseError, prepared, type Statement } from './sql.js';

/** A piece of work that waits, or was sent. */
interface Work extends OwnedPiece {
  /** Gives up, while it waits. */
  giveUp(): void;
  timeout?: Timeout;
}

/** Maximum transactions under way; work that arrives meanwhile waits for the next one. */
const AT_ONCE = 2;

/** Maximum pieces of work per transaction. */
const TOGETHER = 32;

/** Maximum attempts to send the rest of a group together; then each piece goes alone. */
const TRIES_TOGETHER = 4;

/**
 * Sends pieces of work that are ready together as one transaction: a transaction costs PostgreSQL more than the rows that are written in
 * it. There is no timer: work that comes alone goes at once. Nobody is answered before the commit. A piece that PostgreSQL refuses goes
 * alone, so that its error reaches nobody else, and the others go together again (docs/adr/0020-group-commit.md).
 */
export class GroupCommit {
  private readonly waiting = new FairQueue<number | undefined, Work>();
  private readonly timeouts = new Timeouts(MAX_WAIT);
  /** The records of work that is not answered yet. */
  private readonly records = new Set<string>();
  private readonly refused = oneByOne();
  private readonly locked: LockedWork;
  private underWay = 0;

  /**
   * @param send keeps all statements or none, and gives the rows of each
   * @param first is sent in front of each group: how long it may wait for locks. A piece that has waited for so long goes alone, and
   * without it
   */
  constructor(
    private readonly send: (queries: readonly Query[]) => Promise<Rows>,
    private readonly first: readonly Query[] = [],
  ) {
    this.locked = new LockedWork(send, first);
  }

  /**
   * The rows of each statement once they are committed.
   * @param of Groups share the places in a transaction, which takes one piece of work per record: PostgreSQL would refuse the second.
   * Null: the service's own work, which has the share of a Group
   * @throws what PostgreSQL says of this piece of work alone, or of its group when that took too long; NoConnection
   */
  commit(statements: readonly Statement[], of: Owner | RecordOf | null): Promise<Rows> {
    return new Promise((resolve, reject) => {
      // Built before it joins a group: one that cannot be built fails here, alone.
      const queries = statements.map((statement) => prepared(statement.compile()));
      const work: Work = { queries, of, resolve, reject, giveUp: () => this.giveUp(work) };
      if (this.locked.isApart(work)) return this.locked.sendApart(work);
      if (of && !this.isFirstOf(of, work)) return this.locked.sendLocked(work);
      this.waiting.push(of?.groupID, work);
      if (this.waiting.size === 1) setImmediate(() => this.start());
      work.timeout = this.timeouts.begin(work.giveUp);
    });
  }

  /** Whether no other work of the record is under way; the next one may go together with others once this one is answered. */
  private isFirstOf(of: Owner | RecordOf, work: Work): boolean {
    if (!('type' in of)) return true;
    const record = `${of.groupID}/${of.type}/${of.id}`;
    if (this.records.has(record)) return false;
    this.records.add(record);
    const { resolve, reject } = work;
    work.resolve = (rows) => {
      this.records.delete(record);
      resolve(rows);
    };
    work.reject = (error) => {
      this.records.delete(record);
      reject(error);
    };
    return true;
  }

  /** It was not sent and never will be: the caller may try again. */
  private giveUp(work: Work): void {
    if (this.waiting.remove(work.of?.groupID, work)) work.reject(busy());
  }

  private start(): void {
    while (this.underWay < AT_ONCE && this.waiting.size > 0) {
      const taken = this.waiting.take(TOGETHER);
      for (const { timeout, giveUp } of taken) this.timeouts.end(timeout!, giveUp);
      const group = this.locked.isNone ? taken : this.withoutApart(taken);
      if (group.length === 0) continue;
      // Look-ups are of no record.
      if (this.records.size > 0) group.sort(byRecord);
      this.underWay++;
      void this.together(group).finally(() => {
        this.underWay--;
        this.start();
      });
    }
  }

  /** A Group that met a lock meanwhile may have more of them here. */
  private withoutApart(taken: readonly Work[]): Work[] {
    const isApart = (work: Work) => this.locked.isApart(work);
    for (const work of taken.filter(isApart)) this.locked.sendApart(work);
    return taken.filter((work) => !isApart(work));
  }

  private async together(group: readonly Work[]): Promise<void> {
    // A piece may be refused because of another one that came first in this group: it goes behind it.
    for (const work of await this.sendTogether(group)) {
      this.refused.run(work.of?.groupID, () => this.together([work])).catch(() => work.reject(busy()));
    }
  }

  /** @returns those that have to go alone */
  private async sendTogether(group: readonly Work[]): Promise<readonly Work[]> {
    const alone: Work[] = [];
    const refused = new Set<number>();
    let fold = folded(group);
    for (let left = group, attempt = 1; left.length > 0; attempt++) {
      try {
        const rows = await this.send([...this.first, ...(fold?.queries ?? left.flatMap(({ queries }) => queries))]);
        const own = rows.slice(this.first.length);
        if (fold) for (const [index, results] of fold.rowsOf(own).entries()) left[index]!.resolve(results);
        else answer(left, own);
        return alone;
      } catch (error) {
        // Without a word of PostgreSQL's it is not known whether the transaction was kept: sent again, some would act twice. Pieces that
        // took too long together would do so again.
        const isOver = !isDatabaseError(error) || isSqlError(error, 'query_canceled');
        const isLocked = isSqlError(error, 'lock_not_available', 'deadlock_detected');
        if (isOver || (left.length === 1 && !isLocked)) {
          for (const { reject } of left) reject(error);
          return alone;
        }
        // The refused one of folded inserts is known when each goes by itself.
        if (fold) {
          fold = null;
          attempt--;
          continue;
        }
        const failed = attempt < TRIES_TOGETHER ? pieceAt(left, finishedBefore(error).length - this.first.length) : undefined;
        const owner = failed?.of?.groupID;
        if (failed && isLocked) {
          if (owner !== undefined) this.locked.met(owner);
          const goesApart = (work: Work) => work === failed || (owner !== undefined && work.of?.groupID === owner);
          this.locked.sendLocked(failed);
          for (const work of left.filter(goesApart)) if (work !== failed) this.locked.sendApart(work);
          left = left.filter((work) => !goesApart(work));
          continue;
        }
        // A Group with a second refused piece makes the others wait no third time.
        const isTroubled = owner !== undefined && refused.has(owner);
        const goesAlone = (work: Work) => !failed || work === failed || (isTroubled && work.of?.groupID === owner);
        alone.push(...left.filter(goesAlone));
        left = left.filter((work) => !goesAlone(work));
        if (owner !== undefined) refused.add(owner);
      }
    }
    return alone;
  }
}

/** One order for all, so that no two transactions wait for each other's records. */
function byRecord({ of: one }: Work, { of: other }: Work): number {
  if (!one || !other) return one ? 1 : other ? -1 : 0;
  const ofOne = one.groupID - other.groupID;
  if (ofOne !== 0 || !('type' in one && 'type' in other)) return ofOne;
  return compared(one.type, other.type) || one.id - other.id;
}

const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
