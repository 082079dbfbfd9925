import { describe, expect, it } from 'vitest';
import { Clock } from '#platform/kernel';
import { Keyring, Secrets } from '#platform/secrets';
import { AccountLinks, AFTERWARDS, GuestLinks } from './index.js';

const keyring = new Keyring(Secrets.newKey());
const links = new GuestLinks(keyring, 'https://lost.example', new Clock());
const later = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000);
const ended = new Date(later.getTime() - AFTERWARDS);
const tokenOf = (link: string) => link.slice('https://lost.example/g/'.length);

describe('a guest link', () => {
  it('leads to what it was made for', () => {
    const link = links.linkFor(3, 'request', 4_000_000_000, ended, 'ann@example.com');
    expect(link).toMatch(/^https:\/\/lost\.example\/g\/[\w-]{66}$/);
    expect(links.read(tokenOf(link))).toEqual({
      groupID: 3,
      kind: 'request',
      id: 4_000_000_000,
      expiresAt: later,
      hasExpired: false,
      isFor: expect.any(Function),
    });
  });

  it('is for whom it was made, however that is written, and for nobody else', () => {
    const isFor = (contact: string | null, ...contacts: (string | null)[]) =>
      links.read(tokenOf(links.linkFor(3, 'item', 7, ended, contact)))!.isFor(contacts);
    expect(isFor('ann@example.com', 'Ann@Example.com', null)).toBe(true);
    expect(isFor('+31 20 123 4567', 'ann@example.com', '+31201234567')).toBe(true);
    expect(isFor(null, null, null)).toBe(true);
    expect(isFor('ann@example.com', 'anna@example.com', '+31201234567')).toBe(false);
    expect(isFor('ann@example.com', null, null)).toBe(false);
    expect(isFor(null, 'ann@example.com', null)).toBe(false);
  });

  it('ends with a letter or digit, whatever it is for', () => {
    const accounts = new AccountLinks(keyring, 'https://lost.example', new Clock());
    const user = { groupID: 1, userID: 2 };
    for (let id = 0; id < 300; id++) {
      const made = [accounts.linkFor({ ...user, link: id }), accounts.linkToVerify(user, 'ann@example.com', later)];
      for (const link of [links.linkFor(3, 'item', id, ended, null), ...made]) expect(link).toMatch(/[a-z\d]$/i);
    }
  });

  it.each(['.', ')', '),', '>', '\u200b', ' ', '”.', '…'])(
    'leads to the same with %j behind it, which programs take for a part of it',
    (sign) => {
      for (const link of [links.linkFor(3, 'item', 7, ended, null), links.shortLinkFor(3, 'item', 7, ended, null)])
        expect(links.read(tokenOf(link) + sign)).toMatchObject({ groupID: 3, kind: 'item', id: 7 });
    },
  );

  it.each(['=\r\n', ' ', '\u00ad', '\u200b', '\n> '])(
    'leads to the same with %j within, where a program has broken it',
    (sign) => {
      for (const link of [links.linkFor(3, 'item', 7, ended, null), links.shortLinkFor(3, 'item', 7, ended, null)]) {
        const token = tokenOf(link);
        expect(links.read(`${sign}${token.slice(0, 12)}${sign}${token.slice(12)}`)).toMatchObject({
          groupID: 3,
          kind: 'item',
          id: 7,
        });
      }
    },
  );

  it('is never made alike twice', () => {
    expect(links.linkFor(3, 'item', 7, ended, 'ann@example.com')).not.toBe(links.linkFor(3, 'item', 7, ended, 'ann@example.com'));
  });

  it('leads nowhere once it has expired', () => {
    const token = tokenOf(links.linkFor(3, 'item', 7, ended, 'ann@example.com'));
    expect(new GuestLinks(keyring, 'https://lost.example', new Clock(120_000)).read(token)?.hasExpired).toBe(true);
  });

  it('leads nowhere when it was made up, altered, or sealed with another key', () => {
    const token = tokenOf(links.linkFor(3, 'item', 7, ended, 'ann@example.com'));
    const others = new GuestLinks(new Keyring(Secrets.newKey()), 'https://lost.example', new Clock());
    for (const wrong of ['', 'x', '7', 'é', `A${token.slice(1)}A`, token.slice(0, -4), 'A'.repeat(5_000)]) {
      expect(links.read(wrong), wrong.slice(0, 40)).toBeNull();
    }
    expect(others.read(token)).toBeNull();
  });
});

describe('a short link', () => {
  const short = (contact: string | null, id = 7) => links.shortLinkFor(3, 'finds', id, ended, contact);

  it('leads to what it was made for, for whom it was made, in fewer characters', () => {
    const opened = links.read(tokenOf(short('+31 20 123 4567', 4_000_000_000)))!;
    expect(opened).toMatchObject({ groupID: 3, kind: 'finds', id: 4_000_000_000 });
    expect(opened.expiresAt.getTime() - later.getTime()).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
    expect(opened.expiresAt.getTime()).toBeGreaterThanOrEqual(later.getTime());
    expect([opened.isFor(['+31201234567']), opened.isFor(['+31201234568']), opened.isFor([null])]).toEqual([true, false, false]);
    expect(links.read(tokenOf(short(null)))!.isFor([null, null])).toBe(true);
    expect(tokenOf(short('+31 20 123 4567')).length).toBe(26);
  });

  it('ends with a letter or digit; one of an earlier release opens also without the sign that a program left out at its end', () => {
    const made = Array.from({ length: 600 }, (_, id) => tokenOf(short(null, 500_000 + id)));
    expect(made.filter((token) => !/[a-z\d]$/i.test(token))).toEqual([]);
    // The others may end with such a sign and a 0 of their own.
    const longer = made.filter((token) => token.length > 28);
    expect(longer.length).toBeGreaterThan(0);
    for (const token of longer) {
      const opened = links.read(token)!;
      for (const old of [token.slice(0, -1), token.slice(0, -2)]) expect(links.read(old)?.id, old).toBe(opened.id);
    }
  });

  it('leads nowhere when a single bit is altered, it has expired, or another key signed it', () => {
    const token = tokenOf(short('ann@example.com'));
    const bytes = Buffer.from(token, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const altered = Buffer.from(bytes);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      expect(links.read(altered.toString('base64url')), `bit ${bit}`).toBeNull();
    }
    expect(new GuestLinks(keyring, 'https://lost.example', new Clock(2 * 24 * 60 * 60 * 1000)).read(token)?.hasExpired).toBe(
      true,
    );
    expect(new GuestLinks(new Keyring(Secrets.newKey()), 'https://lost.example', new Clock()).read(token)).toBeNull();
  });
});
