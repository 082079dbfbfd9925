import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '#client';
import type { Configuration } from '#platform/configuration';
import { createLog } from '#platform/process';
import { type Demo, makeDemo, serviceOptions } from '#service';
import { startApi } from '../../api/src/api.js';
import { fillHotel } from '../../demo/src/life/life.js';

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
  const metrics = { ...configuration.metrics, apiPort: null };
  const { url, stop } = await startApi({ ...configuration, port: 0, metrics }, createLog('warn'));
  try {
    await fillHotel(connect({ baseUrl: url, token: apiToken }), locations[0]!);
  } finally {
    await stop();
  }
}
