import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../support/call.js';
import { createUser, registerItem } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let [here, there] = ['', ''];
const IDS: Record<string, number> = {};
const STOCK: Record<string, object> = {
  charger: { item: 'iPhone charger', colors: ['white'] },
  blackCharger: { item: 'Charger', colors: ['black'] },
  umbrella: { item: 'Umbrella', colors: ['black'] },
  wallet: { item: 'Wallet', brand: 'Fossil' },
  teddy: { item: 'Teddy bear' },
  headphones: { item: 'Headphones', brand: 'Bose', colors: ['grey'] },
  glasses: { item: 'Sunglasses' },
  suitcase: { item: 'Suitcase', brand: 'Samsonite' },
  schirm: { item: 'Regenschirm' },
  傘: { item: '黒い傘' },
  scarf: { item: 'Scarf', owner: { firstName: 'Anna', lastName: 'Schmidtberger' } },
  novel: { item: 'Novel', location: 'Conference room', owner: { firstName: 'Johannes', lastName: 'Ek' } },
  jacket: { item: 'Grey jacket', colors: ['grey'] },
  スマホ: { item: 'スマホ' },
  powerBank: { item: 'Power bank' },
  dryer: { item: 'Hair dryer' },
  brosse: { item: 'Brosse à dents' },
  schlüssel: { item: 'Zimmerschlüssel mit Anhänger' },
  shades: { item: 'Rayban' },
  model: { item: 'WH1000XM4', internalNotes: 'R704K2' },
  ساعة: { item: 'الساعة الفضية' },
  router: { item: 'Wi-Fi router', owner: { phoneNumber: '+31 20 765 4321', reservationNumber: 'RX-12345' } },
  mueller: { item: 'Thermos', owner: { lastName: 'MUELLER' } },
  عبد: { item: 'Ring', owner: { lastName: 'عبد الرحمن' } },
  בן: { item: 'Ring', owner: { lastName: 'בן גוריון' } },
};
beforeAll(async () => {
  service = await startService();
  [here, there] = [await service.location(), await service.location()];
  for (const [name, changes] of Object.entries(STOCK)) IDS[name] = (await registerItem(service.call, here, changes)).ID;
});
afterAll(() => service?.stop());

const search = async (query: Record<string, string>, call: Call = service.call) => {
  const { status, body } = await call('GET', `/search?${new URLSearchParams(query)}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
const nameOf = (id: number) => Object.keys(IDS).find((name) => IDS[name] === id);
const meant = async (query: Record<string, string>, call?: Call) =>
  (await search(query, call)).meant.map(({ item }: { item: { ID: number } }) => nameOf(item.ID) ?? item.ID);

describe('a search means', () => {
  it.each([
    ['white cable for iphone', 'charger'],
    ['brolly', 'umbrella'],
    ['raincoat', 'jacket'],
    ['specs', 'glasses'],
    ['keycards', 'schlüssel'],
    ['umbrela', 'schirm'],
    ['portemonnaie', 'wallet'],
    ['stuffed animal', 'teddy'],
    ['earbuds', 'headphones'],
    ['sunglases', 'glasses'],
    ['grey noise cancelling earphones', 'headphones'],
    ['samsonte', 'suitcase'],
    ['asmsonite', 'suitcase'],
    ['xamsonite', 'suitcase'],
    ['samsonnite', 'suitcase'],
    ['schmidtbreger', 'scarf'],
    ['samsonite trolley blau', 'suitcase'],
    ['conferense', 'novel'],
    ['johanes conference', 'novel'],
    ['ohannes', 'novel'],
    ['paraguas', '傘'],
    ['雨伞', 'umbrella'],
    ['مظلة', 'schirm'],
    ['ΟΜΠΡΕΛΑ umbrella lost', 'umbrella'],
    ['brollies', 'umbrella'],
    ['cell phone', 'スマホ'],
    ['スマートフォン', 'スマホ'],
    ['powerbank', 'powerBank'],
    ['hairdryer', 'dryer'],
    ['fön', 'dryer'],
    ['tooth brush', 'brosse'],
    ['room key', 'schlüssel'],
    ['blak walet', 'wallet'],
    ['Ray-Ban', 'shades'],
    ['ray ban', 'shades'],
    ['WH-1000XM4', 'model'],
    ['wh 1000xm4', 'model'],
    ['R7O4K2', 'model'],
    ['wifi', 'router'],
    ['RX12345', 'router'],
    ['7654321', 'router'],
    ['müller', 'mueller'],
    ['ساعة', 'ساعة'],
    ['عبدالرحمن', 'عبد'],
    ['בןגוריון', 'בן'],
    ['Mu\u0308ller', 'mueller'],
  ])('%s: %s', async (q, name) => {
    const { items, meant: all } = await search({ q });
    const ids = [...items, ...all.map(({ item }: { item: object }) => item)].map(({ ID }) => nameOf(ID));
    expect(ids).toContain(name);
  });

  it('first what fits best, as records with a score and reasons, and nothing of another kind', async () => {
    const { meant: all } = await search({ q: 'white cable for iphone' });
    expect(all[0]).toEqual({
      item: (await service.call('GET', `/items/${IDS.charger}`)).body,
      score: expect.any(Number),
      reasons: ['another word for charger', 'words in common: iphone', 'color white'].toSorted(),
      reasonCodes: expect.arrayContaining(['words', 'color']),
    });
    expect(await meant({ q: 'grey noise cancelling earphones' })).toEqual(['headphones']);
    expect(await meant({ q: 'zzzzzzz' })).toEqual([]);
    expect(await meant({ q: '!!!' })).toEqual([]);
    expect(await meant({ q: 'routers12345678901234' })).toEqual([]);
    expect(await meant({ q: 'ءءءء umbrela' })).not.toEqual([]);
    expect(await meant({ q: `'' | \\ & umbrela` })).not.toEqual([]);
  });

  it('by the word itself, misspelled or not, no less than by another', async () => {
    expect((await meant({ q: 'umberlla' }))[0]).toBe('umbrella');
    expect((await meant({ q: 'asmsonite sutcase' }))[0]).toBe('suitcase');
  });

  it('by a word that many items have, with others that few have', async () => {
    const at = await service.location();
    const odd = await registerItem(service.call, at, { item: 'Parcel with a xylophone', location: 'Lobby' });
    await service.sql(`insert into items select (jsonb_populate_record(i, jsonb_build_object('id', 1000 + n, 'item', 'Parcel of paper',
      'facets', null, 'external_id', null))).* from items i, generate_series(1, 70) n where id = ${odd.ID}`);
    expect(await meant({ q: 'parcel xylophnoe', locationID: at, limit: '1' })).toEqual([odd.ID]);
  });

  it('nothing that was found already, and no more than are missing', async () => {
    const found = await search({ q: 'umbrella' });
    expect(found.items.map(({ ID }: { ID: number }) => ID)).toEqual([IDS.umbrella]);
    const all: string[] = await meant({ q: 'umbrella' });
    expect(all.toSorted()).toEqual(['schirm', '傘']);
    expect(await meant({ q: 'umbrella', limit: '2' })).toHaveLength(1);
    expect(await meant({ q: 'umbrella', limit: '1' })).toEqual([]);
  });

  it('nothing that is deleted, anonymized, at another Location or out of reach', async () => {
    const gone = await registerItem(service.call, there, { item: 'Sombrinha' });
    await service.call('DELETE', `/items/${gone.ID}`);
    const erased = await registerItem(service.call, there, { item: 'Sombrinha' });
    await service.sql(`update items set status = 'anonymized' where id = ${erased.ID}`);
    expect(await meant({ q: 'brolly', locationID: there })).toEqual([]);
    const other = await registerItem(service.call, there, { item: 'Sombrinha' });
    expect(await meant({ q: 'brolly', locationID: there })).toEqual([other.ID]);
    await createUser(service.call, 'meant-reader', 'overview_subuser', there);
    const { call } = await service.signIn('meant-reader');
    expect(await meant({ q: 'brolly' }, call)).toEqual([other.ID]);
  });
});

it('finds words of every script by all lists, the export and the search alike', async () => {
  const item = await registerItem(service.call, here, { item: '今月の売上ノート', owner: { lastName: 'ΟΔΥΣΣΕΑΣ' } });
  const { body: request } = await service.call('POST', `/locations/${here}/requests`, { request: '今月の売上ノート' });
  for (const q of ['売上', 'の売', 'ﾉｰﾄ', 'Οδυσσέας']) {
    const query = new URLSearchParams({ q });
    expect((await service.call('GET', `/items?${query}`)).body.items, q).toEqual([item]);
    expect((await service.call('GET', `/locations/${here}/items?${query}`)).body.items, q).toEqual([item]);
    expect((await search({ q })).items, q).toEqual([item]);
    expect((await service.call('GET', `/requests?${query}`)).body.requests, q).toEqual(q === 'Οδυσσέας' ? [] : [request]);
    const exported = await service.call('GET', `/items/export?${query}`);
    expect(exported.body, q).toContain('今月の売上ノート');
  }
});
