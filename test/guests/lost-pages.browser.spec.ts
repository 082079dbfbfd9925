import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { makeRequest } from '../support/records.js';
import { lookAtAll, press } from './every-page.js';

describe('every guest page of a report', () => {
  lookAtAll(async (service) => {
    const nobody = { firstName: null, contactEmail: null, lastName: 'Twofold', reservationNumber: 'T-2' };
    for (const thing of ['Left shoe', 'Right shoe']) await service.suitcase({ item: thing, owner: nobody });
    const lost = {
      request: 'Burgundy suitcase',
      location: 'Room 312',
      departuredDate: '2026-11-18 00:00:00',
      colors: ['burgundy'],
    };
    const report = async () => (await makeRequest(service.call, service.locationID, lost)).ID;
    const [asked, matched, notFound] = [await report(), await report(), await report()];
    await service.call('PUT', `/requests/${notFound}/status`, { status: 'not-found' });
    await service.call('PUT', `/requests/${asked}/question`, { question: 'Does it have a name tag?' });
    await service.call('PUT', `/requests/${matched}/match`, { itemID: (await service.suitcase()).ID });
    return {
      lost: { path: `/lost/${service.locationID}` },
      'lost-wrong': { path: `/lost/${service.locationID}`, fill: press },
      'lost-photo-again': {
        path: `/lost/${service.locationID}`,
        fill: async (page: Page) => {
          await page.locator('summary').click();
          await page.locator('#photo').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('words') });
          await press(page);
        },
      },
      'request-asked': { path: service.pathTo('request', asked, { contact: null }) },
      'request-made': { path: `${service.pathTo('request', await report(), { contact: null })}?made` },
      'request-not-found': { path: service.pathTo('request', notFound, { contact: null }) },
      'request-matched': { path: service.pathTo('request', matched, { contact: null }) },
      withdraw: { path: `${service.pathTo('request', asked, { contact: null })}/withdraw` },
      found: { path: `/found/${service.locationID}` },
      'found-nothing': {
        path: `/found/${service.locationID}`,
        fill: async (page: Page) => {
          await page.locator('#surname').fill('Nobody');
          await page.locator('#departuredDate').fill('2026-11-18');
          await press(page);
        },
      },
      several: {
        path: `/found/${service.locationID}`,
        fill: async (page: Page) => {
          await page.locator('#surname').fill('Twofold');
          await page.locator('#departuredDate').fill('2026-11-18');
          await page.locator('#reservationNumber').fill('T2');
          await press(page);
        },
      },
      embedded: { path: `/lost/${service.locationID}?embed=1` },
    };
  });
});
