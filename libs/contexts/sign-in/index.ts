export { signInApi } from './http/sign-in.api.js';
export { ApiTokenEnd } from './http/tokens.record.js';
export { signInMigrations } from './migrations/index.js';
export { SignInModule } from './sign-in.module.js';
export { SsoSettings } from './sso/sso-settings.js';
export { ApiTokenEntity } from './tokens/api-token.entity.js';
export { ApiTokens, tokenPrefixes } from './tokens/api-tokens.js';
export { SigningKeyEntity } from './tokens/signing-key.entity.js';
export { SEALED_SIGNING_KEYS } from './tokens/signing-keys.js';
