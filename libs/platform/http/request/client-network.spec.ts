import { expect, it } from 'vitest';
import { clientAddress, clientNetwork } from './client-network.js';

it('an IPv4 address counts by itself, however it is written', () => {
  expect(clientNetwork('203.0.113.7')).toBe('203.0.113.7');
  expect(clientNetwork('::ffff:203.0.113.7')).toBe('203.0.113.7');
});

it('IPv6 addresses of one network count together', () => {
  expect(clientNetwork('2001:db8:1:2::1')).toBe(clientNetwork('2001:db8:1:2:ffff::9'));
  expect(clientNetwork('2001:db8:1:2::1')).not.toBe(clientNetwork('2001:db8:1:3::1'));
});

it.each([
  ['203.0.113.7:443', '203.0.113.7', '203.0.113.7'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['[::ffff:203.0.113.7]:1', '203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:x', null, 'unknown'],
  ['unknown', null, 'unknown'],
])('a proxy may write the port too: %s', (written, address, network) => {
  expect(clientAddress(written)).toBe(address);
  expect(clientNetwork(written)).toBe(network);
});

it('what is no address counts as one unknown client', () => {
  expect(clientNetwork(undefined)).toBe('unknown');
});
