import { describe, expect, it } from 'vitest';
import { assertHardToGuess } from './password-strength.js';

const sanne = { username: 'Sanne', email: 'sanne@harbour.example' };
const judged = (password: string, user = sanne, caller = 'sanne') =>
  assertHardToGuess(password, user, caller, 'newPassword').then(
    () => 'taken',
    ({ errors }) => errors[0],
  );
const TOO_WEAK = { field: 'newPassword', code: 'too_weak', message: expect.any(String) };

describe('a password', () => {
  it.each(['1234567890', 'aaaaaaaaaa', 'password12', ' '.repeat(10), 'qwertyuiop', 'x'.repeat(200), 'harbour.example'])(
    'that is easy to guess is refused: %s',
    async (password) => expect(await judged(password)).toEqual(TOO_WEAK),
  );

  it('is refused with the own name in it, however it is written', async () => {
    expect(await judged('mk7$ sANNE 9xw!qq')).toEqual(TOO_WEAK);
    expect(await judged('mk7$ joris 9xw!qq')).toBe('taken');
    expect(await judged('mk7$ a 9xw!qq vv', { username: 'a', email: null as never })).toBe('taken');
  });

  it.each(['correct horse battery', 'x7Gk-2mPq.wR4', `${'long and random '.repeat(12)}q9!x`.slice(0, 200)])(
    'that is hard to guess is taken: %s',
    async (password) => expect(await judged(password)).toBe('taken'),
  );

  it('is judged one by one, whatever comes at once', async () => {
    const passwords = Array.from({ length: 20 }, (_, n) => (n % 2 ? 'password12' : `correct horse battery ${n}`));
    const found = await Promise.all(passwords.map((password) => judged(password)));
    expect(found.map((one) => one === 'taken')).toEqual(passwords.map((_, n) => n % 2 === 0));
  });

  it('waits for one of each other caller at most, however many they have sent', async () => {
    const order: string[] = [];
    const costly = (caller: string) => judged('aA@4'.repeat(16), sanne, caller).then(() => order.push(caller));
    const many = Array.from({ length: 10 }, () => costly('greedy'));
    await costly('other');
    expect(order.filter((caller) => caller === 'greedy').length).toBeLessThanOrEqual(2);
    await Promise.all(many);
  });

  it('is refused for now, not weak, where its caller has sent too many', async () => {
    const sent = Array.from({ length: 60 }, () => assertHardToGuess('correct horse battery', sanne, 'greedy'));
    const refused = (await Promise.allSettled(sent)).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(9);
    expect(refused[0]).toMatchObject({ reason: { kind: 'unavailable' } });
  });
});
