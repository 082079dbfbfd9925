import { expect } from 'vitest';
import { Persons } from '#contexts/retention';
import { connected } from '../support/database.js';
import type { DemoWorld } from '../support/demo-world.js';

/** The guest of room 312, and where she lives, as her form names it. */
const GUEST = 'yuki.tanaka@example.com';
export const HOME = {
  countryID: 'JP',
  recipient: 'Yuki Tanaka',
  address: '1-1 Chiyoda',
  zipCode: '100-8111',
  city: 'Chiyoda-ku',
  'state-JP': '13',
};
/** The hotel's price of a parcel, wherever it goes. */
export const PRICE = 19.9;
export const CUSTOMS = { description: 'Camera', value: 120, currency: 'EUR', hsCode: '852589', originCountryID: 'JP' };
const [QUESTION, ANSWER, REASON] = ['Is the lens there as well?', 'Yes, it lies in the parcel.', 'It came late'];

/** What people do on the way from the shelf to the door, by calls or in a browser. */
export interface Hands {
  /** A camera is found in room 312, and whoever stays there is its owner. @returns its number */
  find(): Promise<number>;
  /** The guest has it sent home. @param page of her link. @returns the address of the bank's page */
  order(page: string): Promise<string>;
  pay(bank: string): Promise<void>;
  /** Staff pack it, with a label. */
  pack(itemID: number): Promise<void>;
  /** Staff read what the guest asks, and answer. */
  answer(itemID: number, question: string, answer: string): Promise<void>;
  refund(itemID: number, reason: string): Promise<void>;
}

/** The last mail to the guest, as the page of the fakes shows it. */
const lastMail = async ({ shown }: DemoWorld) => (await shown()).split(`${GUEST}: `)[1] ?? '';

export const staysIn = ({ call }: DemoWorld, room: string) => call('GET', `/locations/demo:1/stays?room=${room}`);

/** A find in a hotel that is connected, until it is in Japan, paid, asked about, given back and forgotten. */
export async function fromShelfToDoor(demo: DemoWorld, hands: Hands): Promise<void> {
  const { call, push, shown, world } = demo;
  const { sendcloud, stripe } = world;
  await expect.poll(() => staysIn(demo, '312')).toMatchObject([{ guest: { lastName: 'Tanaka', languageCode: 'ja' } }]);
  const ID = await hands.find();
  const item = () => call('GET', `/items/${ID}`);
  await expect.poll(() => lastMail(demo), { timeout: 50_000 }).toMatch(/href="http[^"]+\/g\//);
  const page = /href="(http[^"]+\/g\/[^"]+)"/.exec(await lastMail(demo))![1]!;

  const bank = await hands.order(page);
  expect(bank.startsWith(stripe.url)).toBe(true);
  expect(await shown()).toContain('19.90 EUR');
  await hands.pay(bank);
  await expect.poll(item).toMatchObject({ status: 'shipment-paid', payment: { status: 'paid', provider: 'stripe' } });

  await hands.pack(ID);
  const { status, shipment } = await item();
  expect([status, shipment.provider, shipment.problem]).toEqual(['pickup-scheduled', 'sendcloud', null]);
  const move = (to: string) => push(`/parcels/${shipment.trackingNumber}`, { to });
  expect([(await move('announced')).status, (await item()).status]).toEqual([303, 'pickup-scheduled']);
  // What the carrier says late changes nothing.
  sendcloud.outbox.held = true;
  for (const to of ['scanned', 'delivered']) await move(to);
  await sendcloud.outbox.sendAll((events) => events.toReversed());
  expect((await item()).status).toBe('delivered');

  expect(await push('/answers', { to: GUEST, text: QUESTION })).toMatchObject({ status: 303 });
  const reply = () => call('GET', `/items/${ID}/messages`);
  const asked = { direction: 'in', text: QUESTION, verified: true };
  await expect.poll(reply).toEqual(expect.arrayContaining([expect.objectContaining({ ...asked, readAt: null })]));
  await hands.answer(ID, QUESTION, ANSWER);
  await expect.poll(reply).toEqual(expect.arrayContaining([expect.objectContaining({ ...asked, readAt: expect.any(String) })]));
  await expect.poll(() => lastMail(demo), { timeout: 50_000 }).toContain(ANSWER);

  await hands.refund(ID, REASON);
  expect((await item()).payment).toMatchObject({ status: 'refunded', refunded: PRICE });
  expect(await shown()).toContain('19.90 EUR back');
  const { payments, refunds } = stripe.ledger;
  expect([sendcloud.ledger.bought, payments, refunds].map(({ length }) => length)).toEqual([1, 1, 1]);

  expect(await tablesThatTell(demo)).not.toEqual([]);
  await demo.worker.get(Persons, { strict: false }).erase(GUEST, 'demo');
  const left = await Promise.all(['', '/messages', '/history'].map((path) => call('GET', `/items/${ID}${path}`)));
  expect(JSON.stringify(left)).not.toMatch(/Tanaka|Chiyoda|lens/);
  expect(await tablesThatTell(demo)).toEqual([]);
}

/** The tables that have something in clear about the guest, whether as words or in bytes. */
function tablesThatTell({ service }: DemoWorld): Promise<string[]> {
  const words = ['Tanaka', 'Yuki', GUEST, HOME.address, QUESTION, ANSWER];
  const told = words.flatMap((word) => [word, Buffer.from(word).toString('hex')]).map((word) => word.toLowerCase());
  return connected(service.options.databaseUrl, async (client) => {
    const found: string[] = [];
    const { rows: tables } = await client.query(`select tablename as name from pg_tables where schemaname = 'public'`);
    for (const { name } of tables) {
      const any = `select from "${name}" t, unnest($1::text[]) word where strpos(lower(t::text), word) > 0 limit 1`;
      if ((await client.query(any, [told])).rowCount! > 0) found.push(name);
    }
    return found.sort();
  });
}
