import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '#platform/configuration';
import { StartError } from '#platform/process';
import type { Demo } from '#service';

/** The content of `demo.json`: the demo data and the service's base URL (decisions.md, section 8). */
export interface DemoFile extends Demo {
  baseUrl: string;
}

/** The file with the demo's token and users. */
export function demoFile({ dataDir }: Configuration): string {
  return join(dataDir, 'demo.json');
}

/** @throws StartError where it holds no demo, as after a power cut */
function read(file: string): Demo {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Demo;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new StartError(`${file} is damaged: remove it, to go on without the token and passwords that it held.`);
  }
}

/** Writes the demo with today's base URL. @returns null where there is no demo */
export function writeDemo(configuration: Configuration, made: Demo | null): DemoFile | null {
  const file = demoFile(configuration);
  if (!made && !existsSync(file)) return null;
  const { apiToken, users, locations } = made ?? read(file);
  const content = { baseUrl: configuration.localUrl, apiToken, users, locations };
  // On a full disk the one before stays: nothing else has the passwords.
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return content;
}
