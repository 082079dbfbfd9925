import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Keyring, Secrets } from '#platform/secrets';
import { ChangeCursors } from './cursors.js';

const groups = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const numbers = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const [one, other] = [Secrets.newKey(), Secrets.newKey()];
const cursors = new ChangeCursors(new Keyring(one));

/** A cursor as releases before made it, and as anybody can. */
function unsigned(groupID: number, number: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return Buffer.concat([bytes, hash('sha256', `changes ${groupID} ${number}`, 'buffer').subarray(0, 4)]).toString('base64url');
}

it('a cursor gives its number back', () => {
  fc.assert(
    fc.property(groups, numbers, (group, number) => {
      expect(cursors.read(group, cursors.write(group, number))).toEqual({ number });
    }),
  );
});

it('a cursor of another Group is refused, and so is any other text', () => {
  expect(cursors.read(2, cursors.write(1, 7))).toBeNull();
  const cursor = cursors.write(1, 7);
  for (const text of ['', '0', '7', 'beginning', `${cursor}=`, ` ${cursor}`, cursor.slice(1), `${cursor}AAAA`, 'A'.repeat(16)]) {
    expect(cursors.read(1, text), text).toBeNull();
  }
  fc.assert(fc.property(fc.string(), (text) => cursors.read(1, text) === null));
});

it('nobody can move a cursor to another place', () => {
  const bytes = Buffer.from(cursors.write(1, 7), 'base64url');
  bytes.writeBigUInt64BE(8n);
  expect(cursors.read(1, bytes.toString('base64url'))).toBeNull();
});

it('a cursor that names a key which this service never had is refused, whatever it is signed with', () => {
  expect(new ChangeCursors(new Keyring(other)).read(1, cursors.write(1, 7))).toBeNull();
  const made = Buffer.from(cursors.write(1, 7), 'base64url');
  const ids = fc.uint8Array({ minLength: 4, maxLength: 4 }).filter((id) => !made.subarray(8, 12).equals(id));
  fc.assert(
    fc.property(ids, (id) => {
      made.set(id, 8);
      expect(cursors.read(1, made.toString('base64url'))).toBeNull();
    }),
  );
});

describe('a cursor stays good', () => {
  it('when the key changes, before and after the old one is taken away', () => {
    const cursor = cursors.write(1, 7);
    expect(new ChangeCursors(new Keyring(other, one)).read(1, cursor)).toEqual({ number: 7 });
    const rotated = new Keyring(other);
    rotated.retire([one]);
    expect(new ChangeCursors(rotated).read(1, cursor)).toEqual({ number: 7 });
  });

  it('where its key was given up, if the listing has its place', () => {
    const rotated = new Keyring(other);
    rotated.giveUp(new Keyring(one).ids);
    expect(new ChangeCursors(rotated).read(1, cursors.write(1, 7))).toEqual({ claimed: 7 });
  });

  it('from a release before cursors were signed, if the listing has its place', () => {
    // Given out by the first release that had cursors.
    expect(cursors.read(1, 'AAZg1hHoyAARYlre')).toEqual({ claimed: 1_795_322_400_000_000 });
    expect(unsigned(1, 1_795_322_400_000_000)).toBe('AAZg1hHoyAARYlre');
    expect(cursors.read(2, unsigned(1, 7))).toBeNull();
  });
});
