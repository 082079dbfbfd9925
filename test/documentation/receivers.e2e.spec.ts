import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.js';
import { installed } from '../support/tools.js';
import { blocksOfGuides } from './blocks.js';
import { workplace } from './workplace.js';

const SECRET = 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0';
const BODY = JSON.stringify({ type: 'item.created', timestamp: '2026-11-21T02:05:00.000Z', data: { id: 7, status: 'expired' } });

/** A JAR or folder of packages that who runs the tests names; without it the library is looked for where it is installed. */
const { STANDARD_WEBHOOKS_JAR = '', STANDARD_WEBHOOKS_PHP = '' } = process.env;
const works = (command: string, ...options: string[]) => spawnSync(command, options, { stdio: 'ignore' }).status === 0;

const php = (port: number) => ['php', '-d', `include_path=${STANDARD_WEBHOOKS_PHP}`, '-S', `127.0.0.1:${port}`, 'receiver.php'];

/** How each receiver is run, and whether its interpreter and its library, if it has one, are here. */
const RECEIVERS: Record<string, { file: string; command: (port: number) => string[]; isHere: () => boolean }> = {
  'ts receiver': { file: 'receiver.mts', command: () => ['node', 'receiver.mts'], isHere: () => true },
  'python receiver': {
    file: 'receiver.py',
    command: () => ['python3', 'receiver.py'],
    isHere: () => works('python3', '-c', 'import standardwebhooks'),
  },
  'php receiver': { file: 'receiver.php', command: php, isHere: () => STANDARD_WEBHOOKS_PHP !== '' && works('php', '-v') },
  'java receiver': {
    file: 'Receiver.java',
    command: () => ['java', '-cp', STANDARD_WEBHOOKS_JAR, 'Receiver.java'],
    isHere: () => STANDARD_WEBHOOKS_JAR !== '' && works('javac', '-version'),
  },
  'python receiver-plain': {
    file: 'receiver.py',
    command: () => ['python3', 'receiver.py'],
    isHere: () => works('python3', '--version'),
  },
  'php receiver-plain': { file: 'receiver.php', command: php, isHere: () => works('php', '-v') },
  'java receiver-plain': {
    file: 'Receiver.java',
    command: () => ['java', 'Receiver.java'],
    isHere: () => works('javac', '-version'),
  },
};

/**
 * CI installs the languages, and REQUIRE_TOOLS makes a missing one an error. Their libraries stand in no lock file of this project: a
 * receiver whose library is not here is skipped with REQUIRE_TOOLS as well.
 */
function isHere(name: string): boolean {
  const missing = `The ${name} of the guide on webhooks is not tried: its language or library is not here.`;
  const found = RECEIVERS[name]!.isHere();
  if (name.endsWith('-plain')) return installed(found, missing);
  if (!found) console.warn(missing);
  return found;
}

let place: ReturnType<typeof workplace>;
let receiver: ChildProcess | undefined;
beforeAll(() => {
  place = workplace('http://127.0.0.1', { apiToken: '', users: [], locations: [] });
  return () => place.remove();
});
afterEach(() => void receiver?.kill());

const receivers = blocksOfGuides().filter(({ kind }) => kind.startsWith('receiver'));

describe('the receivers of the guide on webhooks', () => {
  it('are there in four languages, and in three without a library', () => {
    expect(receivers.map(({ language, kind }) => `${language} ${kind}`).sort()).toEqual(Object.keys(RECEIVERS).sort());
  });

  for (const { language, kind, code } of receivers) {
    const name = `${language} ${kind}`;
    it.skipIf(!isHere(name))(`${name}: takes what is signed, and nothing else`, async () => {
      const { file, command } = RECEIVERS[name]!;
      const port = await freePort();
      writeFileSync(join(place.integration, file), code);
      const [program, ...options] = command(port) as [string, ...string[]];
      const env = { ...place.environment, PORT: String(port), WEBHOOK_SECRET: SECRET };
      receiver = spawn(program, options, { cwd: place.integration, env, stdio: 'ignore' });
      const at = new Date();
      const signed = {
        'webhook-id': 'one',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(SECRET).sign('one', at, BODY),
      };
      const post = (headers: Record<string, string>, body = BODY) => send(port, headers, body);
      expect(await post(signed)).toBe(204);
      expect(await post({ ...signed, 'webhook-signature': `v1,AAAA ${signed['webhook-signature']}` })).toBe(204);
      expect(await post(signed, BODY.replace('expired', 'finished'))).toBe(401);
      expect(await post({ ...signed, 'webhook-timestamp': '1' })).toBe(401);
      const longAgo = new Date(at.getTime() - 10 * 60_000);
      const old = { 'webhook-timestamp': String(Math.floor(longAgo.getTime() / 1000)) };
      const oldSignature = { 'webhook-signature': new Webhook(SECRET).sign('one', longAgo, BODY) };
      expect(await post({ ...signed, ...old, ...oldSignature })).toBe(401);
      expect(await post({})).toBe(401);
    });
  }
});

/** Posts as the service does, waiting for the receiver to listen. */
async function send(port: number, headers: Record<string, string>, body: string): Promise<number> {
  for (let left = 100; ; left -= 1) {
    try {
      const type = { 'content-type': 'application/json' };
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { ...type, ...headers }, body })).status;
    } catch (error) {
      if (left === 0) throw error;
      await pause(100);
    }
  }
}
