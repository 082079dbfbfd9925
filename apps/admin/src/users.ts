import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { credentialNamed, foldedUsername } from '#contexts/credentials';
import { Groups } from '#contexts/groups';
import { CreateUser, DisableUser, Password, stateOf, UpdateUser, Username, UserQueries, type UserRow } from '#contexts/users';
import { Database } from '#platform/database';
import { Email, readRequest } from '#platform/http';
import { type Caller, NotFound, optionalTimestamp, type Role } from '#platform/kernel';
import { callerIn } from './admin.js';

/** Validated like users that are added over HTTP. */
class NewUser {
  @Username({ required: true }) username!: string;
  @Password({ required: true }) password!: string;
  @Email() email?: string;
}

/** The address by which a person is found. */
export class EmailGiven {
  @Email({ required: true }) email!: string;
}

class NewPassword {
  @Password({ required: true }) password!: string;
}

interface Given {
  username: string;
  password: string;
  email?: string;
  userRole: Role;
  access: 'all-locations' | { locationID: string };
}

/** Adds a user. @throws DomainError naming every wrong field */
export async function createUser(app: INestApplicationContext, group: string, given: Given): Promise<UserRow> {
  const caller = await callerIn(app, group);
  const { userRole, access, ...fields } = given;
  const { username, password, email = null } = readRequest(NewUser, fields);
  return app.get(CommandBus).execute(new CreateUser(caller, { username, password, email, userRole, access }));
}

/** The users of a Group as the command line shows them, read page by page. */
export async function listUsers(app: INestApplicationContext, group: string) {
  const caller = await callerIn(app, group);
  const rows: UserRow[] = [];
  for (let page = 1, hasMore = true; hasMore; page++) {
    const read = await app.get(UserQueries).page(caller, { limit: 1_000, page, count: false });
    rows.push(...read.records);
    hasMore = read.hasMore;
  }
  return rows.map((row) => ({
    ID: row.id,
    username: row.username,
    email: row.email,
    userRole: row.user_role,
    state: stateOf(row),
    lastLoginAt: optionalTimestamp(row.last_login_at),
  }));
}

/** Sets a user's password, which ends its sessions. @throws DomainError */
export async function setPassword(app: INestApplicationContext, username: string, given: string): Promise<{ ID: number }> {
  const { caller, ID } = await userNamed(app, username);
  const { password } = readRequest(NewPassword, { password: given });
  await app.get(CommandBus).execute(new UpdateUser(caller, ID, { password }, null));
  return { ID };
}

/** Keeps a user from signing in, or lets it again. @throws NotFound */
export async function disable(app: INestApplicationContext, username: string, disabled: boolean): Promise<{ ID: number }> {
  const { caller, ID } = await userNamed(app, username);
  await app.get(CommandBus).execute(new DisableUser(caller, ID, disabled, null));
  return { ID };
}

/** A user by its name, which is unique across Groups. @throws NotFound */
async function userNamed(app: INestApplicationContext, name: string): Promise<{ caller: Caller; ID: number }> {
  const row = await app.get(Database).queryOne(credentialNamed(foldedUsername(name)));
  if (!row) throw new NotFound(`The user ${name}`);
  const { code } = await app.get(Groups).byID(row.group_id);
  return { caller: await callerIn(app, code), ID: row.user_id };
}
