import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemo } from '../support/demo.js';
import { startWorker } from '../support/worker.js';
import { blocksOfGuides } from './blocks.js';
import { workplace } from './workplace.js';

const run = promisify(execFile);
const blocks = blocksOfGuides();
const programs = blocks.filter(({ kind }) => kind === '');
const guides = [...new Set(blocks.map(({ guide }) => guide))];

describe('the guides', () => {
  let service: Awaited<ReturnType<typeof startDemo>>;
  let worker: Awaited<ReturnType<typeof startWorker>>;
  let place: ReturnType<typeof workplace>;
  beforeAll(async () => {
    service = await startDemo();
    place = workplace(service.url, service.demo);
    worker = await startWorker(service.options);
  });
  afterAll(async () => {
    place?.remove();
    await worker?.close();
    await service?.stop();
  });

  /** Runs a file of the workplace. @returns what it wrote; throws when it failed */
  async function execute(name: string, code: string, ...command: [string, ...string[]]): Promise<string> {
    writeFileSync(join(place.folder, name), code);
    const [program, ...options] = command;
    const { stdout } = await run(program, [...options, name], { cwd: place.folder, env: place.environment, timeout: 30_000 });
    return stdout;
  }

  it('have blocks of code, each of a kind that is run', () => {
    expect(guides.length).toBeGreaterThan(10);
    const unknown = blocks.filter(
      ({ language, kind }) => !kind.startsWith('receiver') && !['sh ', 'ts ', 'python client'].includes(`${language} ${kind}`),
    );
    expect(unknown.map(({ guide, line }) => `${guide}:${line}`)).toEqual([]);
  });

  it.each(guides)('%s: its commands work one after the other', async (guide) => {
    const code = programs.filter((block) => block.guide === guide && block.language === 'sh').map((block) => block.code);
    const script = ['set -euo pipefail', ...code].join('\n').replaceAll('http://127.0.0.1:3000', service.url);
    await execute(`${guide}.sh`, script, 'bash');
  });

  it.each(programs.filter(({ language }) => language === 'ts').map((block) => [`${block.guide}:${block.line}`, block.code]))(
    '%s: the program ends well',
    async (name, code) => {
      await execute(`${name.replace(':', '-')}.ts`, code, 'node');
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
