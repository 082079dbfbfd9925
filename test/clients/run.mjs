// `npm run test:clients`: what others' generators make of openapi.json compiles in strict TypeScript, with the calls of calls.mjs.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installedTool } from '../../scripts/installed-tool.mjs';
import { endOnSignals, run } from '../../scripts/processes.mjs';
import { CALLS } from './calls.mjs';
import { GENERATORS } from './generators.mjs';

const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
};
const TSC = 'node_modules/typescript-7/bin/tsc';

/** The folder with the generator's packages; null where the registry can't be reached and nothing says that it has to be. */
async function installed({ name, packages }) {
  if (packages === undefined) return resolve('node_modules');
  try {
    return resolve(await installedTool(...packages), 'node_modules');
  } catch (error) {
    if (process.env.REQUIRE_TOOLS === 'true') throw error;
    console.warn(`- ${name} is not tried: it could not be installed.`);
    return null;
  }
}

const programOf = ({ begin, call, read }) => `${begin}
export const id: () => Promise<number | undefined> = ${read};
export const calls = [
${CALLS.map((one) => `  // ${one.method} ${one.template}, of ${one.of}\n  () => ${call(one)},`).join('\n')}
];
`;

/** @returns what did not compile; null when all did */
async function failureOf(generator, packages, folder) {
  mkdirSync(folder);
  symlinkSync(packages, join(folder, 'node_modules'));
  const [program, ...args] = generator.make(join(packages, '.bin'), folder);
  const made = await run(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  if (made.code !== 0) return made.said;
  writeFileSync(join(folder, 'calls.ts'), programOf(generator));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, include: ['**/*.ts'] }));
  const { code, said } = await run(process.execPath, [TSC, '-p', folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  return code === 0 ? null : said;
}

endOnSignals();
const place = mkdtempSync(resolve('node_modules/.cache/clients-'));
process.on('exit', () => rmSync(place, { recursive: true, force: true }));
let [passed, failed] = [0, 0];
for (const generator of GENERATORS) {
  const packages = await installed(generator);
  if (packages === null) continue;
  const failure = await failureOf(generator, packages, join(place, generator.name));
  if (failure === null) passed++;
  else failed++;
  const mark = failure === null ? '✓' : '✗';
  console.log(
    `${mark} ${generator.name}: what it makes of openapi.json compiles, with ${CALLS.length} calls in strict TypeScript`,
  );
  if (failure !== null) console.log(failure);
}
console.log(`Clients: ${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
