import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { ImportForm, ImportRunner, Imports, importRecord, ReceivedFiles, refusalLines, refusedRows } from '#contexts/imports';
import { readRequest } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { type Answer, callerIn } from './admin.js';
import { STANDARD, writePrivately } from './files.js';
import type { Input } from './input.js';
import type { Progress } from './progress.js';
import { untilStopped } from './stopping.js';

export interface ImportOptions {
  group: string;
  file: string;
  location?: string;
  columns?: string;
  dateFormat?: string;
  encoding?: string;
  dryRun?: true;
  notify?: true;
  errors?: string;
  refused?: string;
}

/** Milliseconds until this looks again at an import that a worker holds. */
const LOOK = 200;

/**
 * Imports a file as `POST /imports` does, and works on it beside the workers until it has ended.
 * @returns null where the output is that of refused rows
 * @throws DomainError for what the file or the Location is refused for
 */
export async function importFile(
  app: INestApplicationContext,
  given: ImportOptions,
  progress: Progress,
  input: Input,
): Promise<Answer | null> {
  const imports = app.get(Imports);
  const caller = await callerIn(app, given.group);
  const { location: locationID, columns, dateFormat, encoding, dryRun = false, notify = false } = given;
  const settings = readRequest(ImportForm, { locationID, columns, dateFormat, encoding, dryRun, notify });
  const file = given.file === STANDARD ? Readable.from(input) : createReadStream(given.file);
  const received = await app.get(ReceivedFiles).receive(caller, file);
  const { id } = await imports.queue(caller, received, settings);
  const isStopped = await workOn(app, caller, id, progress);
  const row = await imports.one(caller, id);
  const { errors, refused } = given;
  if (errors !== undefined) await writePrivately(errors, refusalLines(imports.refusals(row), row));
  if (refused !== undefined) await writePrivately(refused, refusedRows(imports.refusals(row, true), row));
  if (row.status !== 'done') process.exitCode = isStopped ? 130 : 1;
  const did = row.dry_run ? 'could be registered' : 'were registered';
  const text = `Import ${id} is ${row.status}: ${row.accepted} rows ${did}, ${row.refused} were refused.`;
  const ahead = isStopped ? ' A worker goes on with it.' : '';
  const where = errors === undefined ? '' : ` ${errors} says why.`;
  const said = `${text}${ahead}${row.refused > 0 || row.status === 'failed' ? where : ''}`;
  if (![errors, refused].includes(STANDARD)) return { json: importRecord(row), text: said };
  progress.say(said);
  return null;
}

/** Registers rows until the import has ended and its file is deleted, or Ctrl-C. @returns whether it was stopped before */
function workOn(app: INestApplicationContext, caller: Caller, id: number, progress: Progress): Promise<boolean> {
  const [imports, runner] = [app.get(Imports), app.get(ImportRunner)];
  return untilStopped(async (stopped) => {
    while (!stopped.aborted) {
      const { parts, accepted, refused, rows } = await imports.one(caller, id);
      if (parts === 0) return false;
      progress.show(`import ${id}`, accepted + refused, rows ?? 0, 'rows');
      if (!(await runner.batch(caller.group.id))) await pause(LOOK);
    }
    return true;
  });
}
