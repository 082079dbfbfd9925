import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect } from '#client';
import { fillHotel } from '#demo';
import type { Configuration } from '#platform/configuration';
import { createHttpApplication } from '#platform/http';
import { createLog } from '#platform/process';
import { type Demo, makeDemo, ServiceModule, serviceOptions } from '#service';

/** The content of `demo.json`: the demo data and the service's base URL (decisions.md, section 8). */
export interface DemoFile extends Demo {
  baseUrl: string;
}

/** The demo data, and whether this start made it. */
export interface PreparedDemo {
  file: DemoFile;
  isNew: boolean;
}

/**
 * Creates the demo data, with a hotel's life, at the first start on the embedded database.
 * @returns null where there is no demo
 */
export async function prepareDemo(configuration: Configuration, embedded: boolean): Promise<PreparedDemo | null> {
  if (!embedded || !configuration.demo) return null;
  const file = join(configuration.dataDir, 'demo.json');
  const baseUrl = configuration.localUrl;
  const made = await makeDemo(serviceOptions(configuration));
  if (!made && !existsSync(file)) return null;
  const demo = { ...((made ?? JSON.parse(readFileSync(file, 'utf8'))) as Demo), baseUrl };
  const { apiToken, users, locations } = demo;
  const content = { baseUrl, apiToken, users, locations };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  if (made) await fillFirst(configuration, made);
  return { file: content, isNew: made !== null };
}

/** Fills the first Location by an API of its own that nobody else knows, so that the service is not ready before. */
async function fillFirst(configuration: Configuration, { apiToken, locations }: Demo): Promise<void> {
  const { trustedProxies, corsOrigins } = configuration;
  const contexts = ServiceModule.forRoot(serviceOptions(configuration));
  const app = await createHttpApplication(contexts, { log: createLog('warn'), trustedProxies, corsOrigins });
  try {
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    await fillHotel(connect({ baseUrl: `http://127.0.0.1:${port}`, token: apiToken }), locations[0]!);
  } finally {
    await app.close();
  }
}
