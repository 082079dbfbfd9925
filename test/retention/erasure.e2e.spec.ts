import { CommandBus } from '@nestjs/cqrs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Groups } from '#contexts/groups';
import { EraseItem } from '#contexts/items';
import { EraseRequest } from '#contexts/requests';
import { Persons, Retention } from '#contexts/retention';
import { Rebuilder } from '#platform/event-store';
import { Images } from '#platform/images';
import { Storage } from '#platform/storage';
import { makeRequest } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
const PLANTED = 'Quillfeather';
const EMAIL = `${PLANTED}@example.com`;

beforeAll(async () => {
  service = await startService();
  locationID = await service.location();
  const enabled = { webhooks: { itemStatus: true, requestStatus: true } };
  const url = 'http://127.0.0.1:9/hook';
  await service.call('PUT', '/webhooks/config', { ...enabled, endpoints: { itemStatus: url, requestStatus: url } });
});
afterAll(() => service?.stop());

/** An item with something personal wherever it may be, whose words and owner have changed once. */
async function plantItem(isKept = false): Promise<number> {
  const owner = { firstName: PLANTED, lastName: PLANTED, contactEmail: EMAIL, address: { city: PLANTED, countryID: 'NL' } };
  const words = { item: `Passport of ${PLANTED}`, location: `Room of ${PLANTED}`, internalNotes: PLANTED, itemStorage: PLANTED };
  const found = { foundAt: '2026-11-20', foundBy: PLANTED, hiddenMark: PLANTED, handling: 'valuable' };
  const imageUrl = `https://example.com/${PLANTED}.jpg`;
  const { ID } = await service.item(locationID, { ...words, ...found, owner, imageUrl });
  const path = `/items/${ID}`;
  const other = `https://example.com/passport-of-${PLANTED}.jpg`;
  await service.call('PUT', path, { item: `Passport of Ms ${PLANTED}`, imageUrl: other, owner: { reservationNumber: PLANTED } });
  expect(await service.call('POST', `${path}/messages`, { kind: 'text', text: `Dear ${PLANTED}` })).toMatchObject({
    status: 202,
  });
  await service.call('PUT', `${path}/response`, { response: 'leave' });
  const disposal = { method: 'donated', recipient: PLANTED, reference: PLANTED, note: PLANTED, reason: PLANTED };
  expect(await service.call('POST', `${path}/disposal`, disposal)).toMatchObject({ status: 200 });
  expect(await service.call('PUT', `${path}/reopen`, { reason: `${PLANTED} called` })).toMatchObject({ status: 200 });
  const [recipient, phoneNumber, companyName] = [PLANTED, '+31 20 123 4567', PLANTED];
  const address = { recipient, companyName, phoneNumber, address: PLANTED, city: PLANTED, countryID: 'NL', zipCode: '3011 AB' };
  expect(await service.call('PUT', `${path}/response`, { response: 'ship', address })).toMatchObject({ status: 200 });
  const labelUrl = `https://example.com/${PLANTED}`;
  const shipment = { status: 'delivered', carrier: 'Post', trackingNumber: PLANTED, labelUrl };
  expect(await service.call('POST', `${path}/shipment`, shipment)).toMatchObject({ status: 200 });
  if (isKept) expect(await service.call('PUT', `${path}/hold`, { reason: `${PLANTED} called` })).toMatchObject({ status: 200 });
  else {
    const handover = { to: PLANTED, identification: 'link', note: PLANTED };
    expect(await service.call('POST', `${path}/handover`, handover)).toMatchObject({ status: 200 });
  }
  return ID;
}

async function plantRequest(): Promise<number> {
  const owner = { name: PLANTED, email: EMAIL };
  const request = { request: `Passport of ${PLANTED}`, location: PLANTED, owner };
  const { ID } = await makeRequest(service.call, locationID, request);
  expect(await service.call('POST', `/requests/${ID}/messages`, { kind: 'text', text: PLANTED })).toMatchObject({ status: 202 });
  await service.call('PUT', `/requests/${ID}/question`, { question: `Are you ${PLANTED}?` });
  await service.call('PUT', `/requests/${ID}/answer`, { answer: `I am ${PLANTED}` });
  await service.call('PUT', `/requests/${ID}/status`, { status: 'not-found' });
  return ID;
}

async function plantOpenRequest(): Promise<number> {
  const owner = { name: PLANTED, email: EMAIL };
  return (await makeRequest(service.call, locationID, { request: PLANTED, owner })).ID;
}

/** Every table with a row that shows the word, whatever its case. */
async function traces(): Promise<string[]> {
  const tables = await service.sql(`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await service.sql(`select from ${name} t where t::text ilike $1 limit 1`, [`%${PLANTED}%`]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function rowsOf(table: string): Promise<string> {
  return JSON.stringify(await service.sql(`select t::text from ${table} t order by 1`));
}

describe('personal data', () => {
  it('is told to its person', async () => {
    const [itemID, requestID] = [await plantItem(true), await plantRequest()];
    const [known] = await service.get(Persons).export(EMAIL.toUpperCase(), null);
    expect(known).toMatchObject({ group: 'demo', items: [{ ID: itemID }], requests: [{ ID: requestID }] });
    expect(await service.get(Persons).export('nobody@example.com', 'demo')).toEqual([]);
    await expect(service.get(Persons).export(EMAIL, 'nowhere')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stands in read models only, and in history for nobody without the key', async () => {
    expect((await traces()).sort()).toEqual(['public.items', 'public.requests']);
  });

  it('leaves no trace once its person had it erased, and a rebuild brings nothing back', async () => {
    const before = (await service.sql('select from webhook_deliveries')).length;
    expect(await service.get(Persons).erase(EMAIL, null)).toEqual([
      { group: 'demo', items: 1, requests: 1, locations: 0, stays: 0 },
    ]);
    expect(await traces()).toEqual([]);
    expect((await service.sql('select from webhook_deliveries')).length - before).toBe(2);
    expect(await service.get(Persons).erase(EMAIL, null)).toEqual([]);

    const items = await anonymized('items');
    expect(items).toMatchObject([{ status: 'anonymized', item: 'anonymized', location: 'anonymized', internalNotes: null }]);
    expect(items[0]).toMatchObject({ foundBy: null, hiddenMark: null, foundAt: '2026-11-20 00:00:00.000', handling: 'valuable' });
    expect(items[0]!.owner).toMatchObject({ firstName: null, contactEmail: null, address: null });
    expect(await anonymized('requests')).toMatchObject([{ status: 'anonymized', request: 'anonymized', askForDetails: null }]);
    const history = await service.call('GET', `/items/${items[0]!.ID}/history`);
    expect(history.status).toBe(200);
    expect(JSON.stringify(history.body)).not.toContain(PLANTED);

    for (const table of ['items', 'requests']) {
      const live = await rowsOf(table);
      await service.get(Rebuilder).rebuild(table);
      expect(await rowsOf(table), table).toBe(live);
    }
  });

  it('of an anonymized item is never taken again', async () => {
    const [item] = await anonymized('items');
    const path = `/items/${item!.ID}`;
    expect(await service.call('PUT', path, { internalNotes: PLANTED })).toMatchObject({ status: 409 });
    expect(await service.call('PUT', `${path}/status`, { status: 'finished' })).toMatchObject({ status: 409 });
    expect(await service.call('DELETE', path)).toMatchObject({ status: 409 });
  });

  it('that a match gave to an item goes with either record, from its history too', async () => {
    const commands = service.get(CommandBus);
    const { groupID } = service;
    for (const erase of ['item', 'request'] as const) {
      const [item, request] = [await service.item(locationID), await plantOpenRequest()];
      expect(await service.call('PUT', `/requests/${request}/match`, { itemID: item.ID })).toMatchObject({ status: 200 });
      expect(await traces()).toContain('public.items');
      if (erase === 'item') await commands.execute(new EraseItem(groupID, item.ID));
      await commands.execute(new EraseRequest(groupID, request));
      expect([erase, await traces()]).toEqual([erase, []]);
      const history = await service.call('GET', `/items/${item.ID}/history`);
      expect(JSON.stringify(history.body)).toContain('ItemMatched');
      expect(JSON.stringify(history.body)).not.toContain(PLANTED);
      const live = await rowsOf('items');
      await service.get(Rebuilder).rebuild('items');
      expect(await rowsOf('items')).toBe(live);
    }
  });

  it('of a Request is kept as long as its item is there', async () => {
    const [item, request] = [await service.item(locationID), await plantOpenRequest()];
    await service.call('PUT', `/requests/${request}/match`, { itemID: item.ID });
    await service.get(Groups).setRetentionDays('demo', 30);
    service.clock.forward(31);
    expect(await service.get(Retention).batch(100)).toBe(0);
    await service.call('PUT', `/items/${item.ID}/status`, { status: 'finished' });
    service.clock.forward(31);
    await service.get(Retention).batch(100);
    // Its item is gone: it is open again, and goes in its own time.
    expect((await service.call('PUT', `/requests/${request}/status`, { status: 'not-found' })).status).toBe(200);
    service.clock.forward(31);
    await service.get(Retention).batch(100);
    expect(await traces()).toEqual([]);
    await service.get(Groups).setRetentionDays('demo', null);
  });

  it('of a deleted item is erased too, and the item stays deleted', async () => {
    const itemID = await plantItem();
    await service.call('DELETE', `/items/${itemID}`);
    const { groupID: id } = service;
    expect(await service.get(CommandBus).execute(new EraseItem(id, itemID))).toBe(true);
    expect(await service.get(CommandBus).execute(new EraseItem(id, itemID))).toBe(false);
    expect(await traces()).toEqual([]);
    expect(await service.call('GET', `/items/${itemID}`)).toMatchObject({ status: 404 });
  });

  it('of a payment goes with the item', async () => {
    const place = await service.location();
    const rates = [{ countries: null, weightID: null, price: 9.9, days: '2' }];
    await service.call('PUT', `/locations/${place}/shipping`, { paidBy: 'guest', currency: 'EUR', rates });
    const { ID } = await service.item(place, { owner: { firstName: PLANTED, contactEmail: EMAIL } });
    const address = { address: 'Street 1', city: 'Ghent', countryID: 'BE', zipCode: '9000' };
    await service.call('PUT', `/items/${ID}/response`, { response: 'ship', address });
    const paid = { status: 'paid', reference: `Transfer of ${PLANTED}`, url: `https://pay.example.com/${PLANTED}` };
    expect(await service.call('PUT', `/items/${ID}/payment`, paid)).toMatchObject({ status: 200 });
    expect(await traces()).toEqual(['public.items']);
    await service.get(CommandBus).execute(new EraseItem(service.groupID, ID));
    expect(await traces()).toEqual([]);
  });

  it('in an uploaded image goes with the item', async () => {
    const itemID = await plantItem();
    const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const { groupID: id } = service;
    const file = { bytes: image, extension: 'png', contentType: 'image/png' } as const;
    const imageUrl = await service.get(Images).keep({ groupID: id, record: itemID }, { ...file, print: '01'.repeat(32) });
    const name = imageUrl.slice(imageUrl.lastIndexOf('/') + 1);
    await service.call('PUT', `/items/${itemID}`, { imageUrl: `https://lost.example/images/${name}` });
    (await service.get(Storage).get(name))!.stream.destroy();
    await service.get(CommandBus).execute(new EraseItem(id, itemID));
    expect(await service.get(Storage).get(name)).toBeNull();
    expect(await service.sql('select from image_prints')).toEqual([]);
  });

  it('is kept for the Group’s time after the end, and erased in batches then', async () => {
    const items = [await plantItem(), await plantItem()];
    await plantRequest();
    const waiting = await service.item(locationID);
    expect(await service.get(Retention).batch(100)).toBe(0);
    await service.get(Groups).setRetentionDays('demo', 30);
    service.clock.forward(29);
    expect(await service.get(Retention).batch(100)).toBe(0);
    service.clock.forward(1);
    // The first item and the Request, then the other item.
    expect(await service.get(Retention).batch(1)).toBe(1);
    expect(await service.get(Retention).batch(1)).toBe(1);
    expect(await service.get(Retention).batch(1)).toBe(0);
    expect(await traces()).toEqual([]);
    for (const id of items) expect([id, (await service.call('GET', `/items/${id}`)).body.status]).toEqual([id, 'anonymized']);
    expect((await service.call('GET', `/items/${waiting.ID}`)).body.status).toBe('contact-missing');
  });

  it('of some kinds is kept for another time: documents and cards sooner, jewelry longer', async () => {
    const groups = service.get(Groups);
    await groups.setRetentionDays('demo', 90);
    await groups.setRetentionByCategory('demo', { private_item: 30, jewelry: 120 });
    const ended = async (categories: string[]) => {
      const { ID } = await service.item(locationID, {
        categories,
        owner: { firstName: 'Kept', contactEmail: 'kept@example.com' },
      });
      await service.call('PUT', `/items/${ID}/status`, { status: 'finished' });
      return ID;
    };
    const [passport, both, ring, scarf] = [
      await ended(['private_item']),
      await ended(['private_item', 'jewelry']),
      await ended(['jewelry']),
      await ended(['clothing']),
    ];
    const { ID: report } = await makeRequest(service.call, locationID, { request: 'My passport', categories: ['private_item'] });
    await service.call('PUT', `/requests/${report}/status`, { status: 'not-found' });
    const sweep = async () => {
      await service.get(Retention).batch(100);
      const statuses: string[] = [];
      for (const id of [passport, both, ring, scarf]) statuses.push((await service.call('GET', `/items/${id}`)).body.status);
      return statuses;
    };
    const [gone, here] = ['anonymized', 'finished'];
    service.clock.forward(29);
    expect(await sweep()).toEqual([here, here, here, here]);
    service.clock.forward(1);
    expect(await sweep()).toEqual([gone, gone, here, here]);
    expect((await service.call('GET', `/requests/${report}`)).body.status).toBe('anonymized');
    service.clock.forward(60);
    expect(await sweep()).toEqual([gone, gone, here, gone]);
    service.clock.forward(30);
    expect(await sweep()).toEqual([gone, gone, gone, gone]);
    await groups.setRetentionDays('demo', null);
    await groups.setRetentionByCategory('demo', {});
  });

  it('is kept for 1 to 3650 days or for ever', async () => {
    await expect(service.get(Groups).setRetentionDays('demo', 0)).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(service.get(Groups).setRetentionDays('nowhere', 5)).rejects.toMatchObject({ code: 'not_found' });
    await expect(service.get(Groups).setRetentionByCategory('nowhere', { bag: 5 })).rejects.toMatchObject({ code: 'not_found' });
    for (const wrong of [{ passport: 30 }, { bag: 0 }, { bag: 3651 }] as Record<string, number>[])
      await expect(service.get(Groups).setRetentionByCategory('demo', wrong)).rejects.toMatchObject({
        code: 'validation_failed',
      });
    await service.get(Groups).setRetentionDays('demo', null);
    expect(await service.get(Groups).withRetention()).toEqual([]);
  });
});

/** They are listed among the others: no filter offers their status (decisions.md, section 10). */
async function anonymized(records: 'items' | 'requests'): Promise<{ ID: number; status: string; owner: object }[]> {
  const { body } = await service.call('GET', `/${records}?limit=1000`);
  return body[records].filter(({ status }: { status: string }) => status === 'anonymized');
}
