import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../support/records.js';
import { type GuestService, startGuestService } from './guests.js';

let service: GuestService;
beforeAll(async () => {
  service = await startGuestService();
});
afterAll(() => service?.stop());

const HOME = { recipient: 'Anna Schmidt', address: 'Hauptstraße 5', zipCode: '20095', city: 'Hamburg', countryID: 'DE' };
/** What is said of a payment that no provider makes. */
const NOT_THERE = { provider: null, reference: null, problem: null, refunded: 0 };
const RATES = {
  paidBy: 'guest',
  currency: 'EUR',
  rates: [
    { countries: ['DE'], weightID: null, price: 9.9, days: '2–3' },
    { countries: ['US'], weightID: 3, price: 39, days: null },
  ],
};

/** What a browser sees that follows a link, or sends a form. */
async function visit(path: string, form?: Record<string, string>): Promise<{ status: number; text: string }> {
  const answer = await fetch(new URL(path, service.url), form && { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, text: await answer.text() };
}

async function found(changes: object = {}): Promise<{ path: string; page: string }> {
  const { ID } = await service.suitcase(changes);
  return { path: `/items/${ID}`, page: service.pathTo('item', ID) };
}

const itemAt = async (path: string) => (await service.call('GET', path)).body;
const setRates = (rates: object) => service.call('PUT', `/locations/${service.locationID}/shipping`, rates);

describe('“send it to me”', () => {
  it('asks for all that a carrier needs, and says what is missing', async () => {
    const { path, page } = await found({ owner: { contactEmail: 'anna@example.com' } });
    const fields = (text: string) => [...text.matchAll(/<a href="#([\w-]+)">/g)].map(([, name]) => name);
    expect((await visit(`${page}/send`)).text).toMatch(/name="recipient"/);
    expect(fields((await visit(`${page}/send`, { address: 'x', city: 'y', countryID: 'DE' })).text).sort()).toEqual([
      'recipient',
      'zipCode',
    ]);
    expect(fields((await visit(`${page}/send`, { ...HOME, zipCode: 'y' })).text)).toEqual(['zipCode']);
    expect(fields((await visit(`${page}/send`, { ...HOME, countryID: 'US', zipCode: '60601' })).text)).toEqual(['state-US']);
    expect((await itemAt(path)).status).toBe('waiting-response');
    const { zipCode: _none, ...elsewhere } = { ...HOME, countryID: 'AE', phoneNumber: '+971 4 123 4567' };
    // What is pasted from a spreadsheet has a tab, which the field shows as a space.
    await visit(`${page}/send`, { ...elsewhere, recipient: 'Anna\tSchmidt' });
    expect(await itemAt(path)).toMatchObject({
      status: 'shipment-paid',
      owner: { address: { recipient: 'Anna Schmidt', phoneNumber: '+971 4 123 4567', countryID: 'AE', zipCode: null } },
    });
  });

  it.each([
    ['NL', '3511ax', '3511 AX'],
    ['GB', 'ｓｗ１ａ１ａａ', 'SW1A 1AA'],
    ['IE', undefined, null],
    ['HK', undefined, null],
  ])('takes for %s the postal code %s as the country writes it, and from staff likewise', async (countryID, zipCode, kept) => {
    const [one, other] = [await found(), await found()];
    const { zipCode: _german, ...home } = HOME;
    const address = { ...home, countryID, ...(zipCode && { zipCode }) };
    const page = await visit(`${one.page}/send`, { ...address, phoneNumber: '＋49 40 123456' });
    expect(page.text).toContain('+49 40123456');
    const byStaff = await service.call('PUT', `${other.path}/response`, { response: 'ship', address });
    for (const item of [await itemAt(one.path), byStaff.body]) {
      expect(item).toMatchObject({ status: 'shipment-paid', owner: { address: { zipCode: kept } } });
    }
  });

  it('takes no code of another country, from staff neither', async () => {
    const { path } = await found();
    const address = { ...HOME, zipCode: '3511AX' };
    const { status, body } = await service.call('PUT', `${path}/response`, { response: 'ship', address });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: 'address.zipCode', code: 'invalid_format' })]]);
  });

  it('wants a telephone of an owner of whom nothing is known', async () => {
    const { ID } = await service.suitcase({ owner: { lastName: 'Schmidt' } });
    const page = service.pathTo('item', ID, { contact: null });
    expect((await visit(`${page}/send`, HOME)).text).toContain('href="#phoneNumber"');
    await visit(`${page}/send`, { ...HOME, phoneNumber: '+49 40 123456' });
    expect((await itemAt(`/items/${ID}`)).status).toBe('shipment-paid');
  });

  it.each([
    ['the contact’s', { phoneNumber: '+81 3 1234 5678' }, 'JP', 'zipCode city address address2 recipient companyName'],
    ['the Location’s', {}, 'NL', 'recipient companyName address address2 zipCode city'],
  ])(
    'asks for the country first, which is %s until it is chosen, and for the rest in its order',
    async (_whose, contact, country, order) => {
      const { page } = await found({
        owner: { contactEmail: 'anna@example.com', firstName: '花子', lastName: '山田', ...contact },
      });
      const { text } = await visit(`${page}/send`);
      expect(text).toContain(`<option value="${country}" selected>`);
      const names = [...text.matchAll(/ name="(\w+)"/g)].map(([, name]) => name);
      expect(names.filter((name) => name !== 'countryID' && order.split(' ').includes(name!)).join(' ')).toBe(order);
      expect(names.find((name) => name !== 'viewport' && name !== 'robots' && name !== 'referrer')).not.toBe('recipient');
      expect(names.indexOf('countryID')).toBeLessThan(Math.min(names.indexOf('zipCode'), names.indexOf('recipient')));
      expect(text).toMatch(/name="recipient" [^>]*value="山田 花子"/);
      if ('phoneNumber' in contact) expect(text).toContain(`value="${contact.phoneNumber}"`);
    },
  );

  it.each(['US', 'CA', 'AU'])('never calls the state of %s optional', async () => {
    const { page } = await found();
    expect((await visit(`${page}/send`)).text).not.toMatch(/for="state-\w+">[^<]*<span class="optional"/);
  });
});

describe('an owner who thinks again', () => {
  it('has it sent instead of collecting it, and collects it instead', async () => {
    const { path, page } = await found();
    await visit(`${page}/collect`, {});
    const regular = (await itemAt(path)).storageExpiresAt;
    expect((await visit(page)).text).toMatch(/href="[^"]+\/send/);
    await visit(`${page}/send`, HOME);
    expect((await itemAt(path)).status).toBe('shipment-paid');
    await visit(`${page}/collect`, {});
    expect(await itemAt(path)).toMatchObject({ status: 'pickup-by-guest', storageExpiresAt: regular });
    await visit(`${page}/send`, HOME);
    await service.call('POST', `${path}/shipment`, { status: 'pickup-scheduled' });
    expect((await visit(page)).text).not.toMatch(/href="[^"]+\/collect/);
    expect((await service.call('PUT', `${path}/response`, { response: 'pickup' })).status).toBe(409);
  });

  it('takes back “leave it”, and staff’s own decision not', async () => {
    const { path, page } = await found();
    await visit(`${page}/leave`, {});
    expect((await visit(page)).text).toContain('I want it back after all');
    await visit(`${page}/take-back`, {});
    expect((await itemAt(path)).status).toBe('waiting-response');
    await service.call('PUT', `${path}/status`, { status: 'left-behind' });
    expect((await visit(page)).text).not.toContain('I want it back after all');
    await visit(`${page}/take-back`, {});
    expect((await itemAt(path)).status).toBe('left-behind');
  });
});

describe('a Location with rates', () => {
  it('has none at first, and is told which field is wrong', async () => {
    const path = `/locations/${service.locationID}/shipping`;
    const defaults = { paymentUrl: null, carrierID: null, notShipped: ['perishable'], pricing: 'rates', handlingFee: 0 };
    expect((await service.call('GET', path)).body).toEqual({ paidBy: 'location', currency: null, rates: [], ...defaults });
    const wrong = await setRates({
      paidBy: 'nobody',
      currency: 'XYZ',
      rates: [{ price: -1 }, { price: 1, countries: ['XX'] }, 7],
    });
    expect(wrong.body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)).toEqual(
      expect.arrayContaining(['paidBy not_allowed', 'currency not_allowed', 'rates.2 invalid_type']),
    );
    const parts = await setRates({ paidBy: 'guest', currency: 'EUR', rates: [{ price: -1 }, { price: 1, countries: ['XX'] }] });
    expect(parts.body.errors).toMatchObject([
      { field: 'rates.0.price', code: 'out_of_range' },
      { field: 'rates.1.countries.0', code: 'not_allowed' },
    ]);
    expect(await setRates(RATES)).toMatchObject({ status: 200, body: RATES });
    expect((await service.call('GET', path)).body).toEqual({ ...RATES, ...defaults });
  });

  it('shows price and days before the answer, and sends once it is paid', async () => {
    const { path, page } = await found();
    const steps = async () =>
      (await service.call('GET', `${path}/transitions`)).body.flatMap(({ status, call }: { status: string; call: object }) =>
        status === 'shipment-paid' ? [call] : [],
      );
    expect(await steps()).toEqual([]);
    const shown = (await visit(`${page}/send`, HOME)).text;
    for (const said of ['€9.90', 'Delivery in 2–3 days', 'Burgundy suitcase', 'Hauptstraße 5', '20095 Hamburg', 'Order and pay'])
      expect(shown).toContain(said);
    const corrected = await visit(`${page}/send`, { ...HOME, price: '€9.90', change: '1' });
    expect(corrected.text).toMatch(/name="address" [^>]*value="Hauptstraße 5"/);
    expect(await itemAt(path)).toMatchObject({ status: 'waiting-response', payment: null });
    const price = /name="price" value="([^"]+)"/.exec(shown)![1]!;
    expect((await visit(`${page}/send`, { ...HOME, price })).text).toContain('Please pay for shipping');
    const { payment, status } = await itemAt(path);
    expect([status, payment]).toEqual([
      'waiting-response',
      { status: 'open', amount: 9.9, currency: 'EUR', url: expect.stringContaining('/g/'), ...NOT_THERE },
    ]);
    expect((await visit(payment.url.slice(payment.url.indexOf('/g/')))).status).toBe(200);
    expect(await steps()).toMatchObject([{ method: 'PUT', body: { status: 'paid' } }]);
    expect((await service.call('PUT', `${path}/response`, { response: 'not-mine' })).status).toBe(409);
    const waiting = (await visit(page)).text;
    for (const said of [
      'We will send you a link',
      'href="tel:+31207654321"',
      'href="mailto:lost@example.com"',
      'Change the address',
    ])
      expect(waiting).toContain(said);
    const url = 'https://pay.example.com/1';
    await service.call('PUT', `${path}/payment`, { url });
    expect((await visit(page)).text).toContain(`href="${url}"`);
    const paid = await service.call('PUT', `${path}/payment`, { status: 'paid', reference: 'pi_1' });
    expect(paid).toMatchObject({ status: 200, body: { status: 'shipment-paid', payment: { status: 'paid', url } } });
    const back = await service.call('PUT', `${path}/payment`, { status: 'refunded' });
    expect(back).toMatchObject({ status: 200, body: { status: 'shipment-paid', payment: { status: 'refunded' } } });
    expect((await service.call('PUT', `${path}/payment`, { status: 'paid' })).status).toBe(409);
    expect((await service.call('PUT', `${path}/payment`, {})).body.errors).toMatchObject([{ field: 'status', code: 'required' }]);
  });

  it('does not send where no rate fits', async () => {
    const { path, page } = await found();
    const ship = (countryID: string) =>
      service.call('PUT', `${path}/response`, { response: 'ship', address: { city: 'x', countryID } });
    expect((await ship('FR')).status).toBe(409);
    const paris = { ...HOME, countryID: 'FR', zipCode: '75001' };
    expect(await visit(`${page}/send`, paris)).toMatchObject({ status: 422, text: expect.stringContaining('href="#countryID"') });
    expect((await ship('DE')).body).toMatchObject({ status: 'waiting-response', payment: { status: 'open', amount: 9.9 } });
    await service.call('PUT', `${path}/payment`, { status: 'failed' });
    expect((await visit(page)).text).toContain('The payment did not go through');
    expect((await service.call('PUT', `${path}/response`, { response: 'pickup' })).body.status).toBe('pickup-by-guest');
  });

  it('lets the owner withdraw what is to be paid, on the page and at the desk', async () => {
    const order = async () => {
      const item = await found();
      await visit(`${item.page}/send`, { ...HOME, price: '€9.90' });
      expect((await itemAt(item.path)).payment.status).toBe('open');
      return item;
    };
    const collected = await order();
    await visit(`${collected.page}/collect`, {});
    expect(await itemAt(collected.path)).toMatchObject({ status: 'pickup-by-guest', payment: { status: 'withdrawn' } });
    const left = await order();
    const answered = await service.call('PUT', `${left.path}/response`, { response: 'leave' });
    expect(answered).toMatchObject({ status: 200, body: { status: 'left-behind', payment: { status: 'withdrawn' } } });
    const { path } = await order();
    await createUser(service.call, 'ann', 'property_subuser', service.locationID);
    const { call: desk } = await service.signIn('ann');
    expect((await desk('PUT', `${path}/payment`, { status: 'paid' })).status).toBe(403);
    expect(await desk('PUT', `${path}/payment`, { status: 'withdrawn' })).toMatchObject({
      status: 200,
      body: { status: 'waiting-response', payment: { status: 'withdrawn' } },
    });
  });

  it('shows what is ordered, but no picture of a document', async () => {
    const order = async (handling: string) => (await visit(`${(await found({ handling })).page}/send`, HOME)).text;
    expect(await order('normal')).toContain('suitcase.jpg');
    const document = await order('document');
    expect(document).toContain('Order and pay');
    expect(document).not.toContain('suitcase.jpg');
  });

  it('leads to where it is paid, by item, amount and currency', async () => {
    const paymentUrl = 'https://pay.example.com/g/{itemID}?amount={amount}&currency={currency}';
    const wrong = await setRates({ ...RATES, paymentUrl: 'http://pay.example.com' });
    expect(wrong.body.errors).toMatchObject([{ field: 'paymentUrl', code: 'invalid_format' }]);
    expect((await setRates({ ...RATES, paymentUrl })).body.paymentUrl).toBe(paymentUrl);
    const { path, page } = await found();
    await visit(`${page}/send`, { ...HOME, price: '€9.90' });
    const { ID, payment } = await itemAt(path);
    expect(payment.url).toBe(`https://pay.example.com/g/${ID}?amount=9.90&currency=EUR`);
    const url = payment.url.replace('&', '&amp;');
    expect((await visit(page)).text).toContain(`href="${url}"`);
  });

  it('that pays itself sends at once, and asks for no order', async () => {
    await setRates({ ...RATES, paidBy: 'location' });
    const guests = await found();
    await visit(`${guests.page}/send`, HOME);
    expect(await itemAt(guests.path)).toMatchObject({ status: 'shipment-paid', payment: null });
    const { path } = await found();
    const address = { city: 'Hamburg', countryID: 'DE' };
    const sent = await service.call('PUT', `${path}/response`, { response: 'ship', address });
    expect(sent.body).toMatchObject({ status: 'shipment-paid', payment: null });
  });
});

describe('a corrected address', () => {
  it('is written to, by its own channel, and the old link ends', async () => {
    const { path, page } = await found({ owner: { contactEmail: 'typo@exmaple.com', phoneNumber: '+49 40 123456' } });
    const id = Number(path.split('/').at(-1));
    const old = service.pathTo('item', id, { contact: 'typo@exmaple.com' });
    expect((await visit(old)).status).toBe(200);
    const messages = async () =>
      service.sql(`select kind, email_refused from messages where subject = 'item' and subject_id = $1 order by version`, [id]);
    await service.call('PUT', path, { owner: { contactEmail: 'anna@example.com' } });
    await service.call('PUT', path, { owner: { phoneNumber: '+49 40 123457' } });
    await service.call('PUT', path, { owner: { firstName: 'Ann' } });
    const found1 = { kind: 'item-found', email_refused: false };
    expect(await messages()).toEqual([found1, found1, { ...found1, email_refused: true }]);
    expect((await visit(old)).status).toBe(410);
    expect((await visit(page)).status).toBe(200);
  });
});
