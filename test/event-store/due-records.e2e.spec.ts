import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Groups } from '#contexts/groups';
import { expireItems } from '#contexts/items';
import { Retention } from '#contexts/retention';
import { TimedCommands } from '#platform/event-store';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let unreadable: number[];
let readable: number;
beforeAll(async () => {
  service = await startService();
  const locationID = await service.location({ itemStorageDays: 1 });
  const ids: number[] = [];
  for (let count = 0; count < 4; count++) {
    ids.push((await service.item(locationID)).ID);
  }
  readable = ids.pop()!;
  unreadable = ids;
  await service.sql(`update subject_keys set sealed_key = '\\x00' where stream_type = 'item' and stream_id = any($1)`, [
    unreadable,
  ]);
});
afterAll(() => service?.stop());

/** Batches until nothing more is due, each smaller than the number of records that can't be read. */
async function sweep(batch: (limit: number) => Promise<number>): Promise<void> {
  let batches = 0;
  while ((await batch(2)) === 2) expect(++batches).toBeLessThan(10);
}

describe('records that can’t be read, however many are due first', () => {
  it('keep no other from expiring', async () => {
    service.clock.forward(2);
    const expiring = expireItems(service.get(TimedCommands));
    await sweep((limit) => expiring.batch(limit));
    expect((await service.call('GET', `/items/${readable}`)).body.status).toBe('expired');
    const kept = await Promise.all(unreadable.map((id) => service.call('GET', `/items/${id}`)));
    expect(kept.map(({ body }) => body.status)).toEqual(unreadable.map(() => 'contact-missing'));
  });

  it('keep no other from being erased', async () => {
    await service.sql(`update items set status = 'expired' where id = any($1)`, [unreadable]);
    await service.sql(`update items set updated_at = updated_at - interval '1 day' where id = any($1)`, [unreadable]);
    await service.get(Groups).setRetentionDays('demo', 30);
    service.clock.forward(31);
    await sweep((limit) => service.get(Retention).batch(limit));
    expect((await service.call('GET', `/items/${readable}`)).body.status).toBe('anonymized');
  });
});
