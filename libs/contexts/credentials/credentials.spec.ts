import { expect, it } from 'vitest';
import { hashPassword, isPassword } from './credentials.js';

it('a password is kept as an Argon2id hash of 19 MiB and two passes, another one each time', async () => {
  const [one, other] = [await hashPassword('correct horse battery'), await hashPassword('correct horse battery')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
  expect([await isPassword('correct horse battery', one), await isPassword('correct horse', one)]).toEqual([true, false]);
});
