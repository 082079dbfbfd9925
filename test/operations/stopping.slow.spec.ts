import { expect, it, vi } from 'vitest';
import { connected, WAITING_FOR_US } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';
import { startService } from '../support/service.js';

/** More than a process was given to stop in before, less than a statement may take; milliseconds. */
const HELD = 8_700;

it('an API that is stopped answers the slow calls it has begun, and ends', async () => {
  const service = await startService();
  const { databaseUrl, secretKey } = service.options;
  const port = await freePort();
  const api = await Program.start('api', {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey.toString('base64'),
    HOST: '127.0.0.1',
    PORT: String(port),
  });
  const authorization = `Bearer ${service.token}`;
  await connected(databaseUrl, async (client) => {
    await client.query('begin; lock table languages in access exclusive mode');
    const answer = fetch(`http://127.0.0.1:${port}/api/v2/languages`, { headers: { authorization } });
    await vi.waitFor(async () => expect((await client.query(WAITING_FOR_US)).rowCount).toBeGreaterThan(0), 50_000);
    const stopped = api.stop();
    await new Promise((resolve) => setTimeout(resolve, HELD));
    await client.query('rollback');
    expect((await answer).status).toBe(200);
    await stopped;
  });
  await service.stop();
});
