import { CredentialEntity, LastLogins } from './credential.entity.js';
import { CredentialsModule } from './credentials.module.js';
import { credentialMigrations } from './migrations/index.js';
import { RecoveryCodeEntity, SecondFactorEntity } from './second-factor.entity.js';
import { SEALED_SECOND_FACTORS } from './second-factors.js';
import { KnownAddressEntity, RefreshTokenEntity, SessionEntity } from './session.entity.js';

/** This context, as the service takes it. */
export const credentialsContext = {
  module: CredentialsModule,
  entities: [
    CredentialEntity,
    LastLogins,
    SessionEntity,
    RefreshTokenEntity,
    KnownAddressEntity,
    SecondFactorEntity,
    RecoveryCodeEntity,
  ],
  sealed: [SEALED_SECOND_FACTORS],
  migrations: credentialMigrations,
};
