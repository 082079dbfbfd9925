import { isViolation } from '#platform/database';
import type { DomainEvent, Stream } from '#platform/event-store';
import { ExternalIDTaken, type RecordName } from './domain/index.js';

/** A kind of record with a life cycle, keys of integrations and images: items and Requests. */
export interface RecordKind<State, Command, Event extends DomainEvent, Row> {
  name: RecordName;
  stream: Stream<State, Command, Event, Row>;
  /** The table of its rows, which begins the name of the index of keys. */
  table: string;
  /** Letters before the record's number in the names of its images. */
  imagePrefix: string;
  /** The addresses of all images that the record names. */
  imagesOf(state: State): string[];
}

/** The owner of a record's uploaded images. */
export function imageOwnerOf({ imagePrefix }: { imagePrefix: string }, groupID: number, id: number) {
  return { groupID, record: `${imagePrefix}${id}` };
}

/** Runs work that stores an externalID. @throws ExternalIDTaken when another record of the kind has it in the Group */
export async function takingExternalID<T>(
  { name, table }: { name: RecordName; table: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isViolation(error, `${table}_external_id`)) throw new ExternalIDTaken(name);
    throw error;
  }
}
