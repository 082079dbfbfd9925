import { resolve } from 'node:path';
import { ReplayErasures } from '#contexts/retention';
import type { Configuration } from '#platform/configuration';
import { Keyring } from '#platform/secrets';
import { backup, restore, serviceOptions } from '#service';
import { onContexts } from './database.js';
import type { Progress } from './progress.js';
import { replayed } from './replayed.js';

/** Writes a backup into a new folder. */
export async function writeBackup(configuration: Configuration, folder: string, progress: Progress) {
  const { databaseUrl, storage } = serviceOptions(configuration);
  const shown = (what: string, done: number, total: number) => progress.show(what, done, total, 'rows and files');
  const { tables, images } = await backup(databaseUrl, storage!, resolve(folder), shown).finally(() => progress.end());
  const rows = tables.reduce((sum, { count }) => sum + count, 0);
  const text = `${folder} holds ${rows} rows of ${tables.length} tables and ${images.length} files. Keep SECRET_KEY elsewhere: the backup is of no use without it.`;
  return { json: { folder, tables: tables.length, rows, files: images.length }, text };
}

/** Restores a backup into an empty database, which is silent then, and erases again what was erased since. */
export async function restoreBackup(configuration: Configuration, folder: string, progress: Progress) {
  const { databaseUrl, secretKey, previousKey, storage } = serviceOptions(configuration);
  const keyring = new Keyring(secretKey, ...(previousKey ? [previousKey] : []));
  const shown = (what: string, done: number, total: number) => progress.show(what, done, total, 'rows and files');
  const target = { databaseUrl, storage: storage!, keyring };
  const { at } = await restore(resolve(folder), target, shown).finally(() => progress.end());
  const erased = await onContexts(configuration, (app) => app.get(ReplayErasures).run());
  const text = `The backup of ${at} is restored. ${replayed(erased)}\nNothing is sent until "npm run admin -- restored --speak".`;
  return { json: { at, erased, silent: true }, text };
}
