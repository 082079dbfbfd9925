import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { COLUMNS, ended, refusals, upload } from '../imports/imports.js';
import { callsWith } from '../support/call.js';
import { Installation } from './support/installation.js';
import { between } from './support/seed.js';

const folder = mkdtempSync(join(tmpdir(), 'lost-and-found-import-'));
let service: Installation;

beforeEach(async () => {
  service = await Installation.begin({ DATA_DIR: folder });
});
afterEach(async () => {
  await service?.end();
  rmSync(folder, { recursive: true, force: true });
});

const ROWS = 3_000;

it('an import whose workers are killed registers each row once', async () => {
  const call = callsWith(new URL(service.url).origin, service.token);
  const registered = async () =>
    (await service.rows<{ count: number }>(`select count(*)::int as count from items where location = 'Row'`))[0]!.count;
  const rows = Array.from(
    { length: ROWS },
    (_, n) => `Umbrella ${n},Row,2026-11-20 11:00:00,${n % 10 === 0 ? 'demo:999' : 'demo:1'}`,
  );
  const { body } = await upload(call, `${COLUMNS}\n${rows.join('\n')}`);
  for (let death = 0; death < 3; death++) {
    const before = await registered();
    const worker = await service.worker();
    const enough = before + between(1, 400);
    // The one before held the import for 20 s.
    await vi.waitFor(async () => expect(await registered()).toBeGreaterThanOrEqual(enough), { timeout: 60_000, interval: 1 });
    await worker.kill();
    expect(await registered()).toBeLessThan(ROWS * 0.9);
  }
  await service.worker();
  const record = await ended(call, body.ID, 120_000);
  expect(record).toMatchObject({ status: 'done', rows: ROWS, accepted: ROWS * 0.9, refused: ROWS * 0.1 });
  const [counts] = await service.rows(
    `select count(*)::int as items, count(distinct item)::int as names from items where location = 'Row'`,
  );
  expect(counts).toEqual({ items: ROWS * 0.9, names: ROWS * 0.9 });
  expect(await refusals(call, body.ID)).toEqual(
    Array.from({ length: ROWS / 10 }, (_, n) => `${n * 10 + 1} locationID unknown_reference`),
  );
});
