import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GuestLimits } from '#contexts/guests';
import { CallLimits } from '#platform/limits';
import { type GuestService, startGuestService } from './guests.js';

const DATE = '2026-11-18';
const NO_CONTACT = { firstName: null, contactEmail: null };

let service: GuestService;
let path: string;
beforeAll(async () => {
  service = await startGuestService({ limits: new CallLimits(100_000, 0) });
  // So that a header says which address a guest comes from.
  service.app.getHttpAdapter().getInstance().set('trust proxy', 1);
  path = `/found/${service.locationID}`;
});
afterAll(() => service?.stop());

let addresses = 0;
const newAddress = () => `203.0.${++addresses >> 8}.${addresses % 256}`;
const get = (at: string) => fetch(service.url + at, { redirect: 'manual' });
const tokenAt = async (at: string) => /name="token" value="([^"]+)"/.exec(await (await get(at)).text())![1]!;

/** What a guest who fills in the form is answered; of the page, what is not of this very guest. */
async function search(fields: Record<string, string>, { at = path, address = newAddress() } = {}) {
  const body = new URLSearchParams({ ...fields, token: await tokenAt(at) });
  const options = { method: 'POST', body, redirect: 'manual', headers: { 'x-forwarded-for': address } } as const;
  const answer = await fetch(service.url + at, options);
  const page = (await answer.text()).replace(/value="[^"]*"/g, '');
  return { status: answer.status, page, location: answer.headers.get('location') };
}

const linksTo = async (itemID: number) => (await service.call('GET', `/items/${itemID}/messages`)).body.length - 1;

// Every search takes its time, whatever it finds: the stories are told beside each other.
describe.concurrent('an owner whose contact is known', () => {
  it('is sent the link, and the page says what it says to everybody', async () => {
    const owner = { lastName: 'Quillfeather', contactEmail: 'jane@example.com', reservationNumber: 'HH-77 1' };
    const { ID } = await service.suitcase({ owner, location: 'Room 9' });
    const wrong = await search({ surname: 'Nobody', departuredDate: DATE });
    expect([wrong.status, wrong.location]).toEqual([200, null]);
    expect(wrong.page).toContain('If we have something of yours, we have just sent the link');
    expect(await linksTo(ID)).toBe(0);
    expect(await search({ surname: 'quillfeather', departuredDate: DATE })).toEqual(wrong);
    expect(await linksTo(ID)).toBe(1);
    expect(await search({ surname: 'Quillfeather', reservationNumber: 'hh771' })).toEqual(wrong);
    expect(await linksTo(ID)).toBe(2);
    const all = { surname: 'Quillfeather', departuredDate: DATE, reservationNumber: 'HH771', room: '9' };
    expect(await search(all)).toEqual(wrong);
    expect(await linksTo(ID)).toBe(3);
  });

  it('is not flooded with links', async () => {
    const owner = { lastName: 'Floodgate', contactEmail: 'flood@example.com' };
    const { ID } = await service.suitcase({ owner });
    for (let time = 0; time < 5; time++) await search({ surname: 'Floodgate', departuredDate: DATE });
    expect(await linksTo(ID)).toBe(3);
  });

  it('is one person, however many records there are', async () => {
    const person = { lastName: 'Threefold', reservationNumber: 'T-3' };
    const one = await service.suitcase({ owner: { ...person, firstName: 'Tom', contactEmail: 'tom@example.com' } });
    const other = await service.suitcase({ owner: { ...person, contactEmail: 'tom@work.example' } });
    await service.suitcase({ owner: { ...person, ...NO_CONTACT } });
    const answer = await search({ surname: 'Threefold', departuredDate: DATE, reservationNumber: 'T3' });
    expect([answer.status, answer.location]).toEqual([200, null]);
    expect([await linksTo(one.ID), await linksTo(other.ID)]).toEqual([1, 1]);
  });

  it('who has answered that it is not theirs is sent nothing more', async () => {
    const { ID } = await service.suitcase({ owner: { lastName: 'Denier', contactEmail: 'denier@example.com' } });
    await service.call('PUT', `/items/${ID}/response`, { response: 'not-mine' });
    const before = await linksTo(ID);
    expect((await search({ surname: 'Denier', departuredDate: DATE })).status).toBe(200);
    expect(await linksTo(ID)).toBe(before);
  });
});

describe.concurrent('an owner without a contact', () => {
  const suitcase = (lastName: string, more: object = {}) =>
    service.suitcase({ owner: { ...NO_CONTACT, lastName, reservationNumber: 'HH-77 1' }, ...more });

  it('opens the page by surname, date, and reservation number or room', async () => {
    const { ID } = await suitcase('Müller');
    const opened = { status: 303, page: expect.any(String), location: service.pathTo('item', ID, { contact: null }) };
    opened.location = expect.stringContaining('/g/');
    await Promise.all([
      ...['Müller', 'Mueller', 'muller', 'MULLER'].map(async (surname) => {
        expect(await search({ surname, departuredDate: DATE, reservationNumber: 'HH771' }), surname).toEqual(opened);
      }),
      ...['312', 'Room 312', 'room-312'].map(async (room) => {
        expect(await search({ surname: 'Mueller', departuredDate: DATE, room }), room).toEqual(opened);
      }),
    ]);
    const page = await (await get((await search({ surname: 'Muller', departuredDate: DATE, room: '312' })).location!)).text();
    expect(page).toContain('Burgundy suitcase');
  });

  it('opens it by a room with a letter, together or apart', async () => {
    await suitcase('Lettermann', { location: 'Room 12A' });
    await suitcase('Apartmann', { location: 'Room 14 B, on the bed' });
    const found = (surname: string, room: string) => search({ surname, departuredDate: DATE, room });
    for (const room of ['12 A', '12a']) expect((await found('Lettermann', room)).status, room).toBe(303);
    for (const room of ['14B', '14 b']) expect((await found('Apartmann', room)).status, room).toBe(303);
    for (const room of ['14C', '14 C']) expect((await found('Apartmann', room)).status, room).toBe(200);
  });

  it('is found by the hotel’s day of a find at night, whatever day it was in UTC', async () => {
    const locationID = await service.location({ timeZone: 'Europe/Amsterdam' });
    const owner = { lastName: 'Nachtfund' };
    const find = { item: 'Scarf', location: '777', locationID, foundAt: '2026-11-25T23:30:00Z', owner };
    expect((await service.call('POST', '/items', find)).body.departuredDate).toBe('2026-11-26 00:00:00.000');
    const at = `/found/${locationID}`;
    expect((await search({ surname: 'Nachtfund', departuredDate: '2026-11-26', room: '777' }, { at })).status).toBe(303);
    expect((await search({ surname: 'Nachtfund', departuredDate: '2026-11-25', room: '777' }, { at })).status).toBe(200);
  });

  it('opens nothing by less, or by what is wrong', async () => {
    await suitcase('Mistaken');
    const nothing = await search({ surname: 'Nobody', departuredDate: DATE });
    const wrong: Record<string, string>[] = [
      { departuredDate: DATE },
      { reservationNumber: 'HH771' },
      { departuredDate: '2026-11-17', reservationNumber: 'HH771' },
      { departuredDate: DATE, reservationNumber: 'HH772' },
      { departuredDate: DATE, room: '31' },
      { reservationNumber: 'HH771', room: '312' },
      { departuredDate: DATE, reservationNumber: '-' },
    ];
    const answers = await Promise.all(wrong.map((fields) => search({ surname: 'Mistaken', ...fields })));
    for (const [index, answer] of answers.entries()) expect(answer, JSON.stringify(wrong[index])).toEqual(nothing);
  });

  it.each([
    ["O'Brien", 'O’Brien'],
    ["O'Brien", 'obrien'],
    ['van der Berg', 'vanderberg'],
    ['van der Berg', 'Berg'],
    ['Linde', 'von der Linde'],
    ['García-López', 'Garcia Lopez'],
    ['Smith 🎉', 'Smith'],
    ['أحمد', 'احمد'],
    ['ΟΔΥΣΣΕΑΣ', 'Οδυσσέας'],
  ])('%s finds it as %s', async (known, written) => {
    const number = `N${++addresses}`;
    await suitcase(known, { owner: { ...NO_CONTACT, lastName: known, reservationNumber: `N-${number}` } });
    expect((await search({ surname: written, departuredDate: DATE, reservationNumber: `n ${number}` })).status).toBe(303);
  });

  it('who has one name is found by it, in whichever field it stands', async () => {
    for (const [index, names] of [
      { firstName: 'Teller', lastName: null },
      { firstName: null, lastName: 'Teller' },
    ].entries()) {
      const number = `T-${index}`;
      await service.suitcase({ owner: { ...NO_CONTACT, ...names, reservationNumber: number }, location: 'Lobby' });
      expect((await search({ surname: 'teller', departuredDate: DATE, reservationNumber: number })).status).toBe(303);
    }
  });

  it('chooses among several things', async () => {
    await suitcase('Twofold', { item: 'Left shoe' });
    await suitcase('Twofold', { item: 'Right shoe', owner: { ...NO_CONTACT, firstName: 'Ada', lastName: 'Twofold' } });
    const { status, page } = await search({ surname: 'Twofold', departuredDate: DATE, room: '312' });
    expect(status).toBe(200);
    for (const item of ['Left shoe', 'Right shoe']) expect(page).toContain(item);
  });
});

describe('many searches', () => {
  it('from a few addresses close the form for nobody: it asks for more proof', async () => {
    const at = `/found/${await service.location()}`;
    const locationID = at.split('/').at(-1);
    await service.suitcase({ locationID, owner: { ...NO_CONTACT, lastName: 'Honest', reservationNumber: 'H-1' } });
    const token = await tokenAt(at);
    const guesses = Array.from({ length: 5 }, newAddress).flatMap((address) => Array.from({ length: 21 }, () => address));
    const body = () => new URLSearchParams({ surname: 'Guess', departuredDate: DATE, token });
    const statuses = await Promise.all(
      guesses.map(async (address) => {
        const headers = { 'x-forwarded-for': address };
        return (await fetch(service.url + at, { method: 'POST', body: body(), headers })).status;
      }),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const asked = await search({ surname: 'Honest', departuredDate: DATE }, { at });
    expect(asked.status).toBe(422);
    expect(asked.page).toContain('Please give the reservation number too.');
    expect((await search({ surname: 'Honest', reservationNumber: 'H-1' }, { at })).page).toContain('date of departure too');
    expect((await search({ surname: 'Honest', departuredDate: DATE, reservationNumber: 'h1' }, { at })).status).toBe(303);
  }, 60_000);

  it('for the room of one surname make the room worthless, and not the reservation number', async () => {
    await service.suitcase({ owner: { ...NO_CONTACT, lastName: 'Roomer', reservationNumber: 'R-9' }, location: 'Room 700' });
    const guess = (room: number) => search({ surname: 'Roomer', departuredDate: DATE, room: String(room) });
    await Promise.all(Array.from({ length: 20 }, (_, index) => guess(100 + index)));
    expect((await guess(700)).status).toBe(422);
    const both = { surname: 'Roomer', departuredDate: DATE, room: '700', reservationNumber: 'R-8' };
    expect((await search(both)).status).toBe(200);
    expect((await search({ ...both, reservationNumber: 'R9' })).status).toBe(303);
  }, 60_000);

  it.each([
    ['a room', (guess: string) => ({ departuredDate: DATE, room: guess }), '700', 422],
    ['a number', (guess: string) => ({ departuredDate: DATE, reservationNumber: guess }), 'Q-1', 429],
    ['a number without a date', (guess: string) => ({ reservationNumber: guess }), 'Q-1', 429],
  ] as const)(
    'for one surname with %s count whether right or wrong, and their end tells nothing',
    async (_what, fields, right, end) => {
      const [known, nobody] = [`Known${++addresses}`, `Nobody${++addresses}`];
      const owner = { lastName: known, contactEmail: `${known}@example.com`, reservationNumber: 'Q-1' };
      const locationID = await service.location();
      const at = `/found/${locationID}`;
      await service.suitcase({ locationID, owner, location: 'Room 700' });
      const ends = async (surname: string, last: string) => {
        await Promise.all(Array.from({ length: 19 }, (_, index) => search({ surname, ...fields(`X-${index}`) }, { at })));
        const answers = [await search({ surname, ...fields(last) }, { at }), await search({ surname, ...fields(right) }, { at })];
        return answers.map(({ status, location }) => [status, location]);
      };
      for (const surname of [known, nobody])
        expect(await ends(surname, right), surname).toEqual([
          [200, null],
          [end, null],
        ]);
    },
    60_000,
  );

  it('count for all spellings that find the same person', async () => {
    await service.suitcase({
      owner: { ...NO_CONTACT, lastName: 'van der Spelling', reservationNumber: 'S-9' },
      location: 'Room 700',
    });
    const spellings = [
      'Spelling',
      'van der Spelling',
      'VANDERSPELLING',
      'de la van Spelling',
      'Ｓｐｅｌｌｉｎｇ',
      'Spélling 🎉',
      'von Spelling',
    ];
    const guess = (surname: string, room: string) => search({ surname, departuredDate: DATE, room });
    await Promise.all(Array.from({ length: 21 }, (_, index) => guess(spellings[index % 7]!, String(index))));
    const statuses = await Promise.all(spellings.map(async (spelling) => (await guess(spelling, '700')).status));
    expect(statuses.filter((status) => status === 422).length).toBe(spellings.length);
  }, 60_000);

  it('for the surname of one room or number count too, however these are written', async () => {
    const at = service.get(GuestLimits);
    const none = { room: null, reservationNumber: null, departuredDate: DATE };
    const rooms = ['Room 415', 'room-415', '415', '４１５'];
    const guesses = [
      (n: number) => at.guess('room', 'demo:1', { ...none, surname: `Name${n}`, room: rooms[n % 4]! }),
      (n: number) => at.guess('number', 'demo:1', { ...none, surname: `Name${n}`, reservationNumber: ['Z-9', 'z 9'][n % 2]! }),
    ];
    for (const guess of guesses) {
      const waits = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n)));
      expect(waits.filter((wait) => wait === null)).toHaveLength(20);
      expect(Math.max(...waits.map(Number))).toBeGreaterThan(3_500);
    }
    expect(await at.guess('room', 'demo:1', { ...none, surname: 'Name1', room: '416' })).toBeNull();
  });

  it('are counted over the day too, whoever waits for each hour', async () => {
    const { clock } = service;
    const at = service.get(GuestLimits);
    const guess = (n: number) =>
      at.guess('room', 'demo:1', { surname: 'Patient', departuredDate: DATE, room: `${n}`, reservationNumber: null });
    const inAnHour = async () =>
      (await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n)))).filter((wait) => wait === null);
    for (const most of [20, 20, 20, 0]) {
      expect(await inAnHour()).toHaveLength(most);
      clock.forward(1.01 / 24);
    }
    expect(await guess(1)).toBeGreaterThan(19 * 3600);
    clock.forward(1);
    expect(await guess(1)).toBeNull();
  });
});

it('the forms of a Location are there by an address as guests type it, or find it in a text', async () => {
  const [code, number] = service.locationID.split(':') as [string, string];
  const wide = String.fromCodePoint(...[...number].map((digit) => digit.codePointAt(0)! + 0xfee0));
  for (const written of [`${code.toUpperCase()}:${number}`, `${code}:${number}.`, `${code}:${number}),`, `${code}：${wide}`]) {
    for (const page of ['lost', 'found']) {
      const answer = await get(`/${page}/${encodeURIComponent(written)}`);
      expect([written, answer.status]).toEqual([written, 200]);
    }
  }
  for (const other of [`${code}:${number}.5`, `${code}:0${number}`]) expect((await get(`/lost/${other}`)).status).toBe(404);
});

describe('a Location that does without', () => {
  it('has no form, and none leads there', async () => {
    const locationID = await service.location();
    const lost = async () => (await get(`/lost/${locationID}`)).text();
    expect(await lost()).toContain(`/found/${locationID}`);
    expect((await service.call('PUT', `/locations/${locationID}/guest-settings`, { found: false })).status).toBe(200);
    expect((await get(`/found/${locationID}`)).status).toBe(404);
    const body = new URLSearchParams({ surname: 'A', departuredDate: DATE });
    expect((await fetch(`${service.url}/found/${locationID}`, { method: 'POST', body })).status).toBe(404);
    expect(await lost()).not.toContain(`/found/${locationID}`);
  });
});
