export { CreateUser } from './commands/create-user.js';
export {
  ChangeOwnEmail,
  ChangeOwnLanguage,
  ForgetPassword,
  NoteGuessedCodes,
  SetSecondFactor,
  ValidateEmail,
} from './commands/own.commands.js';
export { type OwnCaller, ownCaller, ownStream } from './commands/own.executor.js';
export { ChangeOwnPassword, SetPasswordByLink } from './commands/own-password.js';
export { UpdateUser } from './commands/update-user.js';
export { DisableUser } from './commands/user.commands.js';
export { Password, Username } from './http/user.fields.js';
export { LocationAccessRecord, locationAccessRecord, stateOf, UserRecord, userRecord } from './http/user.record.js';
export { PasswordLinks, type UserOfLink, type UserToVerify } from './read-model/password-links.js';
export { UserDirectory } from './read-model/user.entity.js';
export { UserQueries, type UserRow } from './read-model/user.queries.js';
export { regionStream } from './region.stream.js';
export { userStream } from './user.stream.js';
export { usersContext } from './users.context.js';
export { UsersModule } from './users.module.js';
