import { DomainError } from '#platform/kernel';
import type { StreamID } from './recorded-event.js';

/** A record of which a value can't be opened: it was altered, or sealed with another key. It is the service's data that is damaged. */
export class UnreadableHistory extends DomainError {
  constructor(
    /** The record, for the log. */
    readonly record: StreamID,
    cause: unknown,
  ) {
    const message = `The history of the ${record.type} ${record.id} can't be read: a value in it is damaged, or sealed with another key.`;
    super('damaged', 'internal_error', `${message} The operator of the service finds it in the log.`);
    this.cause = cause;
  }
}

/** @throws UnreadableHistory for whatever opening a value of the record fails for */
export function opened<T>(record: StreamID, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw new UnreadableHistory(record, error);
  }
}
