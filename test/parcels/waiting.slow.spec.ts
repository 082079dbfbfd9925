import { expect, it } from 'vitest';
import { FakeSendcloud } from '#fakes';
import { startShipping } from './parcels.js';

it('an answer waits ten seconds for carriers in all, for one that a label was ordered with before too', async () => {
  const sendcloud = await new FakeSendcloud().start();
  const hotel = await startShipping('sendcloud', sendcloud, { pace: {} });
  try {
    const itemID = await hotel.toSend();
    sendcloud.fail('reset after', 'POST /api/v3/shipments/announce');
    sendcloud.fail('500 before', 'GET /api/v3/shipments', 4);
    expect((await hotel.ship(itemID)).status).toBe(503);
    const settings = { publicKey: 'public-key', secretKey: 'secret-key' };
    await hotel.call('PUT', `/connections/${hotel.carrierID}`, { name: 'Old', enabled: false, settings });
    const { body } = await hotel.call('POST', '/connections', { provider: 'sendcloud', name: 'New', settings });
    await hotel.setShipping({ carrierID: body.ID });
    // Another call has the label for a while.
    await hotel.sql(`update parcel_labels set lease_token = gen_random_uuid(), claimable_at = now() + interval '4 s'`);
    sendcloud.fail('silent', 'GET /api/v3/shipments');
    const begun = performance.now();
    expect((await hotel.ship(itemID)).status).toBe(503);
    const took = performance.now() - begun;
    expect([took > 9_000, took < 11_500], String(took)).toEqual([true, true]);
    await hotel.sql(`update parcel_labels set claimable_at = now() - interval '1 second'`);
    expect((await hotel.ship(itemID)).body.status).toBe('pickup-scheduled');
    expect(sendcloud.ledger.bought).toHaveLength(1);
  } finally {
    await hotel.stop();
    await sendcloud.stop();
  }
});
