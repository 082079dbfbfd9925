import { defineEntity, p } from '@mikro-orm/postgresql';
import { moment } from '#platform/database';

/** A key that signs access tokens, encrypted with the service's own key. */
export const SigningKeyEntity = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_keys',
  properties: {
    id: p.uuid().primary(),
    sealedKey: p.blob(),
    createdAt: moment(),
  },
});
