import { type RawBuilder, sql } from 'kysely';

/** The Locations that are asked about; null: all of the Group. */
export type Places = readonly string[] | null;

/**
 * Whether a row's Location is among them. Compared as an expression: an index in the order that is wanted has the Location beside it, and
 * PostgreSQL would rather read all rows of the Locations by another index and sort them.
 */
export function withinPlaces(places: Places): RawBuilder<boolean> {
  return places === null ? sql<boolean>`true` : sql<boolean>`location_id || '' = any(${places}::text[])`;
}
