import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wrong } from '../support/client.js';
import { type Contract, outcome, startContract, TIMESTAMP } from './contract.js';

let service: Contract;
let dutch: number;
let german: number;
beforeAll(async () => {
  service = await startContract();
  await service.location(); // demo:1
  await service.location(); // demo:2
  german = await service.language({ language: 'German', code: 'de', default: false, locationID: null });
  dutch = await service.language({ language: 'Dutch', code: 'nl', default: false, locationID: 'demo:2' });
});
afterAll(() => service?.stop());

const codes = ({ body }: { body: { code: string }[] }) => body.map(({ code }) => code);

describe('GET /languages', () => {
  it('is a bare array of the Languages of the Group, all of scope all', async () => {
    const { status, body } = await service.api.listLanguages();
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        ID: expect.any(Number),
        language: 'English',
        code: 'en',
        createdAt: expect.stringMatching(TIMESTAMP),
        updatedAt: null,
        default: true,
        scope: 'all',
      },
      expect.objectContaining({ ID: german, language: 'German', code: 'de', default: false, scope: 'all' }),
    ]);
  });

  it('shows nothing of another Group', async () => {
    expect(codes(await service.other.listLanguages())).toEqual(['en']);
  });
});

describe('GET /languages/:languageID', () => {
  it('gives a Language of the Group, or of one Location', async () => {
    const { body } = await service.api.getLanguage({ path: { languageID: german } });
    expect(body).toEqual((await service.api.listLanguages()).body[1]);
    expect((await service.api.getLanguage({ path: { languageID: dutch } })).body).toMatchObject({
      code: 'nl',
      scope: 'location',
    });
  });

  it.each(['999', '0', 'en', '1.5'])('%s is 404', async (languageID) => {
    expect(outcome(await service.api.getLanguage({ path: { languageID: wrong(languageID) } }))).toBe('404 not_found');
  });

  it('of another Group is 404', async () => {
    expect(outcome(await service.other.getLanguage({ path: { languageID: dutch } }))).toBe('404 not_found');
  });
});

describe('GET /locations/:locationID/languages', () => {
  it('has those of the Group and of the Location; entries differ by scope', async () => {
    const scopes = async (locationID: string) =>
      (await service.api.listLocationLanguages({ path: { locationID } })).body.map(({ code, scope }: Record<string, string>) => [
        code,
        scope,
      ]);
    expect(await scopes('demo:1')).toEqual([
      ['en', 'all'],
      ['de', 'all'],
    ]);
    expect(await scopes('demo:2')).toEqual([
      ['en', 'all'],
      ['de', 'all'],
      ['nl', 'location'],
    ]);
  });
});

describe('POST /languages', () => {
  it('enables a Language for the Group, once; a new default takes the place of the one before', async () => {
    const { status, headers, body } = await service.other.addLanguage({
      body: { language: 'Spanish', code: 'es', default: true },
    });
    expect([status, headers.get('location')]).toEqual([201, `/api/v2/languages/${body.ID}`]);
    expect(body).toMatchObject({ language: 'Spanish', code: 'es', default: true, scope: 'all', updatedAt: null });
    const all = (await service.other.listLanguages()).body;
    expect(all.map(({ code, default: isDefault }: Record<string, unknown>) => [code, isDefault])).toEqual([
      ['en', false],
      ['es', true],
    ]);
    expect(outcome(await service.other.addLanguage({ body: { language: 'Spanish', code: 'es' } }))).toBe('409 conflict');
    expect(outcome(await service.other.addLanguage({ body: { language: 'Spanish', code: wrong('español') } }))).toBe(
      'code invalid_format',
    );
  });
});

describe('PUT /locations/:locationID/languages', () => {
  const choose = (languageIDs: number[], defaultLanguageID: number) =>
    service.api.chooseLocationLanguages({ path: { locationID: 'demo:2' }, body: { languageIDs, defaultLanguageID } });
  const shown = ({ body }: { body: { code: string; default: boolean }[] }) =>
    body.map(({ code, default: isDefault }) => [code, isDefault]);

  it('chooses those of the Location and its default, which its lists show and its items have', async () => {
    const path = { locationID: 'demo:2' };
    const chosen = await choose([dutch, german], dutch);
    expect(chosen.status).toBe(200);
    expect(shown(chosen)).toEqual([
      ['de', false],
      ['nl', true],
    ]);
    expect((await service.api.listLocationLanguages({ path })).body).toEqual(chosen.body);
    expect((await service.item('demo:2')).languageCode).toBe('nl');
    await choose([german], german);
    expect(shown(await service.api.listLocationLanguages({ path }))).toEqual([['de', true]]);
    expect((await service.item('demo:2')).languageCode).toBe('de');
    expect((await service.item('demo:1')).languageCode).toBe('en');
    expect(shown(await service.api.listLanguages())).toEqual([
      ['en', true],
      ['de', false],
    ]);
  });

  it('takes Languages of the Group alone, and a default that is one of them', async () => {
    const foreign = (await service.other.listLanguages()).body[0].ID + 1000;
    expect(outcome(await choose([german, foreign], german))).toBe('languageIDs.1 unknown_reference');
    expect(outcome(await choose([], german))).toBe('languageIDs too_short');
    expect(outcome(await choose([german], foreign))).toBe('defaultLanguageID unknown_reference');
    expect(outcome(await choose([german], dutch))).toBe('defaultLanguageID not_allowed');
    const elsewhere = { path: { locationID: 'demo:1' }, body: { languageIDs: [dutch], defaultLanguageID: dutch } };
    expect(outcome(await service.api.chooseLocationLanguages(elsewhere))).toBe(
      'defaultLanguageID unknown_reference, languageIDs.0 unknown_reference',
    );
  });

  it('goes on with a Language that is enabled for the Location alone later', async () => {
    const french = await service.language({ language: 'French', code: 'fr', default: true, locationID: 'demo:2' });
    const { body } = await service.api.listLocationLanguages({ path: { locationID: 'demo:2' } });
    expect(body.map(({ ID, default: isDefault }: Record<string, unknown>) => [ID, isDefault])).toEqual([
      [german, false],
      [french, true],
    ]);
  });
});

describe('GET /countries', () => {
  it('has the specification’s order exactly, both CM included', async () => {
    const { body } = await service.api.listCountries();
    expect(body.map(({ ID }: { ID: string }) => ID).join(' ')).toBe(COUNTRIES);
  });

  it('names the odd ones', async () => {
    const { body } = await service.api.listCountries();
    const names = (code: string) =>
      body.filter(({ ID }: { ID: string }) => ID === code).map(({ name }: { name: string }) => name);
    expect(names('CM')).toEqual(['Cameroon', 'Dominica']);
    expect([names('LN'), names('XM'), names('IC'), names('GG')]).toEqual([
      ['Sri Lanka'],
      ['Saint Martin'],
      ['Canary Islands'],
      ['Guernsey'],
    ]);
  });
});

describe('GET /colors', () => {
  it('has ID, name and value: a hex color, or a CSS gradient for multiColor', async () => {
    const { body } = await service.api.listColors();
    expect(body.map(({ ID }: { ID: string }) => ID)).toEqual(COLORS);
    for (const color of body) {
      expect(color.value, color.ID).toMatch(color.ID === 'multiColor' ? /^(linear|radial|conic)-gradient\(/ : /^#[0-9a-f]{6}$/i);
    }
  });
});

describe('GET /categories', () => {
  it('has ID, name and description, which is null for all', async () => {
    const { body } = await service.api.listCategories();
    expect(body.map(({ ID }: { ID: string }) => ID)).toEqual(CATEGORIES);
    for (const category of body) {
      expect(category, category.ID).toEqual({ ID: category.ID, name: expect.stringMatching(/\S/), description: null });
    }
  });
});

describe('the reference lists', () => {
  it('are read with every role', async () => {
    const { client } = await service.user('limited', { userRole: 'limited_subuser' });
    for (const list of ['listCountries', 'listColors', 'listCategories', 'listRoles', 'listLanguages'] as const) {
      expect(outcome(await client[list]()), list).toBe('200');
    }
  });
});

const COUNTRIES =
  'AF AL DZ AS AD AO AI AG AR AM AW AU AT AZ BS BH BD BB BY BE BZ BJ BM BT BO BA BW BR BN BG BF BI KH CM CA CV KY CF TD CL CN CO ' +
  'KM CG CK CR CI HR CU CY CZ DK DJ CM DO EC EG SV GQ ER EE ET FK FO FJ FI FR GF GA GM GE DE GH GI GR GL GD GP GU GT GN GW GY HT ' +
  'HN HK HU IS IN ID IR IQ IE IL IT JM JP JO KZ KE KI KP KR KW KG LA LV LB LS LR LY LI LT LU MO MK MG MW MY MV ML MT MH MQ MR MU ' +
  'YT MX FM MD MC MN ME MS MA MZ MM NA NR NP NL NC NZ NI NE NG NU NO OM PK PW PA PG PY PE PH PL PT PR QA RE RO RU RW SH KN LC XM ' +
  'VC WS SM ST SA SN RS SC SL SG SK SI SB SO ZA ES LN SD SR SZ SE CH SY TW TJ TZ TH TL TG TO TT TN TR TC TV UG UA AE GB US UY UZ ' +
  'VU VE VN VI YE ZM ZW IC GG';
const COLORS = [
  ...['black', 'grey', 'white', 'cream', 'beige', 'orange', 'red', 'burgundy', 'pink', 'purple', 'lightBlue', 'blue', 'navy'],
  ...['mint', 'green', 'darkGreen', 'sand', 'brown', 'yellow', 'silver', 'gold', 'multiColor'],
];
const CATEGORIES = [
  ...['bag', 'clothing', 'electronic_main', 'electronic_secondary', 'jewelry', 'misc', 'personal_care', 'private_item', 'toy'],
];
