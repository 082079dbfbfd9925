import { defineEntity, p } from '@mikro-orm/postgresql';
import { ofGroup } from '#contexts/groups';

/** A guest's stay, as the reservation system told it; who the guest is, is sealed (docs/adr/0045-finding-people.md). */
export const StayEntity = defineEntity({
  name: 'Stay',
  tableName: 'stays',
  properties: {
    groupId: ofGroup().primary(),
    locationId: p.text().primary(),
    externalId: p.text().primary(),
    /** The number of the room as it is compared. */
    room: p.text(),
    /** `YYYY-MM-DD` */
    arrivalDate: p.text(),
    departureDate: p.text(),
    /** The rest of the stay as JSON. */
    sealed: p.blob(),
    /** The connection that it was read from; null: it was pushed. */
    connectionId: p.integer().nullable(),
    /** Erased with its person: what is read again of it has no person any more. */
    erased: p.boolean().default(false),
  },
  indexes: [
    { name: 'stays_by_room', properties: ['groupId', 'locationId', 'room', 'departureDate'] },
    { name: 'stays_by_departure', properties: ['departureDate'] },
    {
      name: 'stays_by_connection',
      properties: ['groupId', 'connectionId', 'externalId'],
      where: 'connection_id is not null',
    },
  ],
});
