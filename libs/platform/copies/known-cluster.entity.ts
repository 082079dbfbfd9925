import { defineEntity, p } from '@mikro-orm/postgresql';

/** The one row that remembers the cluster: what is read there and here differs where the database was restored or moved. */
export const KnownClusterEntity = defineEntity({
  name: 'KnownCluster',
  tableName: 'known_cluster',
  properties: {
    singleton: p.boolean().primary().default(true),
    identity: p.text(),
    /** The operator said that it is a copy. */
    toldSilent: p.boolean().default(false),
  },
  checks: [{ property: 'singleton', expression: 'singleton' }],
});
