import type { RawBuilder } from 'kysely';
import type { DomainEvent } from './decider.js';
import type { Recorded, StoredEvent } from './recorded-event.js';
import type { AnyStream } from './stream.js';

/** A webhook event for endpoints: its name, such as `item.created`, and what its `data` has beside the record's keys and status. */
export interface Report {
  readonly type: string;
  readonly [more: string]: unknown;
}

/** A new status, for the URLs of the webhook configuration. */
export interface StatusReport {
  readonly status: string;
  readonly previousStatus: string | null;
  /** Only for a Request. */
  readonly matchedItemID?: number | null;
}

/** Where a webhook finds a record as it is after the event: expressions over a row `r`, which has `group_id`, `id` and `location_id`. */
export interface SubjectRow {
  /** A table or view. */
  readonly table: RawBuilder<unknown>;
  /** Its `id` in a body, as JSON. */
  readonly id: RawBuilder<unknown>;
  readonly status: RawBuilder<unknown>;
  readonly externalID: RawBuilder<unknown>;
}

/** An entry of the list of changes. */
export interface ChangedRecord {
  /** Names what `stated` makes of events and with what code; a spec says what it is (docs/adr/0024-rebuilds.md). */
  readonly shape: string;
  /** The fields that an event states, by the names of the API; personal ones are sealed. `locationID` and `status` are among them. */
  stated(event: StoredEvent): Readonly<Record<string, unknown>>;
  /** The fields that a change can name. */
  readonly shown: readonly string[];
}

/** A kind of record that a context hands in to webhook endpoints and to the list of changes, under the name of its stream. */
export interface Subject<Event extends DomainEvent = DomainEvent> {
  readonly stream: AnyStream;
  /** The names of its events for endpoints, each with a document in the context's API. */
  readonly webhooks: readonly string[];
  /** The webhooks about an event. @param together all events of its commit on the same record */
  reports(event: Recorded<Event>, together: readonly Recorded<Event>[]): readonly Report[];
  /** Reports to the webhook configuration; only of items and Requests (decisions.md, section 7). */
  statusOf?(event: Recorded<Event>): StatusReport | null;
  readonly row: SubjectRow;
  readonly changes: ChangedRecord;
}

/** One report for all that a commit changed, with the first of its events that changed a field. */
export function updateReports<Event>(
  type: string,
  event: Event,
  together: readonly Event[],
  fieldsOf: (event: Event) => readonly string[],
): Report[] {
  const first = together.find((one) => fieldsOf(one).length > 0);
  return event === first ? [{ type, fields: [...new Set(together.flatMap(fieldsOf))] }] : [];
}
