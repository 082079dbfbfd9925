import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { parse } from 'csv-parse/sync';
import { ImportWorkModule } from '#contexts/imports';
import type { PollingLoop } from '#platform/queue';
import type { Answer, Call } from '../support/call.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

/** Columns that an item needs. */
export const COLUMNS = 'item,location,departuredDate,locationID';

/** A worker that looks for files many times a second: nobody tells it of them. */
export async function startImporter(...given: Parameters<typeof startWorker>) {
  const worker = await startWorker(...given);
  const loop: PollingLoop = Reflect.get(worker.get(ImportWorkModule), 'loop');
  Reflect.set(loop, 'interval', 50);
  loop.wake();
  return worker;
}

/** The service with a Location. */
export interface ImportService extends TestService {
  locationID: string;
  /** What imports, which ends with the service; a story may put another in its place. */
  worker: INestApplicationContext;
}

export async function startImportService(): Promise<ImportService> {
  const service = await startService();
  const stop = async () => {
    await started.worker.close();
    await service.stop();
  };
  const worker = await startImporter(service.options);
  const started = { ...service, worker, stop, locationID: await service.location() };
  return started;
}

/** Uploads a file. */
export function upload(call: Call, file: string | Buffer, fields: Record<string, string> = {}, headers = {}): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([file as never]), 'items.csv');
  return call('POST', '/imports', form, headers);
}

/** The import once it has ended. */
export async function ended(call: Call, importID: number, maxWait = 30_000): Promise<Answer['body']> {
  for (const end = Date.now() + maxWait; ; await pause(25)) {
    const { body } = await call('GET', `/imports/${importID}`);
    if (!['queued', 'running'].includes(body.status)) return body;
    if (Date.now() > end) throw new Error(`The import has not ended: ${JSON.stringify(body)}`);
  }
}

/** Uploads a file, and waits for the end. */
export async function imported(call: Call, file: string | Buffer, fields: Record<string, string> = {}) {
  const { status, body } = await upload(call, file, fields);
  if (status !== 202) throw new Error(`The file was refused: ${JSON.stringify(body)}`);
  return ended(call, body.ID);
}

/** The refused rows of an import as `row field code`. */
export async function refusals(call: Call, importID: number): Promise<string[]> {
  const { body } = await call('GET', `/imports/${importID}/errors`);
  const lines: Record<string, string>[] = parse(body, { columns: true });
  return lines.map(({ row, field, code }) => `${row} ${field} ${code}`);
}
