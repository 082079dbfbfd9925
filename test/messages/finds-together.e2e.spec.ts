import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { imported } from '../imports/imports.js';
import { registerItem, UMBRELLA } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';
import { MailServer } from './mail-server.js';

const HOUR = 60 * 60 * 1000;

/** How many finds there are of each of ten owners; nobody is known of the other 242. */
const FINDS = [3, 8, 7, 5, 3, 3, 8, 8, 7, 6];
const UNKNOWN = 242;

let service: TestService;
let mail: MailServer;
let worker: INestApplicationContext;
let places: Record<'import' | 'call' | 'batch', string>;

beforeAll(async () => {
  service = await startService({ publicUrl: 'https://lost.example', findsTogether: HOUR });
  mail = await MailServer.open(() => null);
  const channels = {
    smtpUrl: mail.url,
    from: 'Lost and Found <lost@service.example>',
    smsUrl: null,
    folder: null,
    schedule: [300],
  };
  worker = await startWorker(service.options, {}, channels);
  const [first, second, third] = await Promise.all(Array.from({ length: 3 }, () => service.location()));
  places = { import: first!, call: second!, batch: third! };
  await Promise.all([byImport(), bySingleCalls(), byBatch()]);
  await untilSent();
});
afterAll(async () => {
  await worker?.close();
  await mail?.close();
  await service?.stop();
});

/** The items, those of each owner spread over all of them, as in a hotel's spreadsheet. */
function finds(name: string) {
  const spread = (count: number, contactEmail: string | null) =>
    Array.from({ length: count }, (_, index) => ({ at: (index + 0.5) / count, contactEmail }));
  const known = FINDS.flatMap((count, owner) => spread(count, `${name}${owner}@guest.example`));
  return [...known, ...spread(UNKNOWN, null)].sort((a, b) => a.at - b.at).map(({ contactEmail }) => contactEmail);
}

async function byImport() {
  const lines = finds('import').map((contactEmail) => `Umbrella,Lobby,2026-11-20 11:00:00,${contactEmail ?? ''}`);
  const file = ['item,location,departuredDate,owner.contactEmail', ...lines].join('\n');
  expect(await imported(service.call, file, { locationID: places.import, notify: 'true' })).toMatchObject({
    accepted: 300,
    refused: 0,
  });
}

function bySingleCalls() {
  return Promise.all(finds('call').map((contactEmail) => registerItem(service.call, places.call, { owner: { contactEmail } })));
}

async function byBatch() {
  const items = finds('batch').map((contactEmail) => ({ ...UMBRELLA, locationID: places.batch, owner: { contactEmail } }));
  for (let at = 0; at < items.length; at += 100) {
    const { status } = await service.call('POST', '/items/batch', { items: items.slice(at, at + 100) });
    expect(status).toBe(200);
  }
}

/** From the moment at which the first message is due; the others become due as long after it as they were registered. */
async function untilSent() {
  const [{ left }] = await service.sql('select extract(epoch from min(claimable_at) - now())::float8 as left from messages');
  service.clock.forward(left / 86_400);
  await vi.waitFor(
    async () => {
      const waiting = await service.sql("select from messages where status = 'waiting'");
      expect(waiting).toHaveLength(0);
    },
    { timeout: 50_000, interval: 100 },
  );
}

const sentTo = (name: string) =>
  mail.received
    .filter(({ to }) => to.startsWith(name))
    .map(({ to, email }) => `${to} ${email.subject}`)
    .sort();
const oneEach = (name: string) =>
  FINDS.map((count, owner) => `${name}${owner}@guest.example Harbour Hotel: we found ${count} things of yours`);

describe('finds of ten owners that are registered within seconds go out as one message for each', () => {
  it('from the file of an import', () => {
    expect(sentTo('import')).toEqual(oneEach('import'));
  });

  it('from single calls at once', () => {
    expect(sentTo('call')).toEqual(oneEach('call'));
  });

  it('from batches', () => {
    expect(sentTo('batch')).toEqual(oneEach('batch'));
  });

  it('and count once each towards the rate limit of their Location', async () => {
    const counted = await service.sql(
      'select location_id, count(taken_at)::int as messages from messages group by location_id order by location_id',
    );
    expect(counted).toEqual(
      Object.values(places)
        .sort()
        .map((location_id) => ({ location_id, messages: FINDS.length })),
    );
  });
});
