import { expect, it, vi } from 'vitest';
import { CallLimits } from '#platform/limits';
import { createLocation, createUser, PASSWORD } from '../support/records.js';
import { startService } from '../support/service.js';
import { loginFrom } from './guessing.js';

it('who guesses from ever new addresses stands behind the owner at a new one', async () => {
  const service = await startService({ limits: new CallLimits(40, 4) });
  const login = (from: string, password: string) => loginFrom(service.url, from, 'owner', password);
  await createLocation(service.call);
  await createUser(service.call, 'owner', 'group_admin', 'demo:1');
  expect((await login('127.0.0.3', PASSWORD)).status).toBe(200);
  for (const from of ['127.0.0.4', '127.0.0.5', '127.0.0.6', '127.0.0.7']) await login(from, 'guessed password');
  let [isIn, tries] = [false, 0];
  const attackers = Array.from({ length: 8 }, async () => {
    while (!isIn) expect((await login(`127.1.0.${++tries}`, 'guessed password')).status).toBe(429);
  });
  await vi.waitFor(() => expect(tries).toBe(8), 50_000);
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  let answer = await login('127.0.0.12', PASSWORD);
  while (answer.status === 429 && seconds() < 60) {
    // It keeps its place, and is told to come again at once.
    expect(answer.retryAfter).toBe('1');
    answer = await login('127.0.0.12', PASSWORD);
  }
  expect(answer.status).toBe(200);
  expect(seconds()).toBeLessThan(60);
  isIn = true;
  await Promise.all(attackers);
  // One in a second was compared at all, and eight waited ten seconds for it.
  expect(tries).toBeLessThan(8 * (2 + seconds() / 10) + seconds());
  await service.stop();
});
