import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database, statement } from '#platform/database';
import { migrate } from '#service';
import { Replicated } from '../support/replicated.js';
import { startService, type TestService } from '../support/service.js';

let servers: Replicated;
let service: TestService;
let other: TestService;
let place: string;
beforeAll(async () => {
  servers = await Replicated.start();
  await migrate(servers.primary.url);
  service = await startService({ databaseUrl: servers.primary.url, database: { readUrl: servers.standbyUrl } });
  place = await service.location();
  await untilReplicaAnswers();
}, 120_000);
afterAll(async () => {
  await other?.stop();
  await service?.stop();
  await servers?.stop();
});

const reads = () => ({ ...service.get(Database).replica!.reads });
const listed = async () => (await service.call('GET', '/items?limit=1000')).body.items as { ID: number }[];

/** Who answered what was done: how many reads the replica, and how many the primary in its place. */
async function answeredBy(work: () => Promise<unknown>) {
  const before = reads();
  await work();
  const after = reads();
  return {
    replica: after.replica - before.replica,
    primary: after.behind + after.away + after.refused - (before.behind + before.away + before.refused),
  };
}

async function untilReplicaAnswers(): Promise<void> {
  await vi.waitFor(async () => expect((await answeredBy(listed)).replica).toBe(1), { timeout: 50_000, interval: 100 });
}

describe('reads from a replica', () => {
  it('list what was written just before, whoever wrote it', async () => {
    const seen = await answeredBy(async () => {
      for (let n = 0; n < 50; n++) {
        const { ID } = await service.item(place);
        const [newest] = await listed();
        expect(newest?.ID).toBe(ID);
      }
    });
    expect(seen.replica).toBeGreaterThan(25);
  });

  it('that it refuses are answered by the primary, and it goes on answering the others', async () => {
    const refused = statement(sql`select 7 / case when pg_is_in_recovery() then 0 else 1 end as seven`);
    await untilReplicaAnswers();
    const before = reads();
    expect(await service.get(Database).list(refused)).toEqual([[{ seven: 7 }]]);
    expect(reads()).toEqual({ ...before, refused: before.refused + 1 });
    expect(await answeredBy(listed)).toEqual({ replica: 1, primary: 0 });
  });

  it('answer listings of Requests, totals and statistics', async () => {
    const paths = ['/requests?count=true', '/items?q=umbrella&count=true', '/webhooks/health'];
    for (const path of paths) {
      await vi.waitFor(async () => {
        const { replica } = await answeredBy(async () => expect((await service.call('GET', path)).status).toBe(200));
        expect([path, replica > 0]).toEqual([path, true]);
      }, 20_000);
    }
  });

  it('are made by the primary while the replica is behind', async () => {
    await servers.pause();
    const seen = await answeredBy(async () => {
      for (let n = 0; n < 5; n++) {
        const { ID } = await service.item(place);
        expect((await listed())[0]?.ID).toBe(ID);
      }
    });
    expect(seen).toEqual({ replica: 0, primary: 5 });
    await servers.resume();
    await untilReplicaAnswers();
  });

  it('are made by the primary while the replica is away, and by the replica when it is back', async () => {
    await servers.killStandby();
    const seen = await answeredBy(async () => {
      for (let n = 0; n < 5; n++) {
        const { ID } = await service.item(place);
        expect((await listed())[0]?.ID).toBe(ID);
      }
    });
    expect(seen).toEqual({ replica: 0, primary: 5 });
    await servers.startStandby();
    await untilReplicaAnswers();
  }, 60_000);

  it('are never made from a server that is no standby', async () => {
    other = await startService({ database: { readUrl: servers.primary.url } });
    expect((await other.call('GET', '/items')).body.items).toEqual([]);
    expect(other.get(Database).replica!.reads).toEqual({ replica: 0, behind: 0, away: 1, refused: 0 });
  });
});
