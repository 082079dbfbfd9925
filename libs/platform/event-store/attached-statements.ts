import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { Statement } from '#platform/database';
import type { Recorded, StreamID } from './recorded-event.js';

/** Statements committed together with a piece of work's events. */
export class Attachment {
  /** Whether the events are committed. */
  isStored = false;
  /** Code that still runs after the work, such as a timer, does not belong to it. */
  isOver = false;

  /** @param statements are sent in front of the record's events, made again for each attempt */
  constructor(readonly statements: (record: StreamID, events: readonly Recorded[]) => readonly Statement[]) {}
}

/** Statements that travel with the events of a piece of work, whichever context stores those. */
@Injectable()
export class AttachedStatements {
  private readonly attachments = new AsyncLocalStorage<Attachment>();

  /**
   * Runs work that stores the events of one record, once.
   * @throws Error when it stores events a second time, which would be in a transaction of their own
   */
  run<T>(attachment: Attachment, work: () => Promise<T>): Promise<T> {
    return this.attachments.run(attachment, work).finally(() => {
      attachment.isOver = true;
    });
  }

  /** For the store: the statements to be sent with these events of the record. */
  of(record: StreamID, events: readonly Recorded[]): readonly Statement[] {
    const attachment = this.current();
    if (!attachment) return [];
    if (attachment.isStored) throw new Error(`The events of ${record.type}/${record.id} would be in a second transaction.`);
    return attachment.statements(record, events);
  }

  /** For the store: they are committed. */
  stored(): void {
    const attachment = this.current();
    if (attachment) attachment.isStored = true;
  }

  private current(): Attachment | undefined {
    const attachment = this.attachments.getStore();
    return attachment?.isOver ? undefined : attachment;
  }
}
