import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeSendcloud } from '#fakes';
import { createLocation, registerItem } from '../support/records.js';
import type { TestService } from '../support/service.js';
import { ACCOUNT, ADDRESSES, type Shipping, startShipping } from './parcels.js';

let sendcloud: FakeSendcloud;
let hotel: Shipping;
let other: Awaited<ReturnType<TestService['group']>>;
let elsewhere: string;

beforeAll(async () => {
  sendcloud = await new FakeSendcloud().start();
  hotel = await startShipping('sendcloud', sendcloud);
  other = await hotel.group('other');
  elsewhere = await createLocation(other.call);
  const { body } = await other.call('POST', '/connections', { provider: 'sendcloud', name: 'It', settings: ACCOUNT });
  const shipping = { paidBy: 'location', currency: 'EUR', rates: [], carrierID: body.ID };
  await other.call('PUT', `/locations/${elsewhere}/shipping`, shipping);
});
afterAll(async () => {
  await hotel?.stop();
  await sendcloud?.stop();
});

/** An item of the other Group that is to be sent. */
async function toSendThere(): Promise<number> {
  const owner = { firstName: 'Ben', lastName: 'Weber', contactEmail: 'ben@example.com', address: ADDRESSES.FR };
  const { ID } = await registerItem(other.call, elsewhere, { owner });
  await other.call('PUT', `/items/${ID}/response`, { response: 'ship' });
  return ID;
}
const shipThere = (itemID: number) => other.call('POST', `/items/${itemID}/shipment/label`, {});
const references = () => sendcloud.ledger.bought.map(({ external_reference_id }) => external_reference_id);

describe('Groups that share an account of a carrier', () => {
  it('have labels of their own, though each counts its items from 1', async () => {
    const [ours, theirs] = [await hotel.toSend(), await toSendThere()];
    expect(ours).toBe(theirs);
    const labels = [await hotel.ship(ours), await shipThere(theirs)];
    expect(labels.map(({ status }) => status)).toEqual([201, 201]);
    const [one, two] = labels.map(({ body }) => body.shipment.trackingNumber);
    expect(one).not.toBe(two);
    expect(references()).toEqual([String(ours), `g${other.groupID}-${theirs}`]);
  });

  it('find a label that was ordered before they had references of their own', async () => {
    const itemID = await toSendThere();
    sendcloud.fail('reset after', 'POST /api/v3/shipments/announce');
    sendcloud.fail('500 before', 'GET /api/v3/shipments', 4);
    expect((await shipThere(itemID)).status).toBe(503);
    const before = `old-${itemID}`;
    sendcloud.ledger.bought.at(-1)!.external_reference_id = before;
    await hotel.sql(
      `update parcel_labels set reference = $1, lease_token = null, claimable_at = now() - interval '1 second'
       where group_id = $2 and item_id = $3`,
      [before, other.groupID, itemID],
    );
    const bought = references().length;
    await shipThere(itemID);
    expect((await other.call('GET', `/items/${itemID}`)).body.status).toBe('pickup-scheduled');
    expect(references()).toHaveLength(bought);
  });
});

it('A reference that another installation has used before is left to it: the next try is made at once, and once', async () => {
  await hotel.ship(await hotel.toSend());
  const itemID = await hotel.toSend();
  const [known] = sendcloud.ledger.bought;
  const announcedAt = new Date(Date.now() - 30 * 24 * 3_600_000);
  sendcloud.ledger.shipments.push({ ...known!, id: 'theirs', external_reference_id: String(itemID), announcedAt });
  const { status, body } = await hotel.ship(itemID);
  expect([status, body.shipment.trackingNumber === known!.trackingNumber]).toEqual([201, false]);
  expect(references().at(-1)).toBe(`${itemID}-2`);
});
