import { execFile, spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemoWorld } from '../support/demo-world.js';
import { freePort } from '../support/free-port.js';
import { blocksOfGuides } from './blocks.js';
import { workplace } from './workplace.js';

const run = promisify(execFile);
const blocks = blocksOfGuides();
const programs = blocks.filter(({ kind }) => kind === '');
const guides = [...new Set(blocks.map(({ guide }) => guide))];

describe('the guides', () => {
  let around: Awaited<ReturnType<typeof startDemoWorld>>;
  let service: (typeof around)['service'];
  let place: ReturnType<typeof workplace>;
  beforeAll(async () => {
    around = await startDemoWorld();
    service = around.service;
    place = workplace(service.url, service.demo);
    // What `npm start` has beside the demo's file.
    writeFileSync(join(place.folder, '.data/fakes.json'), JSON.stringify({ url: around.world.url }));
    symlinkSync(around.mailbox, join(place.folder, '.data/mail'));
  });
  afterAll(async () => {
    place?.remove();
    await around?.stop();
  });

  /** Runs a file of the integration's folder where the service's is. @returns what it wrote; throws when it failed */
  async function execute(name: string, code: string, program: string): Promise<string> {
    const file = join(place.integration, name);
    writeFileSync(file, code);
    const { stdout } = await run(program, [file], { cwd: place.folder, env: place.environment, timeout: 30_000 });
    return stdout;
  }

  /** The commands of a guide; none is left running. */
  async function commands(guide: string): Promise<string> {
    const code = programs.filter((block) => block.guide === guide && block.language === 'sh').map((block) => block.code);
    const receiver = `http://127.0.0.1:${await freePort()}`;
    const script = ['set -euxo pipefail', `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT`, ...code].join('\n');
    return script
      .replaceAll('http://127.0.0.1:3000', service.url)
      .replaceAll('http://127.0.0.1:4000', receiver)
      .replaceAll('PORT=4000', `PORT=${new URL(receiver).port}`);
  }

  it('have blocks of code, each of a kind that is run', () => {
    expect(guides.length).toBeGreaterThan(10);
    const unknown = blocks.filter(
      ({ language, kind }) =>
        !kind.startsWith('receiver') && !['sh ', 'sh install', 'ts ', 'python client'].includes(`${language} ${kind}`),
    );
    expect(unknown.map(({ guide, line }) => `${guide}:${line}`)).toEqual([]);
  });

  it.each(guides)('%s: its commands work one after the other', async (guide) => {
    // What the guide on webhooks tells its reader to save.
    const { code } = blocks.find(({ language, kind }) => language === 'ts' && kind === 'receiver')!;
    writeFileSync(join(place.integration, 'receiver.mts'), code);
    await execute(`${guide}.sh`, await commands(guide), 'bash');
  });

  it.each(programs.filter(({ language }) => language === 'ts').map((block) => [`${block.guide}:${block.line}`, block.code]))(
    '%s: the program ends well',
    async (name, code) => {
      await execute(`${name.replace(':', '-')}.mts`, code, 'node');
    },
  );

  /** `npm run client -- python` makes it, where PyPI is reached. */
  const pythonClient = join(process.cwd(), 'clients/python');
  const python = { ...process.env, PYTHONPATH: pythonClient };
  const isThere = spawnSync('python3', ['-c', 'import lost_and_found_client'], { env: python }).status === 0;
  if (!isThere) console.warn('The Python programs of the guides are not tried: there is no Python client, or not what it needs.');

  it
    .skipIf(!isThere)
    .each(blocks.filter(({ kind }) => kind === 'client').map((block) => [`${block.guide}:${block.line}`, block.code]))(
    '%s: the Python program ends well',
    async (name, code) => {
      Object.assign(place.environment, { PYTHONPATH: pythonClient });
      await execute(`${name.replace(':', '-')}.py`, code, 'python3');
    },
  );

  it('that end in a failure would be noticed', async () => {
    await expect(execute('failing.sh', 'set -euo pipefail\ncurl -sf "$BASE/nothing" | cat', 'bash')).rejects.toThrow(
      'Command failed',
    );
  });
});
