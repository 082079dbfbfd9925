import { describe, expect, it } from 'vitest';
import { likenessOf } from './matching.js';
import type { FoundThing, LostThing } from './matching.things.js';

const lost: LostThing = {
  request: 'My burgundy umbrella with a wooden handle',
  answer: null,
  locationID: 'demo:1',
  location: 'Room 312',
  departuredDate: '2026-11-20',
  colors: ['burgundy'],
  categories: [],
  guest: { name: 'Anna Schmidt', email: 'anna@example.com', phoneNumber: '+49 40 123456' },
};
const nobody = {
  firstName: null,
  lastName: null,
  contactEmail: null,
  phoneNumber: null,
  reservationNumber: null,
  activityNumber: null,
  agreementNumber: null,
};
const umbrella: FoundThing = {
  item: 'Umbrella, wooden handle',
  brand: null,
  locationID: 'demo:1',
  location: 'Lobby',
  departuredDate: '2026-11-22',
  colors: ['burgundy'],
  categories: ['misc'],
  owner: nobody,
};

describe('the likeness of a lost and a found thing', () => {
  it('is explained in words, what speaks most for it first', () => {
    expect(likenessOf(lost, umbrella)).toEqual({
      score: expect.any(Number),
      reasons: ['words in common: umbrella, wooden, handle', 'dates 2 days apart', 'color burgundy', 'same Location'],
      reasonCodes: ['words', 'color'],
    });
  });

  it('grows with every sign and stays within 0 and 1', () => {
    const owner = {
      ...nobody,
      firstName: 'Anna',
      lastName: 'Schmidt',
      contactEmail: 'ANNA@example.com',
      phoneNumber: '+4940123456',
    };
    const plain = likenessOf(lost, umbrella)!;
    const known = likenessOf(lost, { ...umbrella, owner, location: 'room 312' })!;
    expect(known.score).toBeGreaterThan(plain.score);
    expect(known.score).toBeLessThanOrEqual(1);
    expect(known.reasons).toEqual(
      expect.arrayContaining(['same email', 'same phone number', 'same name', 'same place: room 312']),
    );
  });

  it('grows with copies of one photo, which alone are not enough', () => {
    const bag: FoundThing = { ...umbrella, item: 'Bag', locationID: 'demo:2', departuredDate: '2026-11-23', colors: [] };
    expect(likenessOf(lost, bag, true)).toBeNull();
    expect(likenessOf({ ...lost, departuredDate: null }, bag, true)).toBeNull();
    const [plain, photographed] = [likenessOf(lost, umbrella)!, likenessOf(lost, umbrella, true)!];
    expect(photographed.score).toBeGreaterThan(plain.score);
    expect(photographed.reasons).toEqual(expect.arrayContaining([...plain.reasons, 'similar photo']));
    expect(likenessOf(lost, { ...bag, locationID: 'demo:1', departuredDate: '2026-11-20' }, true)!.reasons).toContain(
      'similar photo',
    );
  });

  it('has a code for what programs may tell apart, each once', () => {
    const owner = { ...nobody, lastName: 'Schmidt', contactEmail: 'anna@example.com', phoneNumber: '+4940123456' };
    const found = { ...umbrella, location: 'Room 312', departuredDate: '2026-11-20', brand: 'Wooden', owner };
    const { reasonCodes } = likenessOf(
      { ...lost, categories: ['misc'], guest: { ...lost.guest, name: 'Schmidt' } },
      found,
      true,
    )!;
    const all = ['same-place', 'same-date', 'same-name', 'same-contact', 'words', 'color', 'category', 'brand', 'photo'];
    expect([...reasonCodes].sort()).toEqual(all.sort());
  });

  it('does not exist where only place and date agree', () => {
    expect(likenessOf({ ...lost, colors: [] }, { ...umbrella, item: 'Phone charger' })).toBeNull();
  });

  it('recognises a reservation number in the guest’s text', () => {
    const mentioning = { ...lost, request: 'Charger, my reservation was r-20931.' };
    const found = { ...umbrella, item: 'Cable', colors: [], owner: { ...nobody, reservationNumber: 'R 20931' } };
    expect(likenessOf(mentioning, found)!.reasons).toContain('same reservation number');
  });

  it('knows other words for the same thing, in several languages', () => {
    const mentioning = { ...lost, request: 'Mein Regenschirm', colors: [] };
    expect(likenessOf(mentioning, umbrella)!.reasons[0]).toBe('another word for umbrella');
  });

  it('takes a misspelled name for a similar one', () => {
    const found = { ...umbrella, owner: { ...nobody, lastName: 'Schmitt' } };
    expect(likenessOf(lost, found)!.reasons).toContain('similar name');
  });

  it('takes singular and plural, accents and case as the same word', () => {
    const keys = { ...lost, request: 'Two black GLÓVES', colors: [] };
    expect(likenessOf(keys, { ...umbrella, item: 'black glove' })!.reasons[0]).toBe('words in common: black, glove');
  });

  it('is less with every sign that speaks against it', () => {
    const owner = { ...nobody, lastName: 'Okafor' };
    const scores = [
      { ...umbrella, location: 'Room 312' },
      { ...umbrella, location: 'Room 313' },
      { ...umbrella, location: 'Room 313', owner },
      { ...umbrella, location: 'Room 313', owner, colors: ['yellow'] },
    ].map((found) => likenessOf(lost, found)?.score ?? 0);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    expect(new Set(scores).size).toBe(scores.length);
  });

  it('takes colors of one family for each other, and others not', () => {
    const score = (color: string) => likenessOf(lost, { ...umbrella, colors: [color] })!.score;
    expect(score('burgundy')).toBeGreaterThan(score('red'));
    expect(score('red')).toBeGreaterThan(score('mint'));
  });

  it('knows a thing in a compound', () => {
    const coat = likenessOf({ ...lost, request: 'Wintermantel', colors: [] }, { ...umbrella, item: 'Jacket' })!;
    expect(coat.reasons[0]).toBe('another word for jacket');
    const shade = likenessOf({ ...lost, request: 'Kinderregenschirm', colors: [] }, umbrella)!;
    expect(shade.reasons[0]).toBe('another word for umbrella');
  });

  it('recognises a name however it is written', () => {
    const found = { ...umbrella, item: 'Watch', colors: [], owner: { ...nobody, firstName: 'Zoe', lastName: 'Müller' } };
    const guest = { ...lost.guest, name: 'Zoë Mueller' };
    expect(likenessOf({ ...lost, guest }, found)!.reasons).toContain('same name');
  });
});

describe('a thing', () => {
  const bare = {
    ...lost,
    location: null,
    departuredDate: null,
    colors: [],
    guest: { name: null, email: null, phoneNumber: null },
  };
  const reasonsFor = (request: string, item: string) =>
    likenessOf({ ...bare, request }, { ...umbrella, item, colors: [], categories: [] })?.reasons ?? [];

  it.each([
    ['en', 'I lost my brolly'],
    ['de', 'Ich habe meinen Regenschirm vergessen'],
    ['fr', 'J’ai oublié mon parapluie'],
    ['es', 'He perdido mi paraguas'],
    ['nl', 'Ik ben mijn paraplu vergeten'],
    ['it', 'Ho perso il mio ombrello'],
    ['pt', 'Perdi o meu guarda-chuva'],
    ['pl', 'Zostawiłam parasolkę w pokoju'],
    ['sv', 'Jag har tappat mitt paraply'],
    ['ja', '傘を部屋に忘れました'],
    ['zh', '我的黑色雨伞忘在房间里了'],
    ['ar', 'نسيت المظلة في الغرفة'],
  ])('is known by its word in %s', (_language, request) => {
    expect(reasonsFor(request, 'Umbrella')).toContain('another word for umbrella');
    expect(reasonsFor(request, 'Passport')).toEqual([]);
  });

  it('is compared word by word where words are not spaced', () => {
    expect(reasonsFor('黒い腕時計をなくしました', '黒い時計、腕時計')).toContain('words in common: 黒い, 腕時計');
    expect(reasonsFor('手机充电器', 'Phone charger').join()).toMatch(/another word for phone, charger/);
  });
});
