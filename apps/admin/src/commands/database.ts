import type { Command } from 'commander';
import type { Admin } from '../admin.js';

/** `migrate`, `backup --to …`, `restore --from …`, `projections rebuild [names…]` */
export function databaseCommands(program: Command, admin: Admin): void {
  program
    .command('migrate')
    .description('migrate the database to this release')
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

  const projections = program.command('projections').description('tables that are derived from events');
  projections
    .command('rebuild')
    .description('empty projections and replay their events, while the service runs')
    .argument('[names...]', 'which ones; all of them by default')
    .action((names: string[], _options: object, command: Command) =>
      admin.run(command, async (app) => {
        const { Rebuilder } = await import('#platform/event-store');
        const rebuilder = app.get(Rebuilder);
        const rebuilt: { projection: string; events: number }[] = [];
        for (const projection of names.length > 0 ? names : rebuilder.names()) {
          rebuilt.push({ projection, events: await rebuilder.rebuild(projection) });
        }
        const lines = rebuilt.map(({ projection, events }) => `${projection}: ${events} events`);
        return { json: rebuilt, text: lines.join('\n') };
      }),
    );
}
