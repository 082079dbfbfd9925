import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Guesses } from '#platform/limits';
import { startService, type TestService } from '../../../test/support/service.js';
import { NewPlaces } from './new-places.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

/** Guesses at a name from many networks, all at once, until the owner is in. @returns seconds after which the owner was */
async function besides(attackers: number, areNew: boolean, name: string): Promise<number> {
  const processes = [new NewPlaces(service.get(Guesses)), new NewPlaces(service.get(Guesses))];
  let [isIn, networks] = [false, 0];
  const isGone = () => isIn;
  const tried = async (place: number, network: string, isRight: boolean) => {
    const gone = network === 'owner' ? () => false : isGone;
    const found = await processes[place]!.inTurn({ name, network, isGone: gone }, async () => isRight);
    // Who is refused at once comes again a little later.
    if (found === null) await pause(50);
    return found === true;
  };
  const guessing = Array.from({ length: attackers }, async (_, n) => {
    while (!isIn) await tried(n % 2, areNew ? `new ${++networks}` : `${n}`, false);
  });
  const begun = performance.now();
  while (!isIn) isIn = await tried(0, 'owner', true);
  const took = performance.now() - begun;
  await Promise.all(guessing);
  return took / 1000;
}

it('an owner at a new place is in within a minute, every time, however many guess from changing addresses', async () => {
  const tries = [...Array.from({ length: 20 }, () => 8), 40, 300];
  const took = await Promise.all(tries.map((attackers, n) => besides(attackers, true, `changing ${n}`)));
  for (const [n, seconds] of took.entries()) expect(seconds, `beside ${tries[n]}`).toBeLessThan(60);
}, 120_000);

it('an owner is in within a minute however many others came before it and keep coming', async () => {
  const tries = [8, 40, 300, 2_000];
  const took = await Promise.all(tries.map((attackers, n) => besides(attackers, false, `same ${n}`)));
  for (const [n, seconds] of took.entries()) expect(seconds, `beside ${tries[n]}`).toBeLessThan(60);
}, 120_000);
