import { join } from 'node:path';
import type { Configuration } from '#platform/configuration';
import type { DemoFile } from './demo.js';

/** What is printed once everything runs. */
export function welcome({ localUrl, dataDir }: Configuration, demo: DemoFile | null, mailbox: string | null): string {
  const lines = [
    'The lost-and-found service is ready.',
    '',
    `  API          ${localUrl}/api/v2`,
    `  Swagger UI   ${localUrl}/docs`,
    ...(mailbox === null ? [] : [`  Mailbox      ${mailbox} (messages to owners and guests)`]),
    ...(demo ? demoLines(demo, dataDir) : []),
    '',
    'Press Ctrl-C to stop it.',
  ];
  return `\n${lines.join('\n')}\n`;
}

function demoLines(demo: DemoFile, dataDir: string): string[] {
  const width = Math.max(...demo.users.map(({ username }) => username.length));
  return [
    `  API token    ${demo.apiToken}`,
    `  Locations    ${demo.locations.join(', ')}`,
    '  Users        (sign in at POST /api/v2/auth/login)',
    ...demo.users.map(({ username, password, userRole }) => `    ${username.padEnd(width)}  ${password}  ${userRole}`),
    `  All of this  ${join(dataDir, 'demo.json')}`,
  ];
}
