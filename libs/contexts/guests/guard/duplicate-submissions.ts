import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { IdempotentAnswers } from '#platform/idempotency';
import { type Caller, DomainError } from '#platform/kernel';

/** Delay in milliseconds, and number of times, that a duplicate waits for the first submission. */
const WAIT = 200;
const TRIES = 25;

/** Makes a form that is submitted twice, by a double tap or a page reload, take effect once. */
@Injectable()
export class DuplicateSubmissions {
  constructor(private readonly answers: IdempotentAnswers) {}

  /**
   * @param filled the form with its token; a changed form is a different submission
   * @param act returns the path to redirect to, also for the duplicate
   */
  async once(caller: Caller, filled: object, act: () => Promise<string>): Promise<string> {
    const content = JSON.stringify(filled);
    const key = hash('sha256', content, 'base64url');
    for (let tries = 1; ; tries++) {
      try {
        const answer = await this.answers.once({ caller, key, content }, async () => {
          return { status: 303, headers: {}, body: JSON.stringify(await act()) };
        });
        return JSON.parse(answer.body!);
      } catch (error) {
        const isRunning = error instanceof DomainError && error.code === 'idempotency_conflict';
        if (!isRunning || tries === TRIES) throw error;
        await pause(WAIT);
      }
    }
  }
}
