import { text } from 'node:stream/consumers';
import { CommandBus } from '@nestjs/cqrs';
import { type Command, Option } from 'commander';
import { CreateUser, Password, Username } from '#contexts/users';
import { Email, readRequest } from '#platform/http';
import { ROLES, type Role } from '#platform/kernel';
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

/** `user create --group acme --username … --role group_admin [--all-locations | --location acme:1] --password-stdin` */
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
          password: (await text(process.stdin)).replace(/\r?\n$/, ''),
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
}
