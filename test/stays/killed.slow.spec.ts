import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConnectionSettings } from '#contexts/connections';
import { FakeMews } from '#fakes';
import { Program } from '../support/program.js';
import { startService, type TestService } from '../support/service.js';
import { connect, SERVICE, until, utc } from './reservations.js';

const GUEST = { FirstName: 'Anna', Email: 'anna@example.com' };

let mews: FakeMews;
let service: TestService;
let environment: Record<string, string>;
beforeAll(async () => {
  mews = await new FakeMews().start();
  service = await startService({ connections: new ConnectionSettings({ urls: { mews: mews.url } }) });
  environment = {
    DATABASE_URL: service.options.databaseUrl,
    SECRET_KEY: service.options.secretKey.toString('base64'),
    CONNECTION_URLS: JSON.stringify({ mews: mews.url }),
    SMTP_URL: '',
    MESSAGES: 'off',
  };
  await service.sql('create table written (external_id text)');
  await service.sql(`
    create function note_written() returns trigger language plpgsql as
    $$ begin insert into written values (new.external_id); return null; end $$`);
  await service.sql('create trigger noted after insert or update on stays for each row execute function note_written()');
});
afterAll(async () => {
  await service?.stop();
  await mews?.stop();
});

/** Books rooms for the coming night. */
function book(count: number): void {
  for (let made = 0; made < count; made++) {
    const stay = { ServiceId: SERVICE, ScheduledStartUtc: utc(0), ScheduledEndUtc: utc(1) };
    mews.book(stay, { ...GUEST, LastName: `Ek ${made}` }, String(made % 1_000));
  }
}

it('a worker that is killed at every step of a reading writes each stay once, and none is missing', async () => {
  book(1_100);
  const hotel = await connect(service, 'killed', 'mews');
  let kills = 0;
  for (let step = 1; (await hotel.record()).lastSyncAt === null; step++) {
    let answers = 0;
    let killed: (() => void) | null = null;
    const reached = new Promise<void>((resolve) => {
      killed = resolve;
    });
    // Once the answer is on its way, or before anything was done with it.
    mews.meanwhile = () => {
      if (++answers === (step % 3) + 1) setTimeout(() => killed!(), step % 2 === 0 ? 0 : 25);
    };
    const worker = await Program.start('worker', environment);
    await Promise.race([reached, until(async () => (await hotel.record()).lastSyncAt !== null, 60_000)]);
    await worker.kill();
    kills++;
    // What the dead one held is free again.
    await service.sql("update connection_work set leased_until = now() - interval '1 second', due_at = now()");
    expect(step).toBeLessThan(40);
  }
  mews.meanwhile = () => undefined;
  console.log(`killed ${kills} times`);
  expect((await service.sql('select count(*)::int, count(distinct external_id)::int as of from written'))[0]).toEqual({
    count: 1_100,
    of: 1_100,
  });
  expect((await hotel.record()).stays).toBe(1_100);
}, 240_000);

it('30 nights of 1,000 reservations are read within a minute for each, in memory that stays flat', async () => {
  for (const list of Object.values(mews.ledger)) list.splice(0);
  book(30_000);
  const hotel = await connect(service, 'large', 'mews');
  const worker = await Program.start('worker', environment);
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${worker.pid}/status`, 'utf8'))![1]) / 1024;
  const begun = performance.now();
  const taken: number[] = [];
  try {
    await until(async () => {
      taken.push(memory());
      return (await hotel.record()).lastSyncAt !== null;
    }, 300_000);
  } finally {
    await worker.stop();
  }
  const seconds = (performance.now() - begun) / 1_000;
  const [early, late] = [taken.slice(0, taken.length / 2), taken.slice(taken.length / 2)].map((some) => Math.max(...some));
  console.log(
    `30,000 reservations in ${seconds.toFixed(1)} s, at most ${early!.toFixed(0)} MB in the first half, ${late!.toFixed(0)} after`,
  );
  expect((await hotel.record()).stays).toBe(30_000);
  expect(seconds / 30).toBeLessThan(60);
  expect(late! - early!).toBeLessThan(40);
}, 360_000);
