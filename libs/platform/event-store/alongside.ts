import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { Statement } from '#platform/database';
import type { StreamID } from './recorded-event.js';

/** What is written in the transaction of the events that a piece of work stores. */
interface Companion {
  statements(record: StreamID): readonly Statement[];
  isStored: boolean;
}

/** Statements that are committed together with the events of a piece of work, whichever context stores those. */
@Injectable()
export class Alongside {
  private readonly companions = new AsyncLocalStorage<Companion>();

  /**
   * Runs work that stores the events of one record, once. The statements go first in that transaction, made anew for each attempt.
   * @returns what the work came to, and whether it stored events at all
   * @throws Error when the work stores events a second time: those would be in a transaction of their own
   */
  async run<T>(statements: Companion['statements'], work: () => Promise<T>): Promise<{ result: T; stored: boolean }> {
    const companion: Companion = { statements, isStored: false };
    const result = await this.companions.run(companion, work);
    return { result, stored: companion.isStored };
  }

  /** For the store: the statements to be sent with the events of this record. */
  of(record: StreamID): readonly Statement[] {
    const companion = this.companions.getStore();
    if (!companion) return [];
    if (companion.isStored) throw new Error(`The events of ${record.type}/${record.id} would be in a second transaction.`);
    return companion.statements(record);
  }

  /** For the store: they are committed. */
  stored(): void {
    const companion = this.companions.getStore();
    if (companion) companion.isStored = true;
  }
}
