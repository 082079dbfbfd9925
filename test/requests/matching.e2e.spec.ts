import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type GuestService, startGuestService } from '../guests/guests.js';
import { connected, WAITING_FOR_US } from '../support/database.js';
import { makeRequest } from '../support/records.js';

let service: GuestService;
beforeAll(async () => {
  service = await startGuestService();
});
afterAll(() => service?.stop());

const ANNA = { name: 'Anna Schmidt', email: 'anna@example.com', phoneNumber: '+49 40 123456' };

/** A Request of Anna's and a ring that nobody is known to have lost, matched. */
async function match(owner: object = {}) {
  const item = await service.item(service.locationID, { item: 'Ring', owner });
  const request = await makeRequest(service.call, service.locationID, { request: 'My ring', owner: ANNA });
  const answer = await service.call('PUT', `/requests/${request.ID}/match`, { itemID: item.ID });
  expect(answer).toMatchObject({ status: 200, body: { status: 'resolved', matchedItemID: item.ID } });
  return { itemID: item.ID as number, requestID: request.ID as number };
}

const itemOf = async (id: number) => (await service.call('GET', `/items/${id}`)).body;
const requestOf = async (id: number) => (await service.call('GET', `/requests/${id}`)).body;

/** What a browser sees that follows a link, or sends a form. */
async function visit(path: string, form?: Record<string, string>): Promise<{ status: number; url: string; text: string }> {
  const sent = form && { method: 'POST', body: new URLSearchParams(form) };
  const answer = await fetch(new URL(path, service.url), sent);
  return { status: answer.status, url: answer.url, text: await answer.text() };
}

/** The guest follows the link of the message to the Request, and there the one to the item. */
async function followed(requestID: number): Promise<string> {
  const { text } = await visit(service.pathTo('request', requestID));
  return /href="(\/g\/[\w-]+)/.exec(text.slice(text.indexOf('<main')))![1]!;
}

describe('a match', () => {
  it('gives an item without a contact the person, and the item goes to her', async () => {
    const { itemID, requestID } = await match({ reservationNumber: 'R-9' });
    const owner = { firstName: 'Anna', lastName: 'Schmidt', contactEmail: ANNA.email, phoneNumber: ANNA.phoneNumber };
    expect(await itemOf(itemID)).toMatchObject({
      status: 'waiting-response',
      requestID,
      owner: { ...owner, reservationNumber: 'R-9' },
    });
    const page = await followed(requestID);
    const form = { recipient: 'Anna Schmidt', address: 'Hauptstraße 5', zipCode: '20095', city: 'Hamburg', countryID: 'DE' };
    expect((await visit(`${page}/send`, form)).text).toContain('We will send it to you');
    expect(await itemOf(itemID)).toMatchObject({ status: 'shipment-paid', owner: { ...owner, address: { city: 'Hamburg' } } });
  });

  it('gives the item the guest as it is when the match is kept, also where it changes in between', async () => {
    const { ID: itemID } = await service.item(service.locationID, { item: 'Ring' });
    const { ID } = await makeRequest(service.call, service.locationID, { request: 'My ring', owner: ANNA });
    const matched = await connected(service.options.databaseUrl, async (client) => {
      await client.query('begin');
      await client.query('select from items where group_id = $1 and id = $2 for update', [service.groupID, itemID]);
      const matching = service.call('PUT', `/requests/${ID}/match`, { itemID });
      await vi.waitFor(async () => expect((await client.query(WAITING_FOR_US)).rowCount).toBeGreaterThan(0), 50_000);
      const owner = { ...ANNA, email: 'schmidt@example.com' };
      expect((await service.call('PUT', `/requests/${ID}`, { owner })).status).toBe(200);
      await client.query('rollback');
      return matching;
    });
    expect(matched).toMatchObject({ status: 200, body: { matchedItemID: itemID, owner: { email: 'schmidt@example.com' } } });
    expect((await itemOf(itemID)).owner.contactEmail).toBe('schmidt@example.com');
  });

  it('sends the guest one message about the find, that of the Request', async () => {
    const { itemID, requestID } = await match();
    const kinds = await service.sql(
      `select kind from messages
       where (subject = 'item' and subject_id = $1) or (subject = 'request' and subject_id = $2) order by version`,
      [itemID, requestID],
    );
    expect(kinds).toEqual([{ kind: 'request-received' }, { kind: 'request-resolved' }]);
  });

  it('that the guest says is not hers opens the Request again, and takes her data from the item', async () => {
    const { itemID, requestID } = await match();
    const after = await visit(`${await followed(requestID)}/not-mine`, {});
    expect(after).toMatchObject({ status: 200 });
    expect(after.text).toContain('We are looking');
    expect(await requestOf(requestID)).toMatchObject({ status: 'registered', matchedItemID: null, resolved: false });
    const item = await itemOf(itemID);
    expect(item).toMatchObject({ status: 'contact-missing', requestID: null });
    expect(Object.values(item.owner).filter((value) => value !== null)).toEqual([]);
    expect((await visit(service.pathTo('item', itemID))).status).toBe(410);
  });

  it('leaves an item its own contact, whose “not mine” opens the Request again too', async () => {
    const { itemID, requestID } = await match({ contactEmail: 'bob@example.com' });
    expect(await itemOf(itemID)).toMatchObject({ requestID, owner: { contactEmail: 'bob@example.com', lastName: null } });
    const answer = await service.call('PUT', `/items/${itemID}/response`, { response: 'not-mine' });
    expect(answer).toMatchObject({ status: 200, body: { status: 'wrong-owner', requestID: null } });
    expect(answer.body.owner.contactEmail).toBe('bob@example.com');
    expect(await requestOf(requestID)).toMatchObject({ status: 'registered', matchedItemID: null });
  });

  it('that is removed takes back what it gave, and can be made again', async () => {
    const [given, own] = [await match(), await match({ phoneNumber: '+49 40 999999' })];
    for (const { requestID } of [given, own]) await service.call('DELETE', `/requests/${requestID}/match`);
    expect(await itemOf(given.itemID)).toMatchObject({
      status: 'contact-missing',
      requestID: null,
      owner: { firstName: null, lastName: null, contactEmail: null, phoneNumber: null },
    });
    expect(await itemOf(own.itemID)).toMatchObject({
      status: 'waiting-response',
      requestID: null,
      owner: { phoneNumber: '+49 40 999999' },
    });
    const again = await service.call('PUT', `/requests/${given.requestID}/match`, { itemID: given.itemID });
    expect(again).toMatchObject({ status: 200, body: { status: 'resolved' } });
    expect(await itemOf(given.itemID)).toMatchObject({ status: 'waiting-response', owner: { contactEmail: ANNA.email } });
  });

  it('is one at a time, on both sides, and says what to do', async () => {
    const { itemID, requestID } = await match();
    const other = await makeRequest(service.call, service.locationID);
    expect(await service.call('PUT', `/requests/${other.ID}/match`, { itemID })).toMatchObject({ status: 409 });
    expect((await requestOf(other.ID)).status).toBe('registered');
    const free = await service.item(service.locationID);
    const refused = await service.call('PUT', `/requests/${requestID}/match`, { itemID: free.ID });
    expect(refused).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } });
    expect(refused.body.detail).toBe(`The Request is matched to item ${itemID}. Remove that match to make another.`);
    expect((await itemOf(free.ID)).requestID).toBeNull();
    expect(await service.call('PUT', `/requests/${requestID}/match`, { itemID })).toMatchObject({ status: 200 });
  });

  it('of an earlier release, which the item does not know of, ends with “not mine” as well', async () => {
    const { itemID, requestID } = await match({ contactEmail: 'bob@example.com' });
    await service.sql(`delete from events where stream_type = 'item' and stream_id = $1 and type = 'ItemMatched'`, [itemID]);
    await service.sql('update items set request_id = null, version = 1 where id = $1', [itemID]);
    await service.call('PUT', `/items/${itemID}/response`, { response: 'not-mine' });
    expect(await requestOf(requestID)).toMatchObject({ status: 'registered', matchedItemID: null });
  });

  it('and “not mine” at the same time leave both sides of one mind', async () => {
    const { itemID, requestID } = await match();
    const answers = await Promise.all([
      service.call('PUT', `/items/${itemID}/response`, { response: 'not-mine' }),
      service.call('DELETE', `/requests/${requestID}/match`),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect(await itemOf(itemID)).toMatchObject({ requestID: null, owner: { contactEmail: null } });
    expect((await requestOf(requestID)).status).toBe('registered');
  });
});
