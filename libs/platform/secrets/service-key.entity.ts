import { defineEntity, p } from '@mikro-orm/postgresql';
import { isOneOf, moment } from '#platform/database';

/** `sealing`: for new values; `leaving`: some values still are sealed with it; `retired`: only links are. */
export const KEY_STATES = ['sealing', 'leaving', 'retired'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** A key that values of this database are, or were, sealed with; never the key itself. */
export const ServiceKeyEntity = defineEntity({
  name: 'ServiceKey',
  tableName: 'service_keys',
  properties: {
    id: p.blob().primary(),
    state: p.text().$type<KeyState>(),
    /** A known text sealed with the key: who opens it has the key. */
    proof: p.blob(),
    /** A retired key, sealed with the one that followed, with which links in mails are opened; null where it was given up. */
    sealedKey: p.blob().nullable(),
    since: moment(),
  },
  checks: [{ property: 'state', expression: isOneOf('state', KEY_STATES) }],
  indexes: [
    {
      name: 'service_keys_one_of_each',
      expression: `create unique index service_keys_one_of_each on service_keys (state) where state in ('sealing', 'leaving')`,
    },
  ],
});
