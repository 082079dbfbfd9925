import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { KeyedHashes, Keyring, Secrets } from './index.js';

const key = Secrets.newKey();
const hashes = new KeyedHashes(new Keyring(key));

it('a keyed hash is the same in every process, and another for each purpose, text and key', () => {
  expect(new KeyedHashes(new Keyring(key)).of('address', '127.0.0.1')).toEqual(hashes.of('address', '127.0.0.1'));
  const others = [
    hashes.of('name', '127.0.0.1'),
    hashes.of('address', '127.0.0.2'),
    hashes.of('address', '127.0.0', '.1'),
    new KeyedHashes(new Keyring(Secrets.newKey())).of('address', '127.0.0.1'),
  ];
  for (const other of others) expect(other).not.toEqual(hashes.of('address', '127.0.0.1'));
});

it('a keyed hash is made with the key that the database is sealed with, while one takes the place of another', () => {
  const both = new Keyring(Secrets.newKey(), key);
  both.sealWith(new Keyring(key).ids[0]!);
  expect(new KeyedHashes(both).of('address', '127.0.0.1')).toEqual(hashes.of('address', '127.0.0.1'));
});

it('cannot be found by hashing what it may stand for', () => {
  expect(hash('sha256', '127.0.0.1', 'buffer').subarray(0, 16)).not.toEqual(hashes.of('address', '127.0.0.1'));
});
