import type { Command } from 'commander';
import type { Admin } from '../admin.js';

/** The most files that are named; all of them are counted. */
const MOST = 1_000;

/** `orphans [--remove]` */
export function orphansCommand(program: Command, admin: Admin): void {
  program
    .command('orphans')
    .description('list stored images and parts of imports, older than a day, that no record refers to')
    .option('--remove', 'remove them; not where another service or another database uses the same storage')
    .action(({ remove = false }: { remove?: boolean }, command: Command) =>
      admin.run(command, async (app) => {
        const { Orphans } = await import('#contexts/retention');
        const orphans = app.get(Orphans, { strict: false });
        const names: string[] = [];
        let count = 0;
        for await (const found of orphans.pages()) {
          const page = remove ? await orphans.remove(found) : found;
          count += page.length;
          names.push(...page.slice(0, MOST - names.length).map(({ name }) => name));
        }
        const did = remove ? 'were removed' : 'are referred to by no record';
        return { json: { count, removed: remove, names }, text: [...names, `${count} files ${did}.`].join('\n') };
      }),
    );
}
