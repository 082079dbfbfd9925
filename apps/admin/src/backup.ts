import { ReplayErasures } from '#contexts/retention';
import type { Configuration } from '#platform/configuration';
import { StartError } from '#platform/process';
import { backup, restore, serviceOptions, verify } from '#service';
import { COMMAND } from './command-name.js';
import { keyringOf, onContexts } from './database.js';
import { inPlace } from './files.js';
import { requireKey } from './found.js';
import type { Progress } from './progress.js';
import { replayed } from './replayed.js';

/** Writes a backup into a new folder. */
export async function writeBackup(configuration: Configuration, folder: string, progress: Progress) {
  const { databaseUrl, storage } = serviceOptions(configuration);
  const { tables, images } = await inPlace(folder, () => backup(databaseUrl, storage!, folder, shownBy(progress)));
  const counts = countsOf(tables, images);
  return {
    json: { folder, ...counts.json },
    text: `${folder} ${counts.text} Keep SECRET_KEY elsewhere: the backup is of no use without it.`,
  };
}

/** Compares every file of a backup with what was written. @throws StartError naming the first that differs */
export async function verifyBackup(folder: string, progress: Progress) {
  const { at, tables, images } = await verify(folder, shownBy(progress));
  const counts = countsOf(tables, images);
  return { json: { folder, at, ...counts.json }, text: `${folder}, of ${at}, is whole: it ${counts.text}` };
}

function shownBy(progress: Progress) {
  return (what: string, done: number, total: number) => progress.show(what, done, total, 'rows and files');
}

function countsOf(tables: readonly { count: number }[], images: readonly unknown[]) {
  const rows = tables.reduce((sum, { count }) => sum + count, 0);
  const json = { tables: tables.length, rows, files: images.length };
  return { json, text: `holds ${rows} rows of ${tables.length} tables and ${images.length} files.` };
}

/** Restores a backup into an empty database, which is silent then, and erases again what was erased since. */
export async function restoreBackup(configuration: Configuration, folder: string, progress: Progress) {
  requireKey(configuration);
  const { databaseUrl, storage, cell } = serviceOptions(configuration);
  const keyring = keyringOf(configuration);
  const { at } = await restore(folder, { databaseUrl, storage: storage!, keyring, cell }, shownBy(progress));
  const erased = await onContexts(configuration, (app) => app.get(ReplayErasures).run()).catch((error: Error) => {
    const left = 'The backup is restored, but what was erased since is not erased again';
    throw new StartError(`${left} (${error.message}): run "${COMMAND} erasures replay".`, { cause: error });
  });
  const text = `The backup of ${at} is restored. ${replayed(erased)}\nNothing is sent until "${COMMAND} restored --speak".`;
  return { json: { at, erased, silent: true }, text };
}
