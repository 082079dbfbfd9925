import { describe, expect, it } from 'vitest';
import { changed, effective, NOTHING_SET, textIn } from './guest-settings.js';

const GROUP = changed(NOTHING_SET, {
  displayName: 'Harbour Hotels',
  reminderDays: [7],
  pickup: { place: 'Reception', latitude: 52, longitude: 4 },
});

describe('what holds for the guests of a Location', () => {
  it('is what it has set, else what its Group has, else the default', () => {
    const location = changed(NOTHING_SET, { displayName: 'Harbour Inn', pickup: { note: 'Ring twice' } });
    expect(effective(location, GROUP)).toEqual({
      ...NOTHING_SET,
      displayName: 'Harbour Inn',
      reminderDays: [7],
      notifyDesk: 'at-once',
      found: true,
      indexed: false,
      pickup: { ...NOTHING_SET.pickup, place: 'Reception', note: 'Ring twice', latitude: 52, longitude: 4 },
    });
  });

  it('can be no reminders, and a closed page, where the Group has both', () => {
    const location = changed(NOTHING_SET, { reminderDays: [], found: false });
    expect(effective(location, GROUP)).toMatchObject({ reminderDays: [], found: false });
  });

  it('never mixes coordinates of two places', () => {
    const location = changed(NOTHING_SET, { pickup: { latitude: 0, longitude: 0 } });
    expect(effective(location, GROUP).pickup).toMatchObject({ latitude: 0, longitude: 0 });
  });
});

describe('a change', () => {
  it('keeps what it omits, clears what is null and merges the pickup', () => {
    const after = changed(GROUP, { displayName: null, pickup: { place: null, note: 'Ring' } });
    expect(after).toEqual({ ...GROUP, displayName: null, pickup: { ...GROUP.pickup, place: null, note: 'Ring' } });
    expect(changed(after, { pickup: null }).pickup).toEqual(NOTHING_SET.pickup);
  });

  it('may not leave half of the coordinates', () => {
    expect(() => changed(NOTHING_SET, { pickup: { latitude: 1 } })).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ field: 'pickup.longitude', code: 'required' })] }),
    );
    expect(() => changed(GROUP, { pickup: { latitude: null } })).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ field: 'pickup.latitude', code: 'required' })] }),
    );
  });
});

describe('a text for each language', () => {
  const NOTE = { en: 'Ring', de: 'Klingeln', 'pt-BR': 'Toque' };
  it.each([
    [['de-AT', 'en'], 'Klingeln'],
    [['fr', 'de'], 'Klingeln'],
    [['pt'], 'Toque'],
    [['ja'], 'Ring'],
  ])('is read in %j as %s', (languages, text) => expect(textIn(NOTE, languages)).toBe(text));

  it('may be one for all, or none', () => {
    expect(textIn('Ring', ['de'])).toBe('Ring');
    expect(textIn(null, ['de'])).toBeNull();
  });
});
