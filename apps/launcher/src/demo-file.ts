import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '#platform/configuration';
import type { Demo } from '#service';

/** The content of `demo.json`: the demo data and the service's base URL (decisions.md, section 8). */
export interface DemoFile extends Demo {
  baseUrl: string;
}

/** The file with the demo's token and users. */
export function demoFile({ dataDir }: Configuration): string {
  return join(dataDir, 'demo.json');
}

/** Writes the demo with today's base URL. @returns null where there is no demo */
export function writeDemo(configuration: Configuration, made: Demo | null): DemoFile | null {
  const file = demoFile(configuration);
  if (!made && !existsSync(file)) return null;
  const { apiToken, users, locations } = made ?? (JSON.parse(readFileSync(file, 'utf8')) as Demo);
  const content = { baseUrl: configuration.localUrl, apiToken, users, locations };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  return content;
}
