import { expect, it } from 'vitest';
import type { Database } from '#platform/database';
import type { EventLog } from './event-log.js';
import { Histories } from './histories.js';
import type { PersonalData } from './personal-data.js';
import type { StreamOf } from './stream.js';

it('a record that is kept keeps nothing of the large buffer that its key was read into', () => {
  const database = { isInTransaction: false } as Database;
  const histories = new Histories(database, null as unknown as EventLog, null as unknown as PersonalData);
  const record = { groupID: 1, type: 'thing', id: 1 } as StreamOf<unknown, never, never, never>;
  const sealedKey = Buffer.from('a key as it is stored');
  expect(sealedKey.buffer.byteLength).toBeGreaterThan(1_000);
  histories.committed(record, { state: {}, version: 2, erasure: 0, bytes: 100, sealedKey, read: { events: 2, bytes: 100 } });
  const own = histories.last(record)!.sealedKey!;
  expect(own).toEqual(sealedKey);
  expect(own.buffer.byteLength).toBe(sealedKey.length);
  histories.onModuleDestroy();
});
