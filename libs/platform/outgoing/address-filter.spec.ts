import { describe, expect, it } from 'vitest';
import { isPublicAddress, publicLookup } from './address-filter.js';

const inner = [
  '127.0.0.1',
  '127.8.8.8',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '168.63.129.16',
  '0xa8.0x3f.0x81.0x10',
  '2822734096',
  '::ffff:168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '0.0.0.0',
  '0.1.2.3',
  '192.0.0.8',
  '192.0.2.1',
  '198.18.0.1',
  '192.88.99.1',
  '240.0.0.1',
  '2130706433',
  '0177.0.0.1',
  '0x7f.1',
  '::1',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fec0::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  '100::1',
  '4000::1',
  'localhost',
];

describe('an address', () => {
  it.each(inner)('%s is not called', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(['8.8.8.8', '168.63.129.17', '93.184.216.34', '2606:4700::6810:84e5'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('a name', () => {
  const resolving = (...addresses: string[]) =>
    publicLookup((_name, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    );
  const look = (lookup: ReturnType<typeof publicLookup>) =>
    new Promise((resolve) => lookup('hooks.example', { all: true }, (problem, found) => resolve(problem ?? found)));

  it('that resolves to inner addresses only is refused', async () => {
    expect(await look(resolving('10.0.0.1', '::1'))).toMatchObject({ code: 'BLOCKED_ADDRESS' });
  });

  it('with both is reached by its public address only', async () => {
    expect(await look(resolving('10.0.0.1', '8.8.8.8'))).toEqual([{ address: '8.8.8.8', family: 4 }]);
  });
});
