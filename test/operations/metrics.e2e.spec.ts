import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfiguration } from '#platform/configuration';
import { Copies } from '#platform/copies';
import { CallLimits } from '#platform/limits';
import { Metrics } from '#platform/observability';
import { rememberBackup, tellParts } from '#service';
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

/** Figures are kept for five seconds. */
let passed = 0;
const fiveSecondsLater = () => {
  passed += 5_001;
};
beforeAll(() => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
});
afterAll(() => {
  vi.restoreAllMocks();
});

describe('the metrics page', () => {
  it('of the API times answers by route, never by identifier', async () => {
    await service.call('GET', '/items/1987654321');
    const page = await read(pages.api);
    expect(page).toMatch(/request_duration_seconds_count\{method="GET",route="\/api\/v2\/items\/:itemID",status="404"\} 1\n/);
    expect(page).not.toContain('1987654321');
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
      20_000,
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
    fiveSecondsLater();
    await connected(service.options.databaseUrl, async (client) => {
      await client.query('begin; lock table webhook_deliveries in access exclusive mode');
      const page = await (await fetch(pages.worker, { signal: AbortSignal.timeout(9_000) })).text();
      expect(page).toContain('process_cpu_seconds_total');
      expect(page).not.toContain('lost_and_found_webhook_deliveries_due{');
      await client.query('rollback');
    });
  });

  it('of the worker says what waits: messages, imports, changes and rebuilds', async () => {
    const waits = await startService({ publicUrl: 'https://lost.example.com' });
    const location = await waits.location();
    const away = { smtpUrl: 'smtp://127.0.0.1:1', from: 'lost@example.com', smsUrl: null, folder: null, schedule: [60_000] };
    const silent = await startWorker(waits.options, {}, away);
    const url = await served(silent);
    const shown = (check: (page: string) => void) =>
      vi.waitFor(
        async () => {
          fiveSecondsLater();
          check(await read(url));
        },
        { timeout: 50_000, interval: 200 },
      );
    await shown((page) => {
      for (const name of ['messages_due', 'message_oldest_due_seconds', 'changes_lag_seconds', 'import_idle_seconds']) {
        expect(page, name).toContain(`lost_and_found_${name} 0\n`);
      }
      expect(page).toContain('lost_and_found_imports_unfinished{status="queued"} 0\n');
      expect(page).toContain('lost_and_found_messages_held 0\n');
      expect(page).toContain('lost_and_found_webhook_endpoints_disabled 0\n');
    });
    await silent.get(Copies).silence();
    await connected(waits.options.databaseUrl, async (client) => {
      // Nobody lists changes meanwhile.
      await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('event feed', 0))`);
      await waits.item(location, { owner: { contactEmail: 'ann@example.com' } });
      await waits.sql(
        `
        insert into imports (group_id, id, status, dry_run, delimiter, columns, file, parts, next_byte, created_at, worked_at, lease,
          leased_until)
        select $1, id, status, false, ',', '{}', gen_random_uuid(), 1, 0, now() - interval '1 day', worked_at, gen_random_uuid(),
          now() + interval '1 day'
        from (values (1, 'running', now() - interval '1 hour'), (2, 'queued', null)) as made (id, status, worked_at)`,
        [waits.groupID],
      );
      await waits.sql(`insert into rebuilds values ('items', now() - interval '10 minutes', $1, 1, 7, 0)`, [waits.groupID]);
      await waits.sql(`update messages set claimable_at = now() - interval '20 minutes'`);
      await shown((page) => {
        expect(page).toContain('lost_and_found_silent 1\n');
        expect(page).toContain('lost_and_found_messages_due 1\n');
        expect(page).toMatch(/lost_and_found_message_oldest_due_seconds 12\d\d\./);
        expect(page).toMatch(/lost_and_found_changes_lag_seconds [1-9]/);
        expect(page).toContain('lost_and_found_imports_unfinished{status="queued"} 1\n');
        expect(page).toContain('lost_and_found_imports_unfinished{status="running"} 1\n');
        expect(page).toMatch(/lost_and_found_import_idle_seconds 36\d\d\./);
        expect(page).toContain('lost_and_found_rebuild_events{projection="items"} 7\n');
        expect(page).toMatch(/lost_and_found_rebuild_idle_seconds\{projection="items"\} 6\d\d\./);
      });
      await client.query('rollback');
    });
    await silent.get(Copies).speak();
    const attempts = 'lost_and_found_message_attempts_total{channel="email",outcome="connection",status="waiting"}';
    await shown((page) => {
      expect(page).toContain('lost_and_found_changes_lag_seconds 0\n');
      expect(page).toContain(`${attempts} 1\n`);
      expect(page).toContain('lost_and_found_messages_due 0\n');
    });
    await silent.close();
    await waits.stop();
  });

  it('says what is off and what does not work, in a line of the process that needs it, and what has to be renewed', async () => {
    const said: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void said.push(JSON.parse(line).msg) });
    const off = await startService({ publicUrl: 'https://lost.example.com' }, log as never);
    const held = await startWorker(off.options);
    const { body: endpoint } = await off.call('POST', '/webhooks/endpoints', {
      url: 'https://h.example.com',
      events: ['item.status'],
    });
    await off.sql(`update webhook_event_endpoints set enabled = false, disabled_reason = 'gone' where id = $1`, [endpoint.ID]);
    await off.sql(`update service_keys set since = now() - interval '3 years'`);
    tellParts(off.app, readConfiguration({ DATA_DIR: tmpdir() }), 'api');
    tellParts(held, readConfiguration({ DATA_DIR: tmpdir(), SMTP_URL: 'smtp://127.0.0.1:9' }), 'worker');
    const [api, url] = await Promise.all([served(off.app), served(held)]);
    await off.item(await off.location(), { owner: { contactEmail: 'ann@example.com' } });
    await vi.waitFor(
      async () => {
        fiveSecondsLater();
        expect(await read(url)).toContain('lost_and_found_messages_held 1\n');
      },
      { timeout: 50_000, interval: 200 },
    );
    const page = await read(url);
    for (const [part, is] of [
      ['mail', 1],
      ['sms', 0],
      ['backups', 0],
      ['retention', 0],
    ] as const) {
      expect(page).toContain(`lost_and_found_configured{part="${part}"} ${is}\n`);
    }
    expect(page).toMatch(/lost_and_found_key_timestamp_seconds 1\.?\d+/);
    expect(page).toMatch(/lost_and_found_data_free_bytes [1-9]/);
    expect(page).not.toMatch(/^lost_and_found_last_backup_timestamp_seconds/m);
    expect(await read(api)).not.toContain('part="mail"');
    for (const part of ['sms', 'public_url', 'metrics', 'backups', 'sign_on', 'bucket', 'retention']) {
      expect(said).toContainEqual(expect.stringContaining(`Off: ${part}: `));
    }
    expect(said.join()).not.toContain('Off: mail');
    expect(page).toContain('lost_and_found_part_works{part="mail"} 0\n');
    for (const line of ['Does not work: mail: the mail server 127.0.0.1', 'Look after: endpoints: 1 ', 'Look after: key_age: ']) {
      expect(said).toContainEqual(expect.stringContaining(line));
    }
    await rememberBackup(off.options.databaseUrl);
    fiveSecondsLater();
    expect(await read(url)).toMatch(/lost_and_found_last_backup_timestamp_seconds 1\.?\d+/);
    expect(await read(url)).toMatch(/lost_and_found_build_info\{version="\d+\.\d+\.\d+(-dev)?",commit=""\} 1\n/);
    await held.close();
    await off.stop();
    Logger.overrideLogger(['error']);
  });

  it('says in one line when its port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    await expect(new Metrics().serve(port, '127.0.0.1')).rejects.toThrow(`The metrics port ${port} of 127.0.0.1 is in use.`);
    other.close();
  });
});
