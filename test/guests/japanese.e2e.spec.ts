import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GuestService, startGuestService } from './guests.js';

let service: GuestService;
beforeAll(async () => {
  service = await startGuestService();
});
afterAll(() => service?.stop());

const SHINJUKU = {
  countryID: 'JP',
  zipCode: '160-0023',
  'state-JP': '13',
  city: '新宿区',
  address: '西新宿2-7-2',
  recipient: '山田 花子',
};
const owner = { firstName: '花子', lastName: '山田', contactEmail: 'anna@example.com', phoneNumber: '+81 3 1234 5678' };

/** The page of an item of 山田 花子, and what its form shows once it is sent. */
async function found(changes: object = {}) {
  const { ID } = await service.suitcase({ owner, ...changes });
  const path = service.pathTo('item', ID);
  const send = async (form?: Record<string, string>, language = 'ja') => {
    const sent = form && { method: 'POST', body: new URLSearchParams(form) };
    return (await fetch(`${service.url}${path}/send?lang=${language}`, sent)).text();
  };
  return { ID, path, send, item: async () => (await service.call('GET', `/items/${ID}`)).body };
}

describe('an address in Japan', () => {
  it('is asked for as it is written there: postcode, prefecture, city, street, and the family name first', async () => {
    const form = await (await found()).send();
    const names = [...form.matchAll(/ name="([\w-]+)"/g)].map(([, name]) => name!);
    const asked = ['zipCode', 'state-JP', 'city', 'address', 'address2', 'recipient'];
    expect(names.filter((name) => asked.includes(name))).toEqual(asked);
    expect(form).toMatch(/name="recipient" [^>]*value="山田 花子"/);
    const prefectures = /<select id="state-JP".*?<\/select>/s.exec(form)![0];
    expect(prefectures.match(/<option value="\d\d"/g)).toHaveLength(47);
    expect(prefectures).toContain('<option value="13">東京都</option>');
    expect(form).toMatch(/class="field state of-JP shown"><label for="state-JP">都道府県<\/label>/);
    expect(await (await found()).send(undefined, 'en')).toContain('<option value="13">Tokyo 東京都</option>');
  });

  it('must have its prefecture, which is kept with the city, as the API knows no state there', async () => {
    const { send, item } = await found();
    const { 'state-JP': _none, ...without } = SHINJUKU;
    expect(await send(without)).toMatch(/<a href="#state-JP"><strong>都道府県<\/strong>/);
    expect(await send({ ...without, 'state-JP': '48' })).toContain('href="#state-JP"');
    expect((await item()).status).toBe('waiting-response');
    await send(SHINJUKU);
    expect(await item()).toMatchObject({
      status: 'shipment-paid',
      owner: { address: { city: '東京都新宿区', address: '西新宿2-7-2', zipCode: '160-0023', state: null, countryID: 'JP' } },
    });
  });

  it('is written with its prefecture behind the city where it is romanized', async () => {
    const { send, item } = await found();
    await send({ ...SHINJUKU, city: 'Shinjuku-ku', address: '2-7-2 Nishi-Shinjuku' }, 'en');
    expect((await item()).owner.address.city).toBe('Shinjuku-ku, Tokyo');
  });

  it('is shown before it is ordered as it is written there, and keeps its prefecture when it is changed', async () => {
    const dear = await service.location();
    const rates = [{ countries: ['JP'], weightID: null, price: 39, days: null }];
    await service.call('PUT', `/locations/${dear}/shipping`, { paidBy: 'guest', currency: 'EUR', rates });
    const { send } = await found({ locationID: dear });
    expect(await send(SHINJUKU)).toContain('日本<br>〒160-0023 東京都新宿区西新宿2-7-2<br>山田 花子');
    const again = await send({ ...SHINJUKU, change: '1' });
    expect(again).toContain('<option value="13" selected>東京都</option>');
    expect(again).toMatch(/name="city" [^>]*value="新宿区"/);
  });
});

it('a house in Japan has its address in that order on pages and in mails in Japanese, and in the reverse in English', async () => {
  const address = { address: '西新宿', addressNumber: '2-7-2', city: '東京都新宿区', zipCode: '160-0023', countryID: 'JP' };
  const tokyo = await service.location({ name: 'ホテル西新宿', address });
  const { ID, path } = await found({ locationID: tokyo, languageCode: 'ja' });
  const shown = async (language: string) => (await fetch(`${service.url}${path}/collect?lang=${language}`)).text();
  expect(await shown('ja')).toContain('〒160-0023 東京都新宿区西新宿2-7-2<br>日本');
  expect(await shown('en')).toContain('2-7-2 西新宿<br>東京都新宿区 160-0023<br>Japan');
  const [message] = (await service.call('GET', `/items/${ID}/messages`)).body;
  expect(message.text).toContain('ホテル西新宿, 〒160-0023 東京都新宿区西新宿2-7-2\n');
});
