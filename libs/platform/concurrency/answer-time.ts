import { AsyncLocalStorage } from 'node:async_hooks';

const answers = new AsyncLocalStorage<{ until: number | null }>();

/** Does all that makes one answer: what it asks of other systems has one deadline. */
export function withinAnswer(work: () => void): void {
  answers.run({ until: null }, work);
}

/**
 * The time, by `performance.now()`, at which the answer that is being made waits for other systems no more: it begins with the first of
 * them, however many are asked. Outside of an answer it begins now.
 */
export function answerDeadline(milliseconds: number): number {
  const until = performance.now() + milliseconds;
  const answer = answers.getStore();
  if (!answer) return until;
  answer.until ??= until;
  return answer.until;
}
