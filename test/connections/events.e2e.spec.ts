import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConnectionReaders, ConnectionSettings, EventRefused, ProviderEvents, type RawEvent } from '#contexts/connections';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

const SETTINGS = {
  easypost: { apiKey: 'EZTK-12345678', webhookSecret: 'hook-12345678' },
  mail: { address: 'found@hotel.example' },
};

let service: TestService;
const urls: Record<string, string> = {};
const taken: { id: number; event: RawEvent }[] = [];

beforeAll(async () => {
  service = await startService({ connections: new ConnectionSettings({ staysInterval: 3_600_000 }) });
  for (const [provider, settings] of Object.entries(SETTINGS)) {
    const { body } = await service.call('POST', '/connections', { provider, name: provider, settings });
    urls[provider] = `${service.url}${body.eventsUrl}`;
    service.get(ProviderEvents).of(body.kind, async ({ id }, event) => {
      taken.push({ id, event });
      if (event.body.includes('forged')) throw new EventRefused('The signature is not that of the webhook secret.');
    });
  }
});
afterAll(() => service?.stop());

const send = (url: string, body: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(url, { method: 'POST', headers, body });
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

describe('an address for events', () => {
  it('hands what came to the provider’s adapter, to the byte, with its headers', async () => {
    const body = '{"no":"JSON"';
    expect((await send(urls.easypost!, body, { 'content-type': 'application/json', 'X-Signed': 'so' })).status).toBe(204);
    const { id, event } = taken.at(-1)!;
    expect([id, event.body.toString(), event.headers['x-signed']]).toEqual([1, body, 'so']);
    expect((await service.call('GET', '/connections/1')).body).toMatchObject({ status: 'ok', lastOkAt: expect.any(String) });
  });

  it('refuses what is not signed, and the connection says so', async () => {
    expect(await codeOf(await send(urls.easypost!, 'forged'))).toEqual([401, 'unauthenticated']);
    const { status, lastError } = (await service.call('GET', '/connections/1')).body;
    expect([status, lastError]).toEqual(['failing', expect.stringContaining('signature')]);
    expect((await send(urls.easypost!, '{}')).status).toBe(204);
    expect((await service.call('GET', '/connections/1')).body).toMatchObject({ status: 'ok', lastError: null });
  });

  it('is unknown with another key, and needs no token with its own', async () => {
    const before = taken.length;
    const url = urls.easypost!;
    for (const other of [`${url}x`, url.slice(0, -1), url.replace(/[^/]+$/, 'a'.repeat(32)), url.replace(/[^/]+$/, '%00')]) {
      expect(await codeOf(await send(other, '{}'))).toEqual([404, 'not_found']);
    }
    expect(taken.length).toBe(before);
  });

  it('takes as much as events have, and mails of 10 MiB alone', async () => {
    const [tooMuch, mail] = [Buffer.alloc(600 * 1024, 'x'), { 'content-type': 'message/rfc822' }];
    expect(await codeOf(await send(urls.easypost!, tooMuch))).toEqual([413, 'payload_too_large']);
    expect((await send(urls.mail!, Buffer.alloc(10 * 1024 * 1024, 'x'), mail)).status).toBe(204);
    expect(taken.at(-1)!.event.body.length).toBe(10 * 1024 * 1024);
    expect(await codeOf(await send(urls.mail!, Buffer.alloc(10 * 1024 * 1024 + 1, 'x'), mail))).toEqual([
      413,
      'payload_too_large',
    ]);
    expect(await codeOf(await send(urls.mail!, '{}'))).toEqual([415, 'unsupported_media_type']);
    expect(await codeOf(await send(urls.easypost!, 'From: a', mail))).toEqual([415, 'unsupported_media_type']);
  });
});

describe('the worker', () => {
  it('reads what is due, each connection by one at a time, and goes on where it was', async () => {
    const mews = { clientToken: 'client-token-1', accessToken: 'access-token-1', services: {} };
    const begun: unknown[] = [];
    let end: () => void = () => undefined;
    const workers = [await startWorker(service.options), await startWorker(service.options)];
    try {
      for (const worker of workers) {
        worker.get(ConnectionReaders, { strict: false }).of('reservations', async ({ id }, { progress, keep }) => {
          begun.push([id, progress]);
          await new Promise<void>((resolve) => {
            end = resolve;
          });
          await keep({ cursor: begun.length });
          // There is more after the second time.
          return begun.length === 2;
        });
      }
      const { ID } = (await service.call('POST', '/connections', { provider: 'mews', name: 'Stays', settings: mews })).body;
      await expect.poll(() => begun, { timeout: 50_000 }).toEqual([[ID, null]]);
      // While it is read it is due again, and waits until that has ended.
      expect((await service.call('POST', `/connections/${ID}/sync`)).status).toBe(202);
      const held = await service.sql('select leased_until > now() as held, due_at <= now() as due from connection_work');
      expect(held).toEqual([{ held: true, due: true }]);
      expect(begun).toHaveLength(1);
      end();
      await expect
        .poll(() => begun, { timeout: 50_000 })
        .toEqual([
          [ID, null],
          [ID, { cursor: 1 }],
        ]);
      end();
      await expect.poll(() => begun.slice(2), { timeout: 50_000 }).toEqual([[ID, { cursor: 2 }]]);
      end();
      const planned = `select lease is null and due_at > now() + interval '50 minutes' as planned from connection_work`;
      await expect.poll(async () => (await service.sql(planned))[0].planned, { timeout: 50_000 }).toBe(true);
    } finally {
      for (const worker of workers) await worker.close();
    }
  }, 60_000);
});
