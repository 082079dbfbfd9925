import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, it } from 'vitest';
import { EmbeddedPostgres } from '#platform/embedded-postgres';
import { migrate } from '#service';
import { freePort } from '../support/free-port.js';
import { Installation } from './support/installation.js';
import { settle, suspectHeld } from './support/oracle.js';
import { between } from './support/seed.js';

let folder: string;
let server: EmbeddedPostgres | undefined;
let service: Installation | undefined;

afterEach(async () => {
  await service?.end();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a PostgreSQL that crashes', () => {
  it('under load, twice, loses nothing that was acknowledged, and the service goes on by itself', async () => {
    folder = mkdtempSync(join(tmpdir(), 'lost-and-found-fault-'));
    const port = await freePort();
    server = await EmbeddedPostgres.start({ folder, port });
    await migrate(server.url);
    service = await Installation.on(server.url);
    await service.worker();
    const load = service.load();
    for (let crash = 0; crash < 2; crash++) {
      await load.grows(between(5, 60));
      await server.crash();
      server = await EmbeddedPostgres.start({ folder, port });
      await suspectHeld(service);
      await load.grows(10);
    }
    await load.stop();
    await settle(service, load);
  });
});
