import { Injectable } from '@nestjs/common';
import { ContextApis, type Problem, problemOf, refusalOf } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { ItemQueries, type ItemRow } from '../read-model/item.queries.js';
import { type ItemRecord, itemRecord } from './item.record.js';

/** Items of a batch that count as one call. */
const ITEMS_OF_A_CALL = 10;

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
  ) {}

  /** The result for one item. @throws what the service itself fails with */
  async of(caller: Caller, { path, status }: Batch, work: () => Promise<ItemRow>): Promise<Result> {
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
    const reading = first.results.map(({ item, ...refused }) =>
      item ? this.of(caller, batch, () => this.items.one(caller, item.ID)) : refused,
    );
    return { results: await Promise.all(reading) };
  }
}
