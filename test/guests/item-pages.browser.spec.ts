import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { lookAtAll, press } from './every-page.js';

describe('every guest page of an item', () => {
  lookAtAll(async (service) => {
    const late = (await service.suitcase({ customStorageDays: 1 })).ID;
    service.clock.forward(2);
    const item = service.pathTo('item', (await service.suitcase()).ID);
    const answered = async (response: string, address?: object) => {
      const { ID } = await service.suitcase();
      const { status } = await service.call('PUT', `/items/${ID}/response`, { response, ...(address && { address }) });
      expect(status).toBe(200);
      return ID;
    };
    const sent = await answered('ship', { address: 'Hauptstraße 5', city: 'Hamburg', countryID: 'DE', zipCode: '20095' });
    await service.call('POST', `/items/${sent}/shipment`, { status: 'in-route', carrier: 'DHL', trackingNumber: '0034043416' });
    const shipped = async (...statuses: string[]) => {
      const ID = await answered('ship', { address: 'Hauptstraße 5', city: 'Hamburg', countryID: 'DE', zipCode: '20095' });
      for (const status of statuses)
        await service.call('POST', `/items/${ID}/shipment`, { status, carrier: 'DHL', trackingNumber: '1' });
      return service.pathTo('item', ID);
    };
    const finished = await answered('pickup');
    await service.call('PUT', `/items/${finished}/status`, { status: 'finished' });
    const dear = await service.location();
    const rate = { countries: null, weightID: null, price: 9.9, days: '2–3' };
    await service.call('PUT', `/locations/${dear}/shipping`, { paidBy: 'guest', currency: 'EUR', rates: [rate] });
    const home = { recipient: 'Anna Schmidt', address: 'Hauptstraße 5', city: 'Hamburg', zipCode: '20095' };
    const unpaid = (await service.suitcase({ locationID: dear })).ID;
    await service.call('PUT', `/items/${unpaid}/response`, { response: 'ship', address: { ...home, countryID: 'DE' } });
    const priced = service.pathTo('item', (await service.suitcase({ locationID: dear })).ID);
    const word = service.pathTo('item', (await service.suitcase({ item: 'Donaudampfschifffahrtskapitänsmützenabzeichen' })).ID);
    return {
      item: { path: item },
      'long-word': { path: word },
      'long-word-leave': { path: `${word}/leave` },
      'no-photo': { path: service.pathTo('item', (await service.suitcase({ imageUrl: 'https://gone.example.com/x.jpg' })).ID) },
      collect: { path: `${item}/collect` },
      send: { path: `${item}/send` },
      'send-wrong': { path: `${item}/send`, fill: press },
      leave: { path: `${item}/leave` },
      'not-mine': { path: `${item}/not-mine` },
      collected: { path: service.pathTo('item', await answered('pickup')) },
      'in-route': { path: service.pathTo('item', sent) },
      booked: { path: await shipped('pickup-scheduled') },
      delivered: { path: await shipped('in-route', 'delivered') },
      finished: { path: service.pathTo('item', finished) },
      expired: { path: service.pathTo('item', late) },
      'send-priced': {
        path: `${priced}/send`,
        fill: async (page: Page) => {
          for (const [name, value] of Object.entries(home)) await page.locator(`#${name}`).fill(value);
          await page.locator('#countryID').selectOption('DE');
          await press(page);
        },
      },
      'to-pay': { path: service.pathTo('item', unpaid) },
      left: { path: service.pathTo('item', await answered('leave')) },
      'wrong-owner': { path: service.pathTo('item', await answered('not-mine')) },
      gone: { path: '/g/none', status: 404 },
      closed: { path: service.pathTo('item', sent, { contact: 'mistaken@example.com' }), status: 410 },
      finds: { path: service.pathTo('finds', sent) },
      'finds-collect': { path: `${service.pathTo('finds', sent)}/collect` },
      'finds-send': { path: `${service.pathTo('finds', sent)}/send` },
    };
  });
});
