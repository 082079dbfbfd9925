import { describe, expect, it } from 'vitest';
import type { Caller, Role } from './caller.js';
import { assertNoWebAddress } from './staff-text.js';

const write = (role: Role, text: string) => () => assertNoWebAddress({ role } as Caller, 'text', text);

describe('a text that staff write to a guest', () => {
  it.each([
    'Please pay at https://evil.example/pay',
    'Pay at HTTP://evil.example',
    'See www.evil.example.',
    'Pay at (evil.example/pay?x=1)',
    'evil.example',
    'Pay:ftp://evil.example',
    'evil.example:8443/pay',
  ])('of a sub-user has no web address: %s', (text) => {
    expect(write('property_subuser', text)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
    expect(write('property_admin', text)).not.toThrow();
  });

  it.each([
    'We found it, e.g. on Monday at 10.30/11.00 h. Costs 9.90 EUR...',
    'Write to ann@hotel.example, please.',
    'It is 3.5 kg; size 12/14.\nYours, A. B. Smith',
  ])('is any other: %s', (text) => {
    expect(write('property_subuser', text)).not.toThrow();
  });
});
