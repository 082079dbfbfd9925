import { sql } from 'kysely';
import { defineStream, type Fact, factAbout } from '#platform/event-store';
import { locationDecider } from './domain/location.decider.js';
import { locationEvents } from './domain/location.events.js';
import { locationProjection } from './read-model/location.projection.js';

/** Locations. Their contact persons are personal data: another one follows a person who was erased. */
export const locationStream = defineStream('location', locationDecider, {
  public: locationEvents.public,
  shape: '4c8c3166435e',
  evenWhenFull: ({ type }) => ['DeactivateLocation', 'EraseContact', 'DropCarrier'].includes(type),
  erasedBy: 'PersonalDataErased',
  renewsKey: true,
  endsFacts: ['LocationDeactivated'],
  projection: locationProjection,
});

/** The fact that a Location is active, for commands that rely on it until they are committed. */
export function locationIsActive(groupID: number, id: number): Fact {
  return isActive(locationStream.of(groupID, id));
}

const isActive = factAbout(
  ({ groupID, id }) =>
    sql<boolean>`exists (select from locations where group_id = ${groupID}::int and id = ${id}::int and active)`,
);
