export { LastLogins } from './credential.entity.js';
export { credentialsContext } from './credentials.context.js';
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
export { ENDED_SESSIONS } from './ended-sessions.js';
export { hashOf, isOpaqueToken, newToken, shownPartOf } from './opaque-token.js';
export { SESSION_LIFETIME, type VerifiedUser } from './opening-session.js';
export { assertHardToGuess } from './password-strength.js';
export { type BegunFactor, deleteSecondFactor, enableSecondFactor, newRecoveryCodes, SecondFactors } from './second-factors.js';
export { SessionSweepModule } from './session-sweep.module.js';
export { type Continued, endSessions, isOpen, type SessionRow, Sessions, type TokenSubject } from './sessions.js';
