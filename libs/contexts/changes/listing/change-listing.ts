import { Injectable } from '@nestjs/common';
import { sharing } from '#platform/concurrency';
import { EventFeed, type FeedOptions, type Subject } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { changeOf, knownFields } from '../domain/change.js';
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
  private readonly subjects: ReadonlyMap<string, Subject>;
  private readonly reading: FeedOptions;

  constructor(
    private readonly feed: EventFeed,
    private readonly clock: Clock,
  ) {
    const { subjects } = feed;
    this.subjects = new Map(subjects.map((subject) => [subject.stream.type, subject]));
    this.reading = {
      of: [...this.subjects.keys()],
      limit: EVENTS,
      shape: subjects.map(({ changes }) => changes.shape).join(),
      fold: (known, event, type) => knownFields(known, event, this.subjects.get(type)!),
    };
  }

  /** Lists the next commits. @returns whether more are waiting; null when another process is at it */
  round(): Promise<boolean | null> {
    return this.feed.next(
      this.reading,
      (commit) => changeOf(commit, this.subjects.get(commit.stream.type)!),
      (changes) => [writeChanges(changes, this.clock)],
    );
  }

  private async rounds(): Promise<void> {
    for (let round = 0; round < ROUNDS && (await this.round()); round++);
  }
}
