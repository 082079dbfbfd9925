import { pino } from 'pino';
import { expect, it } from 'vitest';
import { routes } from '../../../../test/support/routes.js';
import { createHttpApplication } from './create-http-application.js';

/** Headers for a browser that came by this protocol to the proxy in front. */
async function told(trustedProxies: number, protocol: string): Promise<string | null> {
  const app = await createHttpApplication(routes(), { log: pino({ level: 'silent' }), trustedProxies });
  await app.listen(0, '127.0.0.1');
  try {
    const { headers } = await fetch(`${await app.getUrl()}/health/live`, { headers: { 'x-forwarded-proto': protocol } });
    return headers.get('strict-transport-security');
  } finally {
    await app.close();
  }
}

it('browsers that came by HTTPS come back by HTTPS only, for a year', async () => {
  expect(await told(1, 'https')).toBe('max-age=31536000');
});

it('browsers that came without it get no such header, and only the proxy is believed', async () => {
  expect(await told(1, 'http')).toBeNull();
  expect(await told(0, 'https')).toBeNull();
});
