export { CredentialEntity, LastLogins } from './credential.entity.js';
export {
  credentialNamed,
  credentialOf,
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
export { hashOf, isOpaqueToken, newToken } from './opaque-token.js';
export { assertHardToGuess } from './password-strength.js';
export { RecoveryCodeEntity, SecondFactorEntity } from './second-factor.entity.js';
export {
  type BegunFactor,
  deleteSecondFactor,
  enableSecondFactor,
  newRecoveryCodes,
  SEALED_SECOND_FACTORS,
  SecondFactors,
} from './second-factors.js';
export { KnownAddressEntity, RefreshTokenEntity, SessionEntity } from './session.entity.js';
export { SessionSweepModule } from './session-sweep.module.js';
export {
  type Continued,
  endSessions,
  isOpen,
  SESSION_LIFETIME,
  type SessionRow,
  Sessions,
  type TokenSubject,
  type VerifiedUser,
} from './sessions.js';
