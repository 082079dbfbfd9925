import { Command } from 'commander';
import { releaseName } from '#platform/runtime';
import type { Admin } from './admin.js';
import { COMMAND } from './command-name.js';
import { databaseCommands } from './commands/database.js';
import { groupCommands } from './commands/group.js';
import { itemCommands } from './commands/items.js';
import { languageCommands } from './commands/language.js';
import { locationCommands } from './commands/location.js';
import { messageCommands } from './commands/message.js';
import { orphansCommand } from './commands/orphans.js';
import { personalDataCommands } from './commands/personal-data.js';
import { projectionCommands } from './commands/projections.js';
import { restoredCommand } from './commands/restored.js';
import { secretCommands } from './commands/secret.js';
import { tokenCommands } from './commands/token.js';
import { userCommands } from './commands/user.js';

const EXAMPLE = `
The commands use the same environment variables as the service (DATABASE_URL, DATA_DIR, SECRET_KEY …). The service may be running or not.

Example:
  ${COMMAND} group create --code acme --name "Acme"
  ${COMMAND} token create --group acme --json`;

/** The whole command line (decisions.md, section 8). @param json wrong arguments are thrown, and nothing but JSON is written */
export function programOf(admin: Admin, json = false): Command {
  const program = new Command(COMMAND)
    .description('Administers the lost-and-found service.')
    .version(releaseName(), '--version', 'print the version and the commit that it was built from')
    .option('--json', 'print the result as JSON')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(add --help for usage)')
    .addHelpText('after', EXAMPLE);
  // Subcommands take this over when they are added.
  if (json) program.exitOverride().configureOutput({ writeErr: () => undefined });
  for (const add of [
    groupCommands,
    tokenCommands,
    languageCommands,
    userCommands,
    locationCommands,
    itemCommands,
    messageCommands,
    personalDataCommands,
    databaseCommands,
    secretCommands,
    restoredCommand,
    orphansCommand,
    projectionCommands,
  ])
    add(program, admin);
  return program;
}
