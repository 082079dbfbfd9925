import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { KeyedCalls, keyedBy } from '#platform/idempotency';
import { type Caller, DomainError } from '#platform/kernel';

/** Delay in milliseconds, and number of times, that a duplicate waits for the first submission. */
const WAIT = 200;
const TRIES = 25;

/** Makes a form that is submitted twice, by a double tap or a page reload, take effect once. */
@Injectable()
export class DuplicateSubmissions {
  constructor(private readonly calls: KeyedCalls) {}

  /**
   * @param filled the form with its token; a changed form is a different submission
   * @param act returns the path to redirect to, also for the duplicate
   */
  async once(caller: Caller, filled: object, act: () => Promise<string>): Promise<string> {
    const content = JSON.stringify(filled);
    const key = hash('sha256', content, 'base64url');
    for (let tries = 1; ; tries++) {
      try {
        const answerOf = (path: string) => ({ status: 303, headers: {}, body: JSON.stringify(path) });
        const given = await this.calls.once(keyedBy(caller, key, content), act, answerOf);
        return 'done' in given ? given.done : JSON.parse(given.kept.body!);
      } catch (error) {
        const isRunning = error instanceof DomainError && error.code === 'idempotency_conflict';
        if (!isRunning || tries === TRIES) throw error;
        await pause(WAIT);
      }
    }
  }
}
