import { describe, expect, it } from 'vitest';
import { Keyring, Secrets } from './index.js';

const [old, fresh] = [Secrets.newKey(), Secrets.newKey()];

describe('the keyring', () => {
  it('opens what it sealed, for the same purpose and context alone', () => {
    const keyring = new Keyring(fresh);
    const sealed = keyring.of('webhook-secret').seal('Lefèvre', 'group/7');
    expect(keyring.of('webhook-secret').open(sealed, 'group/7').toString()).toBe('Lefèvre');
    expect(() => keyring.of('webhook-secret').open(sealed, 'group/8')).toThrow();
    expect(() => keyring.of('signing-key').open(sealed, 'group/7')).toThrow();
    expect(() => new Keyring(old).of('webhook-secret').open(sealed, 'group/7')).toThrow();
    expect(() => new Secrets(fresh).open(sealed.subarray(4), 'group/7')).toThrow();
  });

  it('opens what was sealed with the key itself, before there was one for each purpose', () => {
    const sealed = new Secrets(old).seal('Lefèvre', 'group/7');
    const sealer = new Keyring(old).of('webhook-secret');
    expect(sealer.open(sealed, 'group/7').toString()).toBe('Lefèvre');
    expect(sealer.isCurrent(sealed, 'group/7')).toBe(false);
    expect(new Keyring(fresh, old).of('webhook-secret').open(sealed, 'group/7').toString()).toBe('Lefèvre');
  });

  it('opens with both keys while one takes the place of the other, and seals with the one it is told', () => {
    const before = new Keyring(old).of('webhook-secret').seal('Lefèvre', 'group/7');
    const both = new Keyring(fresh, old);
    const sealer = both.of('webhook-secret');
    expect(sealer.open(before, 'group/7').toString()).toBe('Lefèvre');
    expect(sealer.isCurrent(before, 'group/7')).toBe(false);

    both.sealWith(new Keyring(old).ids[0]!);
    expect(sealer.isCurrent(before, 'group/7')).toBe(true);
    both.sealWith(both.ids[0]!);
    const after = sealer.seal('Lefèvre', 'group/7');
    expect(new Keyring(fresh).of('webhook-secret').open(after, 'group/7').toString()).toBe('Lefèvre');
    expect(() => both.sealWith(new Keyring(Secrets.newKey()).ids[0]!)).toThrow(RangeError);
  });

  it('opens links with a key that was rotated away, and nothing else', () => {
    const link = new Keyring(old).ofValuesOutside('guest-link').seal('item 7', 'guest-link');
    const keyring = new Keyring(fresh);
    keyring.retire([old]);
    expect(keyring.ofValuesOutside('guest-link').open(link, 'guest-link').toString()).toBe('item 7');
    expect(() => keyring.of('guest-link').open(link, 'guest-link')).toThrow();
  });
});
