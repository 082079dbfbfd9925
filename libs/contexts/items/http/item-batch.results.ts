import { type ContextApis, type Problem, problemOf, refusalOf } from '#platform/http';
import type { Caller } from '#platform/kernel';

/** Items of a batch that count as one call. */
const ITEMS_OF_A_CALL = 10;

/** How many calls the items of a batch count as. */
export function callsOf(items: unknown): number {
  return Array.isArray(items) ? Math.ceil(Math.min(items.length, 100) / ITEMS_OF_A_CALL) : 1;
}

/** The result for one item of a batch. @param call the one of the whole batch @throws what the service itself fails with */
export async function resultOf<Done extends { status: number }>(
  work: () => Promise<Done>,
  { caller, path, kinds }: { caller: Caller; path: string; kinds: ContextApis['problems'] },
): Promise<Done | { status: number; error: Problem }> {
  try {
    return await work();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.status >= 500) throw error;
    return { status: refusal.status, error: problemOf(refusal, path, caller.requestID ?? '', kinds) };
  }
}
