import { signInApi } from './http/sign-in.api.js';
import { signInMigrations } from './migrations/index.js';
import { SignInModule } from './sign-in.module.js';
import { ApiTokenEntity, TokenNames } from './tokens/api-token.entity.js';
import { SigningKeyEntity } from './tokens/signing-key.entity.js';
import { SEALED_SIGNING_KEYS } from './tokens/signing-keys.js';

/** This context, as the service takes it. */
export const signInContext = {
  module: SignInModule,
  api: signInApi,
  entities: [ApiTokenEntity, TokenNames, SigningKeyEntity],
  sealed: [SEALED_SIGNING_KEYS],
  migrations: signInMigrations,
};
