import type { Command } from 'commander';
import type { Configuration } from '#platform/configuration';
import type { Admin } from '../admin.js';
import type { Finding } from '../doctor.js';
import { pathOf } from '../files.js';
import type { Progress } from '../progress.js';

/** `migrate`, `doctor`, `backup --to …`, `backup verify --from …`, `backup done`, `restore --from …` */
export function databaseCommands(program: Command, admin: Admin): void {
  program
    .command('migrate')
    .description('migrate the database to this release, while the previous one runs; continues after an interruption')
    .action((_options: object, command: Command) =>
      admin.onDatabase(command, 'made', async (configuration, progress) => {
        const { migrateOwn } = await import('../database.js');
        await migrateOwn(configuration, ({ migration, doing, rows, total, reason }) => {
          if (rows !== undefined && total !== undefined) progress.show(migration, rows, total, 'rows');
          else if (doing === 'waiting') progress.say(`${migration}: waiting for a lock that others hold; the service goes on`);
          else if (doing === 'index') progress.say(`${migration}: building an index`);
          else if (doing === 'refused') progress.say(`The role did not get ${migration} (${reason}): behind a pooler, set it.`);
        });
        return { json: { migrated: true }, text: 'The database is up to date.' };
      }),
    );

  program
    .command('doctor')
    .description(
      'check what the service needs and the ways out of the machine, changing and sending nothing; exit code 1 when something is wrong',
    )
    .action((_options: object, command: Command) => {
      const work = async (configuration: Configuration & { databaseUrl: string }) => {
        const { examine } = await import('../doctor.js');
        const findings = await examine(configuration, admin.configuration().databaseUrl ?? configuration.databaseUrl);
        if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
        const word = ({ ok, off }: Finding) => (off ? 'off  ' : ok ? 'ok   ' : 'WRONG');
        const lines = findings.map((finding) => `${word(finding)} ${finding.check}: ${finding.text}`);
        return { json: findings, text: lines.join('\n') };
      };
      return admin.onDatabase(command, 'any', work);
    });

  const backup = program
    .command('backup')
    .description('write the database and the images into a new folder, while the service runs')
    .usage('--to <folder>')
    // Not required as such: `verify` below does without.
    .option('--to <folder>', 'a folder that is empty or not there yet', pathOf)
    .action(({ to }: { to?: string }, command: Command) => {
      if (to === undefined) command.error(`error: required option '--to <folder>' not specified`);
      return admin.onDatabase(command, 'backup', async (configuration, progress) => {
        const { writeBackup } = await import('../backup.js');
        return writeBackup(configuration, to, progress);
      });
    });
  backup
    .command('verify')
    .description('compare every file of a backup with what was written; needs neither database nor key')
    .requiredOption('--from <folder>', 'what "backup" wrote', pathOf)
    .action(({ from }: { from: string }, command: Command) =>
      admin.show(command, async (_configuration, progress) => {
        const { verifyBackup } = await import('../backup.js');
        return verifyBackup(from, progress);
      }),
    );
  backup
    .command('done')
    .description('tell the service that a backup is made and checked, by "backup" or by other means: its alert counts from then')
    .action((_options: object, command: Command) =>
      admin.onDatabase(command, 'backup', async ({ databaseUrl }) => {
        const { rememberBackup } = await import('#service');
        const at = (await rememberBackup(databaseUrl)).toISOString();
        return { json: { at }, text: `The last good backup is of ${at}.` };
      }),
    );
  program
    .command('restore')
    .description('restore a backup into an empty database; nothing is sent from it until "restored --speak"')
    .requiredOption('--from <folder>', 'what "backup" wrote', pathOf)
    .action(({ from }: { from: string }, command: Command) => {
      const work = async (configuration: Configuration, progress: Progress) => {
        const { restoreBackup } = await import('../backup.js');
        return restoreBackup(configuration, from, progress);
      };
      return admin.onDatabase(command, 'made', work);
    });
}
