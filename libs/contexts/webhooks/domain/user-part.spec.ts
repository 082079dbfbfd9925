import { describe, expect, it } from 'vitest';
import { isMasked, isMaskOf, joinedAddress, maskedAddress, splitAddress } from './user-part.js';

describe('the credentials in an address', () => {
  it.each([
    ['https://anna:pa55@example.com/hooks?a=1', 'https://example.com/hooks?a=1', 'https://anna:***@example.com/hooks?a=1'],
    ['https://k3y@example.com/hooks', 'https://example.com/hooks', 'https://***@example.com/hooks'],
    ['https://:pa55@example.com/hooks', 'https://example.com/hooks', 'https://:***@example.com/hooks'],
    ['https://a%40b:p%3As$&@example.com/', 'https://example.com/', 'https://a%40b:***@example.com/'],
  ])('of %s are taken out, hidden, and put back', (address, url, hidden) => {
    const split = splitAddress(address);
    expect(split.url).toBe(url);
    expect(maskedAddress(split)).toBe(hidden);
    expect(joinedAddress(split)).toBe(new URL(address).href);
  });

  it('an address without any stays as it was written', () => {
    expect(splitAddress('https://EXAMPLE.com')).toEqual({ url: 'https://EXAMPLE.com', userPart: null });
    expect(maskedAddress(splitAddress('https://EXAMPLE.com'))).toBe('https://EXAMPLE.com');
  });

  it('a mask stands for those of the same user at the same host only', () => {
    const stored = splitAddress('https://anna:pa55@example.com/hooks');
    expect(isMaskOf(splitAddress('https://anna:***@example.com/other'), stored)).toBe(true);
    for (const other of [
      'https://anna:***@evil.example/hooks',
      'https://ben:***@example.com/hooks',
      'http://anna:***@example.com/hooks',
    ])
      expect([isMasked(splitAddress(other)), isMaskOf(splitAddress(other), stored)]).toEqual([true, false]);
    expect(isMasked(splitAddress('https://anna:pa55@example.com/hooks'))).toBe(false);
  });
});
