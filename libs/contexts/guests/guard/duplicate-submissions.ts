import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { IdempotentAnswers } from '#platform/idempotency';
import { type Caller, DomainError } from '#platform/kernel';

/** How long the second tap waits for the first, in milliseconds, and how often. */
const WAIT = 200;
const TRIES = 25;

/** A form that is sent twice, by an impatient finger or a phone that reloads the page, acts once. */
@Injectable()
export class DoubleTaps {
  constructor(private readonly answers: IdempotentAnswers) {}

  /**
   * @param filled the form with its own token; one that was changed is another one
   * @param act gives the path to go on to, which the second tap is led to as well
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
