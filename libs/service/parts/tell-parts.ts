import { statfs } from 'node:fs/promises';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import type { Configuration } from '#platform/configuration';
import { gauge, Metrics, measured } from '#platform/observability';
import { knownOf } from './known.js';
import { concernsIn, type Known, type Part, type ProcessName, partsIn, partsOf } from './parts.js';
import { roomIn } from './room.js';
import { watchWays } from './watch-ways.js';
import { waysOf } from './ways-out.js';

/**
 * Says in the log which parts of a process are off, which do not work, and what follows from that, and serves the same as metrics with what
 * else an operator has to look after: the age of the backup and of the key, and the room in DATA_DIR.
 * @param says whether it is this process that says it in the log, of several that are alike
 */
export function tellParts(app: INestApplicationContext, configuration: Configuration, process: ProcessName, says = true): void {
  const own = (parts: Part[]) => parts.filter(({ of }) => of.includes(process));
  const fixed = own(partsOf(configuration));
  const read = measured(() => knownOf(app));
  const { registry } = app.get(Metrics);
  const help = 'Whether a part of the service is set up (1) or off (0).';
  gauge(registry, { name: 'lost_and_found_configured', help, labels: ['part'] }, async () => {
    const now = process === 'worker' ? await read() : null;
    return [...fixed, ...(now ? own(partsIn(now)) : [])].map(({ part, isOn }) => [{ part }, isOn ? 1 : 0]);
  });
  measureRoom(configuration.dataDir, app);
  const log = new Logger('Parts');
  const say = (parts: Part[]) => {
    for (const part of parts) if (!part.isOn) log[levelOf(part, configuration)](`Off: ${part.part}: ${part.text}.`);
  };
  const warn = (what: string) => (error: Error) => log.warn(`Look after: ${what}: ${error.message}.`);
  if (says) {
    say(fixed);
    void roomIn(configuration.dataDir).catch((error) => error.code === undefined && warn('disk')(error));
  }
  const works = watchWays(says ? waysOf(configuration, process) : {});
  const about = 'Whether a part that is set up works (1) or not (0), tried every ten minutes without sending anything.';
  gauge(registry, { name: 'lost_and_found_part_works', help: about, labels: ['part'] }, async () =>
    works().map(([part, isWell]) => [{ part }, isWell ? 1 : 0]),
  );
  if (process === 'api') return;
  const age = 'When a backup was last made and checked, as far as the service was told; in seconds since 1970.';
  gauge(registry, { name: 'lost_and_found_last_backup_timestamp_seconds', help: age }, async () => {
    const at = (await read())?.lastBackup;
    return at ? [[{}, at.getTime() / 1000]] : [];
  });
  const since = 'Since when new values are sealed with the key of this database; in seconds since 1970.';
  gauge(registry, { name: 'lost_and_found_key_timestamp_seconds', help: since }, async () => {
    const at = (await read())?.keySince;
    return at ? [[{}, at.getTime() / 1000]] : [];
  });
  // A state that the database does not tell now, its metric and the alert will.
  const sayKnown = (now: Known) => {
    say(own(partsIn(now)));
    for (const { check, isWell, text } of concernsIn(now)) if (!isWell) warn(check)(new Error(text));
  };
  if (says) void read().then((now) => now && sayKnown(now));
}

/** A trial on this machine is meant to be without. */
function levelOf({ isNeeded }: Part, { production, messages }: Configuration): 'debug' | 'log' | 'warn' {
  if (messages.folder !== null && !production) return 'debug';
  return isNeeded ? 'warn' : 'log';
}

/** The room on the disk of DATA_DIR; nothing where the process has no such folder. */
function measureRoom(folder: string, app: INestApplicationContext): void {
  const { registry } = app.get(Metrics);
  const sizes = measured(() => statfs(folder));
  const bytes = (name: string, help: string, blocks: 'bavail' | 'blocks') =>
    gauge(registry, { name: `lost_and_found_data_${name}_bytes`, help }, async () => {
      const found = await sizes();
      return found ? [[{}, found[blocks] * found.bsize]] : [];
    });
  bytes('free', 'Room left on the disk of DATA_DIR.', 'bavail');
  bytes('size', 'Size of the disk of DATA_DIR.', 'blocks');
}
