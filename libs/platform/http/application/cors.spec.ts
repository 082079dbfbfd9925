import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { routes } from '../../../../test/support/routes.js';
import { createHttpApplication } from './create-http-application.js';

const DESK = 'https://desk.example.com';

/** CORS headers for a page of the origin, on preflight and on the call. */
async function asked(corsOrigins: string[] | undefined, origin: string) {
  const app = await createHttpApplication(routes(), { log: pino({ level: 'silent' }), corsOrigins });
  await app.listen(0, '127.0.0.1');
  try {
    const url = `${await app.getUrl()}/api/v2/items`;
    const preflight = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' };
    const before = await fetch(url, { method: 'OPTIONS', headers: preflight });
    const call = await fetch(url, { headers: { origin } });
    return { before: before.headers, call: call.headers };
  } finally {
    await app.close();
  }
}

describe('a page of another origin', () => {
  it('may not call unless it is configured', async () => {
    const { before, call } = await asked(undefined, DESK);
    expect([before, call].map((headers) => headers.get('access-control-allow-origin'))).toEqual([null, null]);
  });

  it('may call when it is', async () => {
    const { before, call } = await asked([DESK], DESK);
    expect(before.get('access-control-allow-origin')).toBe(DESK);
    expect(before.get('access-control-allow-methods')).toContain('PUT');
    expect(before.get('access-control-allow-headers')).toContain('authorization');
    expect(call.get('access-control-allow-origin')).toBe(DESK);
    const exposed = call.get('access-control-expose-headers')!.split(',');
    expect(exposed).toEqual(expect.arrayContaining(['X-Request-Id', 'ETag', 'Link', 'X-Total-Count', 'Idempotent-Replayed']));
    expect(call.get('vary')).toContain('Origin');
  });

  it('is no other one', async () => {
    const { before, call } = await asked([DESK], 'https://desk.example.com.evil.example');
    expect([before, call].map((headers) => headers.get('access-control-allow-origin'))).toEqual([null, null]);
  });
});
