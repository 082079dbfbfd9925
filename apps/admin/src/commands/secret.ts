import type { Command } from 'commander';
import type { Admin } from '../admin.js';

/** `secret rotate [--end-links]` */
export function secretCommands(program: Command, admin: Admin): void {
  program
    .command('secret')
    .description('the key that personal data and secrets are sealed with')
    .command('rotate')
    .description(
      'seal everything again with SECRET_KEY, while the service runs with both; exit code 1 when a value can’t be opened',
    )
    .option('--end-links', 'links to guest pages that were sent so far stop opening: for a key that others may know')
    .action(({ endLinks = false }: { endLinks?: boolean }, command: Command) =>
      admin.run(command, async (app, shown) => {
        const { KeyRotation } = await import('#platform/secrets');
        const unreadable: string[] = [];
        const sealed = await app.get(KeyRotation).run({
          endLinks,
          unreadable: (value) => void unreadable.push(value),
          progress: ({ column, seen, total }) => shown.show(column, seen, total, 'values'),
        });
        const { Audit, BY_COMMAND_LINE } = await import('#platform/audit');
        const { Groups } = await import('#contexts/groups');
        const told = { action: 'key.rotated', by: BY_COMMAND_LINE, details: { sealed, unreadable: unreadable.length } } as const;
        for (const { id } of await app.get(Groups).all()) await app.get(Audit, { strict: false }).tell({ groupID: id, ...told });
        if (unreadable.length > 0) process.exitCode = 1;
        const left = unreadable.map((value) => `\n${value} can't be opened with either key, and was left as it is.`);
        const text = `${sealed} values are sealed again. SECRET_KEY_PREVIOUS is no longer needed.${left.join('')}`;
        return { json: { sealed, ...(unreadable.length > 0 && { unreadable }) }, text };
      }),
    );
}
