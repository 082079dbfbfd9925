import { defineEntity, p } from '@mikro-orm/postgresql';
import { belongsTo, moment } from '#platform/database';
import { CredentialEntity } from './credential.entity.js';

/** The secret that a User's authenticator app shares, encrypted with the service's key. Deleted with the User's credential. */
export const SecondFactorEntity = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: {
    groupId: p.integer().primary(),
    userId: p.integer().primary(),
    sealedSecret: p.blob(),
    createdAt: moment(),
    /** Whether signing in asks for a code: not before one was shown to work. */
    enabled: p.boolean().default(false),
    /** The step of the latest code that was used, in 30 s since 1970: none of it or before counts again. */
    usedStep: p.integer().nullable(),
    credential: belongsTo(CredentialEntity, 'group_id', 'user_id'),
  },
});

/** A code for who has lost the authenticator app; stored as a hash, and deleted when used. */
export const RecoveryCodeEntity = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    groupId: p.integer().primary(),
    userId: p.integer().primary(),
    hash: p.blob().primary(),
    factor: belongsTo(SecondFactorEntity, 'group_id', 'user_id'),
  },
});
