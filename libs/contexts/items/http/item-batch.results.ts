import { Injectable } from '@nestjs/common';
import { inTurn } from '#platform/concurrency';
import { Database } from '#platform/database';
import { ContextApis, type Problem, problemOf, refusalOf } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { ItemQueries, type ItemRow } from '../read-model/item.queries.js';
import { type ItemRecord, itemRecord } from './item.record.js';

/** Items of a batch that count as one call. */
const ITEMS_OF_A_CALL = 10;

/** Items of a batch that are worked on at once: a hundred would keep all other calls waiting in each step. */
const AT_ONCE = 16;

/** How many calls the items of a batch count as. */
export function callsOf(items: unknown): number {
  return Array.isArray(items) ? Math.ceil(Math.min(items.length, 200) / ITEMS_OF_A_CALL) : 1;
}

/** The path of a batch, and the status of an item that all went well with. */
interface Batch {
  path: string;
  status: number;
}

/** The result for one item of a batch. */
interface Result {
  status: number;
  item?: ItemRecord;
  error?: Problem;
}

/** Answers batches: each item stands for itself (decisions.md, section 10, Batch). */
@Injectable()
export class BatchResults {
  constructor(
    private readonly items: ItemQueries,
    private readonly apis: ContextApis,
    private readonly database: Database,
  ) {}

  /**
   * The results for all, those with one key in their order. Batches take turns; one with an `Idempotency-Key` had its turn with its
   * connection.
   * @throws what the service itself fails with; `unavailable` when too many of the Group's wait, or one for too long
   */
  all<Given>(
    caller: Caller,
    batch: Batch,
    given: readonly Given[],
    keyOf: (one: Given) => string | null,
    work: (one: Given) => Promise<ItemRow>,
  ): Promise<Result[]> {
    const act = () => inTurn(given, keyOf, (one) => this.of(caller, batch, () => work(one)), AT_ONCE);
    return this.database.isInTransaction ? act() : this.database.batched(caller.group.id, act);
  }

  /** The result for one item. @throws what the service itself fails with */
  private async of(caller: Caller, { path, status }: Batch, work: () => Promise<ItemRow>): Promise<Result> {
    try {
      return { status, item: itemRecord(await work()) };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.status >= 500) throw error;
      return { status: refusal.status, error: problemOf(refusal, path, caller.requestID ?? '', this.apis.problems) };
    }
  }

  /** The answer to a repeated batch, its items as they are now: 404 for those gone or out of reach since. */
  async again(caller: Caller, batch: Batch, first: { results: readonly Result[] }): Promise<{ results: Result[] }> {
    const read = async ({ item, ...refused }: Result) =>
      item ? this.of(caller, batch, () => this.items.one(caller, item.ID)) : refused;
    return { results: await inTurn(first.results, () => null, read, AT_ONCE) };
  }
}
