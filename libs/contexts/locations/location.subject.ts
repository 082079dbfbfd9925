import { sql } from 'kysely';
import { type Subject, updateReports } from '#platform/event-store';
import { fieldNames } from '#platform/http';
import { type LocationEvent, locationEvents } from './domain/location.events.js';
import { LocationRecord } from './http/location.record.js';
import { LOCATION_WEBHOOKS } from './http/location.webhooks.js';
import { locationStream } from './location.stream.js';

const shown = fieldNames(LocationRecord);

/** Locations, as webhooks and the list of changes tell of them (decisions.md, section 10). */
export const locationSubject: Subject<LocationEvent> = {
  stream: locationStream,
  webhooks: Object.keys(LOCATION_WEBHOOKS),
  row: {
    table: sql`location_directory`,
    id: sql`coalesce(to_json(r.location_id)::text, 'null')`,
    status: sql`case when r.active then 'active' else 'deactivated' end`,
    externalID: sql`null::text`,
  },
  reports: (event, together) => updateReports('location.updated', event, together, fieldsOf),
  changes: { shape: '8dcff6418380', stated: locationEvents.stated, shown },
};

/** The fields of the record that an event changes. */
function fieldsOf(event: LocationEvent): string[] {
  return event.type === 'LocationCreated'
    ? []
    : Object.keys(locationEvents.stated(event)).filter((field) => shown.includes(field));
}
