import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Persons } from '#contexts/retention';
import { type Stay, StayRetention, Stays } from '#contexts/stays';
import { outcome } from '../contract/contract.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
let path: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

const GUEST = {
  firstName: 'Anna',
  lastName: 'Quillfeather',
  contactEmail: 'anna@example.com',
  phoneNumber: '020 1',
  languageCode: 'nl',
};
const stay = (externalID: string, changes: object = {}) => ({
  externalID,
  room: '312',
  arrivalDate: '2026-11-18',
  departureDate: '2026-11-20',
  reservationNumber: 'HH-771',
  guest: GUEST,
  ...changes,
});
const put = (...stays: object[]) => service.call('PUT', path, { stays });
const find = (room: string, on?: string) =>
  service.call('GET', `${path}?room=${encodeURIComponent(room)}${on === undefined ? '' : `&on=${on}`}`);
const keys = async (...asked: Parameters<typeof find>) => (await find(...asked)).body.map(({ externalID }: Stay) => externalID);

/** Everything that the database stores of stays, as text. */
const stored = async () => JSON.stringify(await service.sql("select s.*, encode(sealed, 'escape') as bytes from stays s"));

async function newLocation() {
  locationID = await service.location();
  path = `/locations/${locationID}/stays`;
}

describe('stays of a Location', () => {
  beforeAll(newLocation);

  it('are found by their room, as they were given', async () => {
    const answer = await put(stay('R-1'), {
      externalID: 'R-2',
      room: '7',
      arrivalDate: '2026-11-19',
      departureDate: '2026-11-19',
    });
    expect([answer.status, answer.body]).toEqual([200, { accepted: 2 }]);
    expect((await find('312', '2026-11-19')).body).toEqual([stay('R-1')]);
    const nobody = { firstName: null, lastName: null, contactEmail: null, phoneNumber: null, languageCode: null };
    expect((await find('7', '2026-11-19')).body).toEqual([
      stay('R-2', { room: '7', arrivalDate: '2026-11-19', departureDate: '2026-11-19', reservationNumber: null, guest: nobody }),
    ]);
    expect((await find('313', '2026-11-19')).body).toEqual([]);
  });

  it('are found however the room is written', async () => {
    await put(stay('R-3', { room: 'Süite 4-B' }));
    for (const room of ['süite 4b', 'SUITE4B', 'Suite 4 B'])
      expect([room, await keys(room, '2026-11-19')]).toEqual([room, ['R-3']]);
  });

  it('are replaced by their key', async () => {
    await put(stay('R-9', { room: '90' }));
    await put(stay('R-9', { room: '91', guest: { ...GUEST, lastName: 'Other' } }));
    expect(await keys('90', '2026-11-19')).toEqual([]);
    expect((await find('91', '2026-11-19')).body).toEqual([stay('R-9', { room: '91', guest: { ...GUEST, lastName: 'Other' } })]);
  });

  it('cover the day, or ended at most 7 days before it, latest departure first, at most 20', async () => {
    const of = (externalID: string, arrivalDate: string, departureDate: string) =>
      stay(externalID, { room: '500', arrivalDate, departureDate });
    await put(of('A', '2026-10-01', '2026-10-05'), of('B', '2026-10-05', '2026-10-12'), of('C', '2026-10-13', '2026-10-14'));
    expect(await keys('500', '2026-10-12')).toEqual(['B', 'A']);
    expect(await keys('500', '2026-10-13')).toEqual(['C', 'B']);
    expect(await keys('500', '2026-09-30')).toEqual([]);
    await put(...Array.from({ length: 25 }, (_, n) => of(`many-${n}`, '2026-10-20', `2026-10-${21 + (n % 9)}`)));
    const many = (await find('500', '2026-10-21')).body.map(({ departureDate }: Stay) => departureDate);
    expect(many).toHaveLength(20);
    expect(many).toEqual([...many].sort().reverse());
  });

  it('are looked for today, where the Location is, when no day is given', async () => {
    const today = (zone: string) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(service.clock.now());
    // Of these two zones one has another day than UTC, at any time.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await service.call('PUT', `/locations/${locationID}`, { timeZone: zone });
      const day = today(zone);
      await put(stay('today', { room: '600', arrivalDate: day, departureDate: day }));
      expect([zone, await keys('600')]).toEqual([zone, ['today']]);
      const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
      await put(stay('today', { room: '600', arrivalDate: next, departureDate: next }));
      expect([zone, await keys('600')]).toEqual([zone, []]);
    }
  });

  it('are taken all or none, and what is wrong is named', async () => {
    const refusals: [object[], string][] = [
      [[], 'stays too_short'],
      [Array.from({ length: 1001 }, (_, n) => stay(`R-${n}`)), 'stays too_long'],
      [[stay('one'), stay('one')], 'stays.1.externalID duplicate'],
      [[stay('one'), stay('two', { arrivalDate: '2026-11-21' })], 'stays.1.arrivalDate out_of_range'],
      [[stay('one', { departureDate: '2026-02-30' })], 'stays.0.departureDate invalid_format'],
      [[stay('one', { arrivalDate: '2026-11-18 11:00:00' })], 'stays.0.arrivalDate invalid_format'],
      [[stay('one', { guest: { contactEmail: 'nobody' } })], 'stays.0.guest.contactEmail invalid_format'],
      [[stay('one', { room: ' ' })], 'stays.0.room required'],
      [[{}], 'stays.0.arrivalDate required, stays.0.departureDate required, stays.0.externalID required, stays.0.room required'],
    ];
    for (const [stays, wrong] of refusals) expect(outcome(await put(...stays))).toBe(wrong);
    expect(outcome(await service.call('GET', path))).toBe('room required');
    expect(outcome(await find('312', 'today'))).toBe('on invalid_format');
    expect(await keys('312', '2026-11-19')).toEqual(['R-1']);
  });

  it('are deleted by their key, whatever is in it', async () => {
    const odd = 'R/1 ü?#%';
    await put(stay(odd, { room: '700' }));
    expect((await service.call('DELETE', `${path}/${encodeURIComponent(odd)}`)).status).toBe(204);
    expect(await keys('700', '2026-11-19')).toEqual([]);
    for (const key of [odd, 'none', '\0']) {
      expect((await service.call('DELETE', `${path}/${encodeURIComponent(key)}`)).status).toBe(404);
    }
  });

  it('are those of one Location and Group', async () => {
    const other = await service.location();
    await service.call('PUT', `/locations/${other}/stays`, { stays: [stay('R-1', { room: '800' })] });
    expect(await keys('800', '2026-11-19')).toEqual([]);
    expect(await keys('312', '2026-11-19')).toEqual(['R-1']);
  });

  it('are taken a thousand at once', async () => {
    const all = Array.from({ length: 1000 }, (_, n) => stay(`night-${n}`, { room: String(1000 + n) }));
    expect((await put(...all)).body).toEqual({ accepted: 1000 });
    expect(await keys('1999', '2026-11-19')).toEqual(['night-999']);
  });
});

describe('who stayed', () => {
  beforeAll(async () => {
    await newLocation();
    await service.sql('delete from stays');
  });

  it('is stored sealed, and with the key of no other stay', async () => {
    await put(stay('R-1'), stay('R-2'));
    for (const word of ['Quillfeather', 'anna@example.com', '020 1', 'HH-771']) expect(await stored()).not.toContain(word);
    await service.sql("update stays set sealed = (select sealed from stays where external_id = 'R-1') where external_id = 'R-2'");
    await expect(service.get(Stays).inRoom(service.groupID, locationID, '312', '2026-11-19')).rejects.toThrow('sealed');
    await service.sql('delete from stays');
  });

  it('is erased 30 days after departure', async () => {
    const ago = (days: number) => new Date(service.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
    const left = (days: number) => stay(`left-${days}`, { arrivalDate: ago(days + 1), departureDate: ago(days) });
    await put(left(29), left(30), left(31), left(40));
    expect(await service.get(StayRetention).forget(1)).toBe(1);
    expect(await service.get(StayRetention).forget(100)).toBe(1);
    const rows = await service.sql('select external_id from stays order by 1');
    expect(rows.map(({ external_id }) => external_id)).toEqual(['left-29', 'left-30']);
  });

  it('is exported and erased with the person', async () => {
    await service.sql('delete from stays');
    await put(stay('R-1'), stay('R-2', { guest: { ...GUEST, contactEmail: 'other@example.com' } }));
    const persons = service.get(Persons);
    expect(await persons.export('ANNA@example.com', 'demo')).toEqual([
      { group: 'demo', items: [], requests: [], locations: [], stays: [{ locationID, ...stay('R-1') }], replies: [] },
    ]);
    const erased = { group: 'demo', items: 0, requests: 0, locations: 0, stays: 1 };
    expect(await persons.erase('Anna@example.com', null)).toEqual([erased]);
    expect(await keys('312', '2026-11-19')).toEqual(['R-2']);
    expect(await persons.erase('Anna@example.com', null)).toEqual([]);
  });
});
