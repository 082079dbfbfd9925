import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '#platform/database';
import { CallLimits } from '#platform/limits';
import { FolderStorage, Storage } from '#platform/storage';
import { createLocation } from '../support/records.js';
import { type GuestService, startGuestService } from './guests.js';

const folder = mkdtempSync(join(tmpdir(), 'photo-storage-'));

/** A folder that stores nothing before it is let. */
class SlowStorage extends FolderStorage {
  begun = 0;
  private gate = Promise.resolve();
  private open = () => {};

  hang(): void {
    this.begun = 0;
    this.gate = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  finish(): void {
    this.open();
  }

  override async put(...file: Parameters<FolderStorage['put']>): Promise<void> {
    this.begun++;
    await this.gate;
    await super.put(...file);
  }
}

const storage = new SlowStorage(folder);
const photo = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer();

let service: GuestService;
beforeAll(async () => {
  service = await startGuestService({ limits: new CallLimits(100_000, 0), storage });
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => storage.hang());

const files = () => readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.jpg'));

async function form(locationID: string) {
  const path = `${service.url}/lost/${locationID}`;
  const token = /name="token" value="([^"]+)"/.exec(await (await fetch(path)).text())![1]!;
  return async (request: string) => {
    const data = new FormData();
    const fields = { request, token, name: 'Ann', email: 'ann@example.com' };
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    data.set('photo', new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }) as never);
    return (await fetch(path, { method: 'POST', body: data, redirect: 'manual' })).status;
  };
}

describe('a storage that hangs', () => {
  it('holds no connection of the database while guests send photos', async () => {
    const send = await Promise.all(Array.from({ length: 5 }, () => form(service.locationID)));
    const answers = Promise.all(send.map((one, n) => one(`Scarf ${n}`)));
    await vi.waitFor(() => expect(storage.begun).toBe(5), { timeout: 50_000 });
    const held = await service.sql(
      `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(held).toEqual([]);
    storage.finish();
    expect(await answers).toEqual(Array(5).fill(303));
    expect(files()).toHaveLength(5);
  });

  it('leaves one photo of a form that is sent twice, and none of one that is refused', async () => {
    const before = files().length;
    const send = await form(service.locationID);
    const twice = Promise.all([send('Umbrella'), send('Umbrella')]);
    await vi.waitFor(() => expect(storage.begun).toBe(2), { timeout: 50_000 });
    storage.finish();
    expect(await twice).toEqual([303, 303]);
    await vi.waitFor(() => expect(files()).toHaveLength(before + 1), 50_000);

    storage.hang();
    const locationID = await createLocation(service.call);
    const refused = (await form(locationID))('Hat');
    await vi.waitFor(() => expect(storage.begun).toBe(1), { timeout: 50_000 });
    await service.call('PUT', `/locations/${locationID}/deactivate`);
    storage.finish();
    expect(await refused).toBeGreaterThanOrEqual(400);
    expect(files()).toHaveLength(before + 1);
  });
});

it('nobody calls the storage within a transaction', async () => {
  storage.finish();
  const inTransaction = (work: () => Promise<unknown>) => service.get(Database).inTransaction(work);
  const keep = () => service.get(Storage).put('planted.jpg', photo, 'image/jpeg');
  await expect(inTransaction(keep)).rejects.toThrow('within a transaction');
  await expect(inTransaction(async () => service.get(Storage).delete('planted.jpg'))).rejects.toThrow('within a transaction');
  await keep();
});
