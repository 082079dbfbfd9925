import { sql } from 'kysely';
import type { Report, Subject } from '#platform/event-store';
import { fieldNames } from '#platform/http';
import type { LocationEvent } from './domain/location.events.js';
import { LocationRecord } from './http/location.record.js';
import { LOCATION_WEBHOOKS } from './http/location.webhooks.js';
import { locationStream } from './location.stream.js';

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
  reports({ type, data }, together) {
    switch (type) {
      case 'LocationUpdated':
        return together.some((one) => one.type === 'PersonalDataErased') ? [] : updated(Object.keys(data));
      case 'LocationDeactivated':
      case 'LocationReactivated':
        return updated(['active']);
      case 'PersonalDataErased':
        return updated(['contactDetails']);
      case 'LocationCreated':
      case 'LocationShippingChanged':
        return [];
      default:
        return type satisfies never;
    }
  },
  changes: {
    shape: 'c6581d4bd560',
    stated({ type, data }) {
      if (type === 'PersonalDataErased') return { contactDetails: 'erased' };
      if (type === 'LocationDeactivated') return { active: false, status: 'deactivated' };
      if (type === 'LocationCreated' || type === 'LocationReactivated') return { ...data, active: true, status: 'active' };
      return data;
    },
    shown: fieldNames(LocationRecord),
  },
};

function updated(fields: readonly string[]): Report[] {
  return fields.length === 0 ? [] : [{ type: 'location.updated', fields }];
}
