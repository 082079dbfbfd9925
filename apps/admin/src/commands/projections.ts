import type { INestApplicationContext } from '@nestjs/common';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Difference, Rebuilder, RebuildOptions, Rebuilt, Verified } from '#platform/event-store';
import type { Admin } from '../admin.js';
import type { Progress } from '../progress.js';
import { untilStopped } from '../stopping.js';
import { whole } from '../whole.js';

/** The share of the time that is worked: what runs beside it on a small machine keeps a part of the CPU. */
const share = () =>
  new Option('--share <percent>', 'how much of the time to work; it pauses for the rest').default(50).argParser(percentOf);

/** `projections rebuild [names…]`, `projections verify [names…]` */
export function projectionCommands(program: Command, admin: Admin): void {
  const projections = program.command('projections').description('tables that are derived from events');
  projections
    .command('rebuild')
    .description(
      'replay events and replace rows that are not what they say, while the service runs; exit code 1 when events can’t be read',
    )
    .argument('[names...]', 'which ones; all of them by default')
    .addOption(share())
    .action((names: string[], given: { share: number }, command: Command) =>
      admin.run(command, async (app, progress) => {
        const rebuilt: Rebuilt[] = [];
        await each(app, progress, names, given, async (name, rebuilder, options) => {
          rebuilt.push(await rebuilder.rebuild(name, options));
        });
        if (rebuilt.some(({ unreadable }) => unreadable)) process.exitCode = 1;
        if (rebuilt.some(({ finished }) => !finished)) process.exitCode = 130;
        const nameOf = await namesOf(app);
        return { json: rebuilt, text: rebuilt.flatMap((one) => rebuiltLines(one, nameOf)).join('\n') };
      }),
    );
  projections
    .command('verify')
    .description('compare tables with what their events say, while the service runs; exit code 1 when they differ')
    .argument('[names...]', 'which ones; all of them by default')
    .addOption(share())
    .action((names: string[], given: { share: number }, command: Command) =>
      admin.run(command, async (app, progress) => {
        const verified: Verified[] = [];
        await each(app, progress, names, given, async (name, rebuilder, options) => {
          const tables = await rebuilder.verify(name, options);
          if (tables === null) process.exitCode = 130;
          else verified.push(...tables);
        });
        if (verified.some(({ differing }) => differing > 0)) process.exitCode = 1;
        const nameOf = await namesOf(app);
        return { json: verified, text: verified.flatMap((one) => verifiedLines(one, nameOf)).join('\n') };
      }),
    );
}

/** Does something with each projection, until Ctrl-C or SIGTERM: what is under way then comes to an end of its own. */
async function each(
  app: INestApplicationContext,
  progress: Progress,
  names: readonly string[],
  { share }: { share: number },
  work: (name: string, rebuilder: Rebuilder, options: RebuildOptions) => Promise<void>,
): Promise<void> {
  const { Rebuilder } = await import('#platform/event-store');
  const rebuilder = app.get(Rebuilder);
  const report: RebuildOptions['report'] = ({ projection, events, total }) => progress.show(projection, events, total, 'events');
  await untilStopped(async (signal) => {
    for (const name of names.length > 0 ? names : rebuilder.names()) {
      if (!signal.aborted) await work(name, rebuilder, { signal, report, share: share / 100 });
    }
  });
}

function percentOf(given: string): number {
  const percent = whole(given);
  if (percent < 1 || percent > 100) throw new InvalidArgumentError('must be a number from 1 to 100');
  return percent;
}

/** The name of a record: its table, its ID and its Group's code. */
async function namesOf(app: INestApplicationContext): Promise<(record: Difference) => string> {
  const { Groups } = await import('#contexts/groups');
  const codes = new Map((await app.get(Groups).all()).map(({ id, code }) => [id, code]));
  return ({ table, group_id, id }) => `${table} ${id} of the Group ${codes.get(group_id) ?? group_id}`;
}

const UNREADABLE = "its events can't be read: a value is damaged, or sealed with another key";

function rebuiltLines(
  { projection, events, replaced, unreadable = [], finished }: Rebuilt,
  nameOf: (record: Difference) => string,
): string[] {
  const left = unreadable.length > 0 ? `, ${unreadable.length} left as they are` : '';
  const done = `${projection}: ${events} events, ${replaced} rows replaced${left}`;
  const ended = finished ? done : `${done}; stopped. Run the command again within a day to continue.`;
  return [ended, ...unreadable.map((record) => `  ${nameOf(record)}: ${UNREADABLE}`)];
}

function verifiedLines(
  { table, records, hash, differing, differences }: Verified,
  nameOf: (record: Difference) => string,
): string[] {
  if (differing === 0) return [`${table}: ${records} records are what their events say (${hash.live})`];
  return [
    `${table}: ${differing} of ${records} records differ (${hash.live}, from events ${hash.rebuilt})`,
    ...differences.map((record) => {
      const { kind, columns } = record;
      const how = kind === 'different' ? columns.join(', ') : kind === 'unreadable' ? UNREADABLE : kind;
      return `  ${nameOf(record)}: ${how}`;
    }),
    ...(differing > differences.length ? [`  and ${differing - differences.length} more`] : []),
  ];
}
