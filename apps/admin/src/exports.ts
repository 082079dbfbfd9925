import type { INestApplicationContext } from '@nestjs/common';
import { exportText, ItemExportQuery, ItemPages, ItemQueries } from '#contexts/items';
import { Audit } from '#platform/audit';
import { readRequest } from '#platform/http';
import { type Answer, callerIn } from './admin.js';
import { STANDARD, writePrivately } from './files.js';
import type { Progress } from './progress.js';

/**
 * Writes items as `GET /items/export` does, into a file or to the output; the answer is null then.
 * @param query as a call would send it
 * @throws ValidationFailed, UnknownReferences
 */
export async function exportItems(
  app: INestApplicationContext,
  { group, file, query }: { group: string; file: string; query: object },
  progress: Progress,
): Promise<Answer | null> {
  const { format, ...filters } = readRequest(ItemExportQuery, query);
  const caller = await callerIn(app, group);
  const told = { groupID: caller.group.id, action: 'items.exported', by: caller, details: { format } } as const;
  await app.get(Audit, { strict: false }).tell(told);
  const { total } = await app.get(ItemQueries).page(caller, { limit: 1, page: 1, count: true }, filters);
  let items = 0;
  async function* counted() {
    for await (const page of app.get(ItemPages).all(async () => caller, filters)) {
      items += page.length;
      progress.show('export', items, total ?? 0, 'items');
      yield page;
    }
  }
  await writePrivately(file, await exportText(counted(), format));
  return file === STANDARD ? null : { json: { file, format, items }, text: `${file} holds ${items} items.` };
}
