import { expect, it } from 'vitest';
import { makeRequest, UMBRELLA } from '../support/records.js';
import { eventually, locationID, mail, newOwner, service, telling, told } from './telling.js';

telling();

/** Registers finds, each of an owner of its own. @returns the items */
async function registered(count: number): Promise<{ ID: number; owner: { contactEmail: string } }[]> {
  const items = Array.from({ length: count }, () => ({ ...UMBRELLA, locationID, owner: { contactEmail: newOwner() } }));
  const { results } = (await service.call('POST', '/items/batch', { items })).body;
  return results.map(({ item }: { item: object }) => item);
}

it('what staff write, and confirmations, go out while hundreds of automatic messages wait for the limit of the hour', async () => {
  const items = [];
  for (let n = 0; n < 3; n++) items.push(...(await registered(100)));
  const automatic = () => mail.received.length;
  // A quarter of the 120 of an hour is kept.
  await eventually(() => expect(automatic()).toBe(90));

  const waiting = items.filter(({ owner }) => told(owner.contactEmail).length === 0);
  expect(waiting).toHaveLength(210);
  const [written, resent, answered] = waiting;
  await service.call('POST', `/items/${written!.ID}/messages`, { kind: 'text', text: 'It is at the reception.' });
  await service.call('POST', `/items/${resent!.ID}/messages`, { kind: 'resend' });
  await service.call('PUT', `/items/${answered!.ID}/response`, { response: 'pickup' });
  const reporter = newOwner();
  await makeRequest(service.call, locationID, { owner: { email: reporter } });
  const urgent = [written, resent, answered].map((item) => item!.owner.contactEmail).concat(reporter);
  await eventually(() => expect(urgent.map((to) => told(to).length)).toEqual([1, 1, 1, 1]));
  expect(automatic()).toBe(90 + urgent.length);

  // The others follow in the next hour, in which the urgent ones took nothing of their place.
  service.clock.forward(61 / (24 * 60));
  await eventually(() => expect(automatic()).toBe(90 + urgent.length + 90));
});
