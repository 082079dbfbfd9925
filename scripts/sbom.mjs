// Prints what the service is made of, as CycloneDX: its packages, those that the desk gives to browsers, and Node.js; without development.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const read = (file) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
const DESK = new URL('../apps/desk/src/', import.meta.url).pathname;

/** The packages that the desk's scripts import, which its builder puts into them. */
function ofTheDesk() {
  const files = readdirSync(DESK, { recursive: true }).filter((name) => /\.tsx?$/.test(name));
  const imports = files.flatMap((name) => [...readFileSync(join(DESK, name), 'utf8').matchAll(/ from '([^'.#][^']*)'/g)]);
  return new Set(imports.map(([, name]) => /^(@[^/]+\/)?[^/]+/.exec(name)[0]));
}

const { name, version, dependencies, overrides } = read('package.json');
const { dependencies: tools } = read('tools/package.json');
const made = { ...dependencies, ...Object.fromEntries([...ofTheDesk()].map((one) => [one, tools[one] ?? dependencies[one]])) };

// npm describes a folder by its lock file alone: here one of the same packages, without the workspace of tools.
const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
try {
  // npm names the application by its folder.
  const place = join(folder, name);
  mkdirSync(place);
  const { packages, ...lock } = read('package-lock.json');
  const { tools: _, 'node_modules/lost-and-found-tools': __, ...locked } = packages;
  const root = { name, version, license: packages[''].license, dependencies: made };
  writeFileSync(join(place, 'package.json'), JSON.stringify({ ...root, overrides }));
  writeFileSync(join(place, 'package-lock.json'), JSON.stringify({ ...lock, packages: { ...locked, '': root } }));
  // Without development there is nothing to leave out; `--omit dev` leaves out what the development packages need as well.
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: place, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(stderr);
  const document = JSON.parse(stdout);
  const [node] = Object.values(read('runtime/package.json').optionalDependencies);
  document.components.push({
    type: 'platform',
    'bom-ref': `node@${node}`,
    name: 'node',
    version: node,
    purl: `pkg:generic/node@${node}`,
  });
  console.log(JSON.stringify(document, null, 2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
