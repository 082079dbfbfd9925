import { text } from 'node:stream/consumers';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type Command, Option } from 'commander';
import { credentialNamed, foldedUsername } from '#contexts/credentials';
import { Groups } from '#contexts/groups';
import { CreateUser, DisableUser, Password, stateOf, UpdateUser, Username, UserQueries, type UserRow } from '#contexts/users';
import { Database } from '#platform/database';
import { Email, readRequest } from '#platform/http';
import { type Caller, NotFound, optionalTimestamp, ROLES, type Role } from '#platform/kernel';
import { type Admin, callerIn } from '../admin.js';

interface Options {
  group: string;
  username: string;
  role: Role;
  email?: string;
  allLocations?: true;
  location?: string;
}

/** Validated like users that are added over HTTP. */
class NewUser {
  @Username({ required: true }) username!: string;
  @Password({ required: true }) password!: string;
  @Email() email?: string;
}

class NewPassword {
  @Password({ required: true }) password!: string;
}

/** `user list`, `user set-password`, `user disable`, `user create --group acme --username … --role group_admin [--all-locations | --location acme:1] --password-stdin` */
export function userCommands(program: Command, admin: Admin): void {
  const user = program.command('user').description('staff users');
  user
    .command('create')
    .description('add a User')
    .requiredOption('--group <code>', 'the Group')
    .requiredOption('--username <name>', 'unique across the service')
    .addOption(new Option('--role <role>', 'role code').choices(ROLES).makeOptionMandatory())
    .option('--email <address>', 'for notifications and single sign-on')
    .addOption(new Option('--all-locations', 'access to every Location').conflicts('location'))
    .option('--location <locationID>', 'access to this Location')
    .requiredOption('--password-stdin', 'read the password from standard input')
    .action((options: Options, command: Command) => {
      if (!options.allLocations && options.location === undefined) {
        command.error('error: either --all-locations or --location is required');
      }
      return admin.run(command, async (app) => {
        const caller = await callerIn(app, options.group);
        const {
          username,
          password,
          email = null,
        } = readRequest(NewUser, {
          username: options.username,
          password: await passwordFromInput(),
          email: options.email,
        });
        const access = options.location === undefined ? 'all-locations' : { locationID: options.location };
        const row = await app
          .get(CommandBus)
          .execute(new CreateUser(caller, { username, password, email, userRole: options.role, access }));
        const { id: ID, user_role: userRole } = row;
        return {
          json: { ID, username: row.username, userRole },
          text: `The user ${row.username} has been created with the ID ${ID}.`,
        };
      });
    });

  user
    .command('list')
    .description('list the Users of a Group')
    .requiredOption('--group <code>', 'the Group')
    .action((options: { group: string }, command: Command) =>
      admin.run(command, async (app) => {
        const caller = await callerIn(app, options.group);
        const users = (await allUsers(app, caller)).map((row) => ({
          ID: row.id,
          username: row.username,
          email: row.email,
          userRole: row.user_role,
          state: stateOf(row),
          lastLoginAt: optionalTimestamp(row.last_login_at),
        }));
        const lines = users.map(({ ID, username, userRole, state, lastLoginAt }) =>
          [ID, username, userRole, state, `last signed in ${lastLoginAt ?? 'never'}`].join('  '),
        );
        return { json: users, text: lines.join('\n') || 'There are no users.' };
      }),
    );

  user
    .command('set-password')
    .description('set the password of a User, whose sessions end')
    .requiredOption('--username <name>', 'its name')
    .requiredOption('--password-stdin', 'read the password from standard input')
    .action((options: { username: string }, command: Command) =>
      admin.run(command, async (app) => {
        const { caller, ID, username } = await named(app, options.username);
        const { password } = readRequest(NewPassword, { password: await passwordFromInput() });
        await app.get(CommandBus).execute(new UpdateUser(caller, ID, { password }, null));
        return { json: { ID, username }, text: `The password of ${username} has been set; its sessions have ended.` };
      }),
    );

  user
    .command('disable')
    .description('keep a User from signing in; its sessions end')
    .requiredOption('--username <name>', 'its name')
    .option('--off', 'let it sign in again')
    .action((options: { username: string; off?: true }, command: Command) =>
      admin.run(command, async (app) => {
        const { caller, ID, username } = await named(app, options.username);
        const disabled = !options.off;
        await app.get(CommandBus).execute(new DisableUser(caller, ID, disabled, null));
        return { json: { ID, username, disabled }, text: `${username} ${disabled ? 'may not' : 'may'} sign in.` };
      }),
    );
}

async function passwordFromInput(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}

/** A user by its name, which is unique across Groups. @throws NotFound */
async function named(app: INestApplicationContext, name: string) {
  const row = await app.get(Database).queryOne(credentialNamed(foldedUsername(name)));
  if (!row) throw new NotFound(`The user ${name}`);
  const { code } = await app.get(Groups).byID(row.group_id);
  return { caller: await callerIn(app, code), ID: row.user_id, username: name };
}

/** Page by page, as the listing has a limit. */
async function allUsers(app: INestApplicationContext, caller: Caller): Promise<UserRow[]> {
  const rows: UserRow[] = [];
  for (let page = 1; ; page++) {
    const { records, hasMore } = await app.get(UserQueries).page(caller, { limit: 1_000, page, count: false });
    rows.push(...records);
    if (!hasMore) return rows;
  }
}
