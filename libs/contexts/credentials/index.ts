export { CredentialEntity, LastLogins } from './credential.entity.js';
export {
  deleteCredential,
  foldedUsername,
  hashPassword,
  insertCredential,
  isPassword,
  takingUsername,
  updateCredential,
} from './credentials.js';
export { CredentialsModule } from './credentials.module.js';
export { credentialMigrations } from './migrations/index.js';
export { hashOf, newToken } from './opaque-token.js';
export { KnownAddressEntity, RefreshTokenEntity, SessionEntity } from './session.entity.js';
export { type Continued, endSessions, Sessions, type TokenSubject, type VerifiedUser } from './sessions.js';
