import type { Command } from 'commander';
import type { Admin } from '../admin.js';

/** `migrate`, `projections rebuild [names…]` */
export function databaseCommands(program: Command, admin: Admin): void {
  program
    .command('migrate')
    .description('migrate the database to this release')
    .action((_options: object, command: Command) => admin.migrate(command));

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
