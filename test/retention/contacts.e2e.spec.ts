import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EraseContact } from '#contexts/locations';
import { Persons, ReplayErasures } from '#contexts/retention';
import { Rebuilder } from '#platform/event-store';
import { FolderStorage, Storage } from '#platform/storage';
import { startService, type TestService } from '../support/service.js';

const PLANTED = 'Quillfeather';
const EMAIL = `${PLANTED}@example.com`;
const CONTACT = {
  contactPerson: `Jane ${PLANTED}`,
  contactEmail: EMAIL,
  contactEmailCC: null,
  phoneNumber: `${PLANTED} 55`,
};
const NOBODY = { contactPerson: null, contactEmail: null, contactEmailCC: null, phoneNumber: null };

const images = mkdtempSync(join(tmpdir(), 'erasures-'));
let service: TestService;
beforeAll(async () => {
  service = await startService({ storage: new FolderStorage(images) });
  const url = 'http://127.0.0.1:9/hook';
  await service.call('POST', '/webhooks/endpoints', { url, events: ['location.updated'] });
});
afterAll(async () => {
  await service?.stop();
  rmSync(images, { recursive: true, force: true });
});

async function contactOf(locationID: string) {
  return (await service.call('GET', `/locations/${locationID}`)).body.contactDetails;
}

function enter(locationID: string, contactDetails: object) {
  return service.call('PUT', `/locations/${locationID}`, { contactDetails });
}

/** Guests are shown the person's address too. */
function showGuests(locationID: string) {
  const pickup = { email: EMAIL.toUpperCase(), phoneNumber: `${PLANTED} 66` };
  return service.call('PUT', `/locations/${locationID}/guest-settings`, { replyTo: EMAIL, pickup });
}

/** Every table with a row that shows the word, whatever its case. */
async function traces(word = PLANTED): Promise<string[]> {
  const tables = await service.sql(`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await service.sql(`select from ${name} t where t::text ilike $1 limit 1`, [`%${word}%`]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function numberOf(locationID: string): Promise<number> {
  return (await service.sql('select id from locations where location_id = $1', [locationID]))[0].id;
}

/** The table is the same when it is made of the events anew. */
async function expectRebuildsTheSame(): Promise<void> {
  const rows = () => service.sql('select t::text from locations t order by 1');
  const live = await rows();
  await service.get(Rebuilder).rebuild('locations');
  expect(await rows()).toEqual(live);
}

/** What the endpoint is told of a Location, oldest first. */
async function told(locationID: string) {
  const rows = await service.sql(
    `select body::json as body from webhook_deliveries where event = 'location.updated' and location_id = $1 order by created_at`,
    [locationID],
  );
  return rows.map(({ body }) => body.data.fields);
}

describe('the contact person of a Location', () => {
  it('is told what is known, and erased on request: in the record, in history, and in what was written before', async () => {
    const locationID = await service.location({ contactDetails: CONTACT });
    await enter(locationID, { contactPerson: `Joan ${PLANTED}` });
    expect(await showGuests(locationID)).toMatchObject({ status: 200 });
    expect((await traces()).sort()).toEqual(['public.guest_settings', 'public.locations']);
    const contactDetails = { ...CONTACT, contactPerson: `Joan ${PLANTED}` };
    expect(await service.get(Persons).export(EMAIL.toLowerCase(), null)).toEqual([
      { group: 'demo', items: [], requests: [], locations: [{ locationID, contactDetails }], stays: [], replies: [] },
    ]);

    const erased = { group: 'demo', items: 0, requests: 0, locations: 1, stays: 0 };
    expect(await service.get(Persons).erase(EMAIL, null)).toEqual([erased]);
    expect(await traces()).toEqual([]);
    expect(await service.get(Persons).erase(EMAIL, null)).toEqual([]);
    expect(await contactOf(locationID)).toEqual(NOBODY);
    const history = await service.call('GET', `/locations/${locationID}/history`);
    expect(JSON.stringify(history.body)).toContain('PersonalDataErased');
    expect(JSON.stringify(history.body)).not.toContain(PLANTED);
    await expectRebuildsTheSame();
  });

  it('has a next one, sealed with a new key, who is erased like the first', async () => {
    const locationID = await service.location({ contactDetails: CONTACT });
    await service.get(Persons).erase(EMAIL, 'demo');
    const next = { contactPerson: 'Noor Larkspur', contactEmail: 'larkspur@example.com', phoneNumber: '020 1' };
    expect(await enter(locationID, next)).toMatchObject({ status: 200, body: { contactDetails: { ...NOBODY, ...next } } });
    await enter(locationID, { phoneNumber: '020 2' });
    expect(await traces('larkspur')).toEqual(['public.locations']);
    const { body } = await service.call('GET', `/locations/${locationID}/history`);
    expect(JSON.stringify(body)).toContain('Noor Larkspur');
    expect(JSON.stringify(body)).not.toContain(PLANTED);
    await expectRebuildsTheSame();

    await service.get(Persons).erase('LARKSPUR@example.com', null);
    expect(await traces('larkspur')).toEqual([]);
    expect(await contactOf(locationID)).toEqual(NOBODY);
    await expectRebuildsTheSame();
  });

  it('who only gets copies goes alone, and the others stay', async () => {
    const contactEmailCC = `desk@example.com, ${EMAIL}`;
    const contact = {
      contactPerson: 'Mirabelle Thistledown',
      contactEmail: 'mirabelle@example.com',
      contactEmailCC,
      phoneNumber: '020 3',
    };
    const locationID = await service.location({ contactDetails: contact });
    expect(await service.get(Persons).erase(EMAIL, null)).toMatchObject([{ locations: 1 }]);
    expect(await contactOf(locationID)).toEqual({ ...contact, contactEmailCC: 'desk@example.com' });
    expect(await traces()).toEqual([]);
    await expectRebuildsTheSame();
    await service.get(Persons).erase('mirabelle@example.com', null);
    expect(await contactOf(locationID)).toEqual({ ...NOBODY, contactEmailCC: 'desk@example.com' });
    expect(await traces('mirabelle')).toEqual([]);
  });

  it('is erased from events that an earlier release wrote in clear', async () => {
    const locationID = await service.location({ contactDetails: CONTACT });
    const id = await numberOf(locationID);
    await service.sql(
      `update events set data = (
         select json_object_agg(key, case key when 'contactDetails' then $2::json else value end) from json_each(data))
       where stream_type = 'location' and stream_id = $1`,
      [id, JSON.stringify(CONTACT)],
    );
    await service.sql(`delete from subject_keys where stream_type = 'location' and stream_id = $1`, [id]);
    expect((await traces()).sort()).toEqual(['public.events', 'public.locations']);
    await service.get(Persons).erase(EMAIL, null);
    expect(await traces()).toEqual([]);
    expect((await service.call('GET', `/locations/${locationID}`)).body).toMatchObject({ name: 'Harbour Hotel' });
    await expectRebuildsTheSame();
  });

  it('is reported once as a change of contactDetails, by webhook endpoints', async () => {
    const CC = { ...CONTACT, contactPerson: 'Sam', contactEmail: 'sam@example.com', phoneNumber: '020 4', contactEmailCC: EMAIL };
    const [whole, copy] = [await service.location({ contactDetails: CONTACT }), await service.location({ contactDetails: CC })];
    await service.get(Persons).erase(EMAIL, null);
    expect(await told(whole)).toEqual([['contactDetails']]);
    expect(await told(copy)).toEqual([['contactDetails']]);
  });

  it('is erased again on a restored database, by the address', async () => {
    const locationID = await service.location({ contactDetails: CONTACT });
    await service.get(Persons).erase(EMAIL, null);
    // What a backup from before has in it: the person.
    await enter(locationID, CONTACT);
    await showGuests(locationID);
    expect(await service.get(ReplayErasures).run()).toMatchObject({ locations: 1 });
    expect(await traces()).toEqual([]);
    expect(await service.get(ReplayErasures).run()).toMatchObject({ locations: 0 });
  });

  it('whose address can’t be told any more is erased by the Location, unless it has another one since', async () => {
    const contactDetails = { ...CONTACT, contactEmail: 'wren@example.com' };
    const [old, next] = [await service.location({ contactDetails }), await service.location({ contactDetails })];
    const records = [old, next].map((locationID) => ({ group: 'demo', kind: 'location', id: Number(locationID.split(':')[1]) }));
    const address = { key: 'a key that is lost', hash: 'unknown' };
    const erasure = { at: service.clock.now().toISOString(), address, group: null, records };
    await service.get(Storage).put('erasure-1-lost.json', Buffer.from(JSON.stringify(erasure)), 'application/json');
    service.clock.forward(1);
    await enter(next, { contactPerson: 'Rowan', contactEmail: 'rowan@example.com' });
    expect(await service.get(ReplayErasures).run()).toMatchObject({ locations: 1, unreadable: 1 });
    expect([await contactOf(old), (await contactOf(next)).contactPerson]).toEqual([NOBODY, 'Rowan']);
    const commands = service.get(CommandBus);
    expect(await commands.execute(new EraseContact(service.groupID, 9_999, null))).toBe(false);
  });
});
