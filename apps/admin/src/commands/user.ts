import { type Command, Option } from 'commander';
import { ROLES, type Role } from '#platform/kernel';
import type { Admin } from '../admin.js';
import { asked, fromInput } from '../input.js';

const PASSWORD = 'the password: a line of standard input, or asked for on a terminal';

interface Options {
  group: string;
  username: string;
  role: Role;
  emailStdin?: true;
  allLocations?: true;
  location?: string;
}

/**
 * `user list`, `user set-password`, `user disable`,
 * `user create --group acme --username … --role group_admin [--all-locations | --location acme:1] --password-stdin`
 */
export function userCommands(program: Command, admin: Admin): void {
  const user = program.command('user').description('staff users');
  fromInput(user.command('create'), '--email', 'Email address', ', before the password; for notifications and single sign-on')
    .description('add a User')
    .requiredOption('--group <code>', 'the Group')
    .requiredOption('--username <name>', 'unique across the service')
    .addOption(new Option('--role <role>', 'role code').choices(ROLES).makeOptionMandatory())
    .addOption(new Option('--all-locations', 'access to every Location').conflicts('location'))
    .option('--location <locationID>', 'access to this Location')
    .requiredOption('--password-stdin', PASSWORD)
    .action((options: Options, command: Command) => {
      if (!options.allLocations && options.location === undefined) {
        command.error('error: either --all-locations or --location is required');
      }
      return admin.run(command, async (app) => {
        const { createUser } = await import('../users.js');
        const access = options.location === undefined ? 'all-locations' : { locationID: options.location };
        const { username, emailStdin, role: userRole, group } = options;
        const [password, email] = (await asked(admin.input, emailStdin ? ['Email address', 'Password'] : ['Password'])).reverse();
        const row = await createUser(app, group, { username, password: password!, email, userRole, access });
        return {
          json: { ID: row.id, username: row.username, userRole: row.user_role },
          text: `The user ${row.username} has been created with the ID ${row.id}.`,
        };
      });
    });

  user
    .command('list')
    .description('list the Users of a Group')
    .requiredOption('--group <code>', 'the Group')
    .action((options: { group: string }, command: Command) =>
      admin.run(command, async (app) => {
        const { listUsers } = await import('../users.js');
        const users = await listUsers(app, options.group);
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
    .requiredOption('--password-stdin', PASSWORD)
    .action((options: { username: string }, command: Command) =>
      admin.run(command, async (app) => {
        const { setPassword } = await import('../users.js');
        const { username } = options;
        const [password] = await asked(admin.input, ['Password']);
        const { ID } = await setPassword(app, username, password!);
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
        const { disable } = await import('../users.js');
        const { username } = options;
        const disabled = !options.off;
        const { ID } = await disable(app, username, disabled);
        return { json: { ID, username, disabled }, text: `${username} ${disabled ? 'may not' : 'may'} sign in.` };
      }),
    );
}
