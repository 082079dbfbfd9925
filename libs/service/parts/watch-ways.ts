import { Logger } from '@nestjs/common';
import type { PartName } from './parts.js';

/** How often each way is tried, in milliseconds: it is a sign-in at the mail server. */
const INTERVAL = 10 * 60_000;

/** Ways out of the machine, by their part. Each says in words that it works, or rejects with an Error that says why not. */
export type Ways = Partial<Record<PartName, () => Promise<string>>>;

/**
 * Tries ways out of the machine now and every ten minutes, and says in one line when one stops or starts to work.
 * @returns of each that was tried whether it works
 */
export function watchWays(ways: Ways): () => [PartName, boolean][] {
  const log = new Logger('Parts');
  const failures = new Map<PartName, string | null>();
  const attempt = async (part: PartName, way: () => Promise<string>) => {
    const failure = await way().then(
      () => null,
      (error: Error) => error.message,
    );
    const before = failures.get(part) ?? null;
    failures.set(part, failure);
    if (failure === before) return;
    if (failure === null) log.log(`Works again: ${part}.`);
    else log.warn(`Does not work: ${part}: ${failure}.`);
  };
  const attemptAll = () => {
    for (const [part, way] of Object.entries(ways)) void attempt(part as PartName, way);
  };
  attemptAll();
  setInterval(attemptAll, INTERVAL).unref();
  return () => [...failures].map(([part, failure]) => [part, failure === null]);
}
