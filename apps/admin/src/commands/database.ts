import type { Command } from 'commander';
import type { Admin } from '../admin.js';

/** `migrate`, `doctor`, `backup --to …`, `backup verify --from …`, `restore --from …` */
export function databaseCommands(program: Command, admin: Admin): void {
  program
    .command('migrate')
    .description('migrate the database to this release, while the previous one runs; continues after an interruption')
    .action((_options: object, command: Command) => admin.migrate(command));

  program
    .command('doctor')
    .description('check what the service needs, changing nothing; exit code 1 when something is wrong')
    .action((_options: object, command: Command) => admin.doctor(command));

  const backup = program
    .command('backup')
    .description('write the database and the images into a new folder, while the service runs')
    .usage('--to <folder>')
    // Not required as such: `verify` below does without.
    .option('--to <folder>', 'a folder that is empty or not there yet')
    .action(({ to }: { to?: string }, command: Command) => {
      if (to === undefined) command.error(`error: required option '--to <folder>' not specified`);
      return admin.backup(command, to);
    });
  backup
    .command('verify')
    .description('compare every file of a backup with what was written; needs neither database nor key')
    .requiredOption('--from <folder>', 'what "backup" wrote')
    .action(({ from }: { from: string }, command: Command) => admin.verifyBackup(command, from));
  program
    .command('restore')
    .description('restore a backup into an empty database; nothing is sent from it until "restored --speak"')
    .requiredOption('--from <folder>', 'what "backup" wrote')
    .action(({ from }: { from: string }, command: Command) => admin.restore(command, from));
}
