import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { exportText, ItemExportQuery, ItemPages, ItemQueries } from '#contexts/items';
import { readRequest } from '#platform/http';
import { type Answer, callerIn } from './admin.js';
import { privateFile } from './private-file.js';
import type { Progress } from './progress.js';

/**
 * Writes items as `GET /items/export` does, into a file or, without one, to the output; the answer is null then.
 * @param query as a call would send it
 * @throws ValidationFailed, UnknownReferences
 */
export async function exportItems(
  app: INestApplicationContext,
  { group, file, query }: { group: string; file?: string; query: object },
  progress: Progress,
): Promise<Answer | null> {
  const { format, ...filters } = readRequest(ItemExportQuery, query);
  const caller = await callerIn(app, group);
  const { total } = await app.get(ItemQueries).page(caller, { limit: 1, page: 1, count: true }, filters);
  let items = 0;
  async function* counted() {
    for await (const page of app.get(ItemPages).all(async () => caller, filters)) {
      items += page.length;
      progress.show('export', items, total ?? 0, 'items');
      yield page;
    }
  }
  const text = Readable.from(await exportText(counted(), format));
  if (file === undefined) await pipeline(text, process.stdout, { end: false });
  else await pipeline(text, await privateFile(file));
  return file === undefined ? null : { json: { file, format, items }, text: `${file} holds ${items} items.` };
}
