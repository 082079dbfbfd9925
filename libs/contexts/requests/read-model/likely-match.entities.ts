import { defineEntity, p } from '@mikro-orm/postgresql';
import { isOneOf, moment } from '#platform/database';

/** A pair of an open Request and an item that are very probably of one thing, and not refused (docs/adr/0050). */
export const LikelyMatchEntity = defineEntity({
  name: 'LikelyMatch',
  tableName: 'likely_matches',
  properties: {
    groupId: p.integer().primary(),
    requestId: p.integer().primary(),
    itemId: p.integer().primary(),
    locationId: p.text(),
    itemLocationId: p.text(),
    foundAt: moment(),
  },
  indexes: [{ name: 'likely_matches_by_item', properties: ['groupId', 'itemId'] }],
});

/** A record that changed and is still to be compared with those of the other kind. */
export const ComparisonDueEntity = defineEntity({
  name: 'ComparisonDue',
  tableName: 'comparisons_due',
  properties: {
    groupId: p.integer().primary(),
    record: p.text().$type<'item' | 'request'>().primary(),
    id: p.integer().primary(),
    /** The version that is to be compared. */
    version: p.integer(),
  },
  checks: [{ property: 'record', expression: isOneOf('record', ['item', 'request']) }],
});
