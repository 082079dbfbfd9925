import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CallLimits } from '#platform/limits';
import { Metrics } from '#platform/metrics';
import { connected } from '../support/database.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

let service: TestService;
let worker: INestApplicationContext;
let pages: { api: string; worker: string };

beforeAll(async () => {
  Logger.overrideLogger(['error']);
  service = await startService();
  worker = await startWorker(service.options);
  pages = { api: await served(service.app), worker: await served(worker) };
});
afterAll(async () => {
  await worker?.close();
  await service?.stop();
});

async function served(app: INestApplicationContext): Promise<string> {
  return `http://127.0.0.1:${await app.get(Metrics).serve(0, '127.0.0.1')}/metrics`;
}
const read = async (url: string) => (await fetch(url)).text();

describe('the metrics page', () => {
  it('of the API times answers by route, never by identifier', async () => {
    await service.call('GET', '/items/4711');
    const page = await read(pages.api);
    expect(page).toMatch(/request_duration_seconds_count\{method="GET",route="\/api\/v2\/items\/:itemID",status="404"\} 1\n/);
    expect(page).not.toContain('4711');
    expect(page).toContain('process_cpu_seconds_total');
  });

  it('of the worker counts attempts by outcome and shows an empty backlog', async () => {
    const nobody = await service.call('PUT', '/webhooks/config', {
      webhooks: { itemStatus: true },
      endpoints: { itemStatus: 'http://127.0.0.1:1/hooks' },
    });
    expect(nobody.status).toBe(200);
    await service.item(await service.location());
    await vi.waitFor(
      async () =>
        expect(await read(pages.worker)).toContain(
          'lost_and_found_webhook_attempts_total{kind="itemStatus",outcome="connection_refused"} 1',
        ),
      10_000,
    );
    const page = await read(pages.worker);
    for (const name of ['deliveries_due', 'oldest_due_seconds', 'in_flight', 'endpoints_narrowed']) {
      expect(page, name).toMatch(new RegExp(`lost_and_found_webhook_${name}\\{kind="requestStatus"\\} 0\n`));
    }
    expect(page).toMatch(/attempt_duration_seconds_count\{kind="itemStatus"\} 1\n/);
  });

  it('of the API counts requests under way, calls refused by what refused them, and failed sign-ins', async () => {
    const limited = await startService({ limits: new CallLimits(20, 10) });
    const url = await served(limited.app);
    const wrong = { username: 'ann', password: 'not her password' };
    expect((await limited.as(null)('POST', '/auth/login', wrong)).status).toBe(401);
    let status = 200;
    for (let calls = 0; status === 200 && calls < 30; calls++) status = (await limited.call('GET', '/locations')).status;
    expect(status).toBe(429);
    const page = await read(url);
    expect(page).toContain('lost_and_found_http_requests_in_flight 0\n');
    expect(page).toContain('lost_and_found_http_rejected_total{status="429",reason="calls"} 1\n');
    expect(page).toContain('lost_and_found_sign_in_failures_total{way="password"} 1\n');
    await limited.stop();
  });

  it('of the worker is served while PostgreSQL gives no answer', async () => {
    expect(await read(pages.worker)).toContain('lost_and_found_webhook_deliveries_due{');
    // It is counted anew after five seconds.
    await pause(5_500);
    await connected(service.options.databaseUrl, async (client) => {
      await client.query('begin; lock table webhook_deliveries in access exclusive mode');
      const page = await (await fetch(pages.worker, { signal: AbortSignal.timeout(4_500) })).text();
      expect(page).toContain('process_cpu_seconds_total');
      expect(page).not.toContain('lost_and_found_webhook_deliveries_due{');
      await client.query('rollback');
    });
  });

  it('says in one line when its port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    await expect(new Metrics().serve(port, '127.0.0.1')).rejects.toThrow(`The metrics port ${port} of 127.0.0.1 is in use.`);
    other.close();
  });
});
