import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { answerDeadline, withinAnswer } from './answer-time.js';

describe('What an answer waits for', () => {
  it('has one deadline, which begins with the first; another answer has its own', async () => {
    const answer = () =>
      new Promise<number[]>((resolve) => {
        withinAnswer(async () => {
          await pause(5);
          const first = answerDeadline(1_000);
          await pause(20);
          resolve([first, answerDeadline(1_000)]);
        });
      });
    const [[first, second], [other]] = await Promise.all([answer(), pause(10).then(answer)]);
    expect(second).toBe(first);
    expect(other).toBeGreaterThan(first!);
  });

  it('outside of answers begins each time', async () => {
    const first = answerDeadline(1_000);
    await pause(5);
    expect(answerDeadline(1_000)).toBeGreaterThan(first);
  });
});
