export { CredentialEntity, LastLogins } from './credential.entity.js';
export {
  credentialNamed,
  deleteCredential,
  foldedUsername,
  hashPassword,
  insertCredential,
  isPassword,
  knownAddress,
  takingUsername,
  updateCredential,
} from './credentials.js';
export { CredentialsModule } from './credentials.module.js';
export { credentialMigrations } from './migrations/index.js';
export { hashOf, newToken } from './opaque-token.js';
export { assertHardToGuess } from './password-strength.js';
export { KnownAddressEntity, RefreshTokenEntity, SessionEntity } from './session.entity.js';
export { type Continued, endSessions, isOpen, Sessions, type TokenSubject, type VerifiedUser } from './sessions.js';
