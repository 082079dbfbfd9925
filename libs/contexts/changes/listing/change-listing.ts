import { Injectable } from '@nestjs/common';
import { sharing } from '#platform/concurrency';
import { EventFeed } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { changeOf, KNOWN_FIELDS, SUBJECTS } from '../domain/change.js';
import { SHOWN_FIELDS } from './shown-fields.js';
import { writeChanges } from './write-changes.js';

/** Maximum events per round, which takes some ten milliseconds. */
const EVENTS = 500;

/** Maximum rounds that a reader waits for; the rest of a large backlog is the worker's. */
const ROUNDS = 3;

/** Lists what was committed since it last looked, of all Groups; in the worker from time to time, and wherever somebody reads. */
@Injectable()
export class ChangeListing {
  /** Lists what was committed before this call, unless another process is at it or there is much. */
  readonly catchUp = sharing(() => this.rounds());

  constructor(
    private readonly feed: EventFeed,
    private readonly clock: Clock,
  ) {}

  /** Lists the next commits. @returns whether more are waiting; null when another process is at it */
  round(): Promise<boolean | null> {
    return this.feed.next(
      { of: SUBJECTS, limit: EVENTS, ...KNOWN_FIELDS },
      (commit) => changeOf(commit, SHOWN_FIELDS),
      (changes) => [writeChanges(changes, this.clock)],
    );
  }

  private async rounds(): Promise<void> {
    for (let round = 0; round < ROUNDS && (await this.round()); round++);
  }
}
