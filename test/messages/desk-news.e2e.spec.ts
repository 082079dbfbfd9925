import { describe, expect, it } from 'vitest';
import { Persons } from '#contexts/retention';
import { makeRequest } from '../support/records.js';
import { desk, eventually, isTold, lastTo, linkIn, locationID, newOwner, page, service, telling, told } from './telling.js';

telling();

describe('the desk of a Location', () => {
  it('is told of answers and new Requests at once, with its copies', async () => {
    const owner = newOwner();
    const { ID } = await service.item(locationID, { owner: { contactEmail: owner } });
    await isTold(owner, /found something/);
    expect(told(desk)).toEqual([]);
    await service.call('PUT', `/items/${ID}/response`, { response: 'pickup' });
    await isTold(desk, /news from guests/);
    expect(lastTo(desk).text).toContain(`Item ${ID} (Umbrella): the owner will collect it`);
    expect(lastTo(desk).cc).toMatchObject([{ address: `cc.${desk}` }]);
    await makeRequest(service.call, locationID, { request: 'Red scarf', owner: { email: newOwner() } });
    await isTold(desk, /news from guests/, /news from guests/);
    expect(lastTo(desk).text).toContain('Red scarf');
  });

  it('is written to in the default Language of the Location, with the page of the desk for each record', async () => {
    const german = await service.language({ language: 'German', code: 'de' });
    const chosen = { languageIDs: [german], defaultLanguageID: german };
    const { status } = await service.call('PUT', `/locations/${locationID}/languages`, chosen);
    expect(status).toBe(200);
    const made = await makeRequest(service.call, locationID, { request: 'Red scarf', owner: { email: newOwner() } });
    await isTold(desk, /Neues von Gästen/);
    expect(lastTo(desk).text).toMatch(new RegExp(`Red scarf https://lost\\.example/desk/requests/${made.ID}$`, 'm'));
    const { ID } = await service.item(locationID, { owner: { contactEmail: newOwner() } });
    await service.call('PUT', `/items/${ID}/response`, { response: 'pickup' });
    await isTold(desk, /./, /Neues von Gästen/);
    expect(lastTo(desk).text).toMatch(new RegExp(`https://lost\\.example/desk/items/${ID}$`, 'm'));
    expect(lastTo(desk).html).toContain(`href="https://lost.example/desk/items/${ID}"`);
  });

  it('is told that an owner who left the item wants it back after all, and that shipping is to be paid first', async () => {
    const rates = [{ countries: null, weightID: null, price: 9.9, days: '2' }];
    await service.call('PUT', `/locations/${locationID}/shipping`, { paidBy: 'guest', currency: 'EUR', rates });
    const owner = newOwner();
    const { ID } = await service.item(locationID, { owner: { contactEmail: owner } });
    await isTold(owner, /found something/);
    const link = linkIn(lastTo(owner).text);
    await page(`${link}/leave`, 'POST', new URLSearchParams());
    await isTold(desk, /news/);
    expect((await page(`${link}/take-back`, 'POST', new URLSearchParams())).status).toBe(303);
    await isTold(desk, /news/, /news/);
    expect(lastTo(desk).text).toContain(`Item ${ID} (Umbrella): the owner wants it back after all`);
    const address = { address: 'Street 1', city: 'Ghent', countryID: 'BE', zipCode: '9000' };
    await service.call('PUT', `/items/${ID}/response`, { response: 'ship', address });
    await isTold(desk, /news/, /news/, /news/);
    expect(lastTo(desk).text).toContain('it is to be sent to the owner once shipping is paid for');
    await isTold(owner, /found something/, /received your answer/, /received your answer/);
    expect(lastTo(owner).text).toContain('We will send it to you as soon as shipping is paid for.');
  });

  it('may want a summary at 07:00 of its own zone instead', async () => {
    const zone = 'Asia/Tokyo';
    await service.call('PUT', `/locations/${locationID}`, { timeZone: zone });
    await service.call('PUT', `/locations/${locationID}/guest-settings`, { notifyDesk: 'daily' });
    const guest = newOwner();
    for (const request of ['Red scarf', 'Blue hat']) {
      await makeRequest(service.call, locationID, { request, owner: { email: guest } });
    }
    await eventually(() => expect(told(guest)).toHaveLength(2));
    const waiting = "select claimable_at from messages where location_id = $1 and kind = 'desk-news' and lease_token is null";
    await eventually(async () => {
      const rows = await service.sql(waiting, [locationID]);
      const times = rows.map(({ claimable_at }) =>
        new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(new Date(claimable_at)),
      );
      expect(times).toEqual(['07:00', '07:00']);
    });
    expect(told(desk)).toEqual([]);
    service.clock.forward(1);
    await isTold(desk, /news from guests/);
    for (const thing of ['Red scarf', 'Blue hat']) expect(lastTo(desk).text).toContain(thing);
  });

  it('whose contact person was erased is told by the copies that are left, and nobody where there are none', async () => {
    await service.get(Persons).erase(desk, null);
    await makeRequest(service.call, locationID, { request: 'Red scarf', owner: { email: newOwner() } });
    await isTold(`cc.${desk}`, /news from guests/);
    await service.get(Persons).erase(`cc.${desk}`, null);
    await makeRequest(service.call, locationID, { request: 'Blue hat', owner: { email: newOwner() } });
    await eventually(async () => {
      const rows = await service.sql(
        "select status from messages where location_id = $1 and kind = 'desk-news' order by created_at",
        [locationID],
      );
      expect(rows).toEqual([{ status: 'sent' }, { status: 'obsolete' }]);
    });
    expect(told(desk)).toEqual([]);
  });

  it('may want nothing', async () => {
    await service.call('PUT', `/locations/${locationID}/guest-settings`, { notifyDesk: 'never' });
    const guest = newOwner();
    await makeRequest(service.call, locationID, { request: 'Red scarf', owner: { email: guest } });
    await isTold(guest, /received your report/);
    await eventually(async () => {
      const rows = await service.sql("select status from messages where location_id = $1 and kind = 'desk-news'", [locationID]);
      expect(rows).toEqual([{ status: 'obsolete' }]);
    });
    expect(told(desk)).toEqual([]);
  });
});

describe('a letter', () => {
  it('comes in the name of the hotel, with its looks, its address and the link written out', async () => {
    await service.call('PUT', `/locations/${locationID}/guest-settings`, {
      senderName: 'Harbour Hotel Reception',
      replyTo: 'reception@hotel.example',
      color: '#ffdd00',
      privacyUrl: 'https://hotel.example/privacy',
    });
    const owner = newOwner();
    await service.item(locationID, { owner: { contactEmail: owner } });
    await isTold(owner, /found something/);
    const { from, replyTo, messageId, text, html } = lastTo(owner);
    expect(from).toEqual({ name: 'Harbour Hotel Reception', address: 'lost@service.example' });
    expect(replyTo).toMatchObject([{ address: 'reception@hotel.example' }]);
    expect(messageId).toMatch(/^<.+@service\.example>$/);
    for (const form of [text, html]) {
      expect(form).toContain('Kade 1, 3011 AB Rotterdam');
      expect(form).toContain('+31 10 1');
      expect(form).toContain('https://hotel.example/privacy');
    }
    expect(html).toContain('background:#ffdd00;color:#000000');
    const [link] = /https:\/\/lost\.example\/g\/[\w-]+/.exec(html!)!;
    expect(html).toContain(`>${link}</a>`);
  });
});
