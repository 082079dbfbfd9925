import type { Command } from 'commander';
import type { Admin } from '../admin.js';

/** `migrate`, `backup --to …`, `restore --from …` */
export function databaseCommands(program: Command, admin: Admin): void {
  program
    .command('migrate')
    .description('migrate the database to this release, while the previous one runs; continues after an interruption')
    .action((_options: object, command: Command) => admin.migrate(command));

  program
    .command('backup')
    .description('write the database and the images into a new folder, while the service runs')
    .requiredOption('--to <folder>', 'a folder that is empty or not there yet')
    .action(({ to }: { to: string }, command: Command) => admin.backup(command, to));
  program
    .command('restore')
    .description('restore a backup into an empty database; nothing is sent from it until "restored --speak"')
    .requiredOption('--from <folder>', 'what "backup" wrote')
    .action(({ from }: { from: string }, command: Command) => admin.restore(command, from));
}
