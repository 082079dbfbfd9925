import { expect, it } from 'vitest';
import { KeptHistories } from './kept-histories.js';

it('a record that is kept keeps nothing of the large buffer that its key was read into', () => {
  const kept = new KeptHistories();
  const record = { groupID: 1, type: 'thing', id: 1 };
  const sealedKey = Buffer.from('a key as it is stored');
  expect(sealedKey.buffer.byteLength).toBeGreaterThan(1_000);
  kept.keep(record, { state: {}, version: 2, erasure: 0, bytes: 100, sealedKey, read: { events: 2, bytes: 100 } });
  const own = kept.of(record)!.sealedKey!;
  expect(own).toEqual(sealedKey);
  expect(own.buffer.byteLength).toBe(sealedKey.length);
  kept.close();
});
