import { join } from 'node:path';
import type { Configuration } from '#platform/configuration';
import type { DemoFile } from './demo-file.js';

/** The demo data, and whether this start made it. */
interface PreparedDemo {
  file: DemoFile;
  isNew: boolean;
  /** The page of the fakes that its hotel may be connected to. */
  fakes: string | null;
}

/** The lines printed once everything runs. */
export function welcome({ localUrl, dataDir }: Configuration, demo: PreparedDemo | null, mailbox: string | null): string {
  const lines = [
    'The lost-and-found service is ready.',
    '',
    `  Front desk   ${localUrl}/desk`,
    `  API          ${localUrl}/api/v2`,
    `  Swagger UI   ${localUrl}/docs/swagger`,
    ...(mailbox === null ? [] : [`  Mailbox      ${mailbox} (messages to owners and guests)`]),
    ...(demo?.fakes ? [`  Fakes        ${demo.fakes} (a carrier, a bank, reservations and guests, to try connections)`] : []),
    ...(demo ? demoLines(demo, dataDir) : []),
    '',
    'Press Ctrl-C to stop it.',
  ];
  return `\n${lines.join('\n')}\n`;
}

/** Tokens and passwords are printed at the first start only: whoever keeps the output of services would keep them too. */
function demoLines({ file: demo, isNew }: PreparedDemo, dataDir: string): string[] {
  if (!isNew) return [`  Demo         token and users are in ${fileIn(dataDir)}`];
  const width = Math.max(...demo.users.map(({ username }) => username.length));
  return [
    `  API token    ${demo.apiToken}`,
    `  Locations    ${demo.locations.join(', ')}`,
    '  Users        (sign in at POST /api/v2/auth/login)',
    ...demo.users.map(({ username, password, userRole }) => `    ${username.padEnd(width)}  ${password}  ${userRole}`),
    `  All of this  ${fileIn(dataDir)}`,
  ];
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'demo.json');
}
