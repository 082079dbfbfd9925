// Installs what package-lock.json lists, and says whether it is there.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.mjs';

const STAMP = 'node_modules/.lost-and-found-installed';
/** The last file that npm writes. */
const WRITTEN_LAST = 'node_modules/.package-lock.json';

/** The packages of a folder with a package-lock.json: those of the service, or those for development too. */
export class Packages {
  /** @param extent `service`, `node` or `development`; what is installed for development stays so */
  constructor(folder, extent) {
    this.folder = folder;
    const stamp = join(folder, STAMP);
    [this.installedFrom, this.installed] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
    this.extent = this.installed === 'development' ? 'development' : extent;
    const lock = readFileSync(join(folder, 'package-lock.json'));
    this.lock = createHash('sha256').update(lock).digest('hex');
    this.listed = Object.entries(JSON.parse(lock).packages);
  }

  /** Looked at in some 10 ms at each start: what is stamped may have lost packages since, or never had them. */
  get isComplete() {
    return this.installedFrom === this.lock && this.installed === this.extent && this.missing(isThere).length === 0;
  }

  /** Whether installing begins with an empty folder; else it adds. */
  get replaces() {
    return existsSync(join(this.folder, 'node_modules')) && !this.isPart;
  }

  get isPart() {
    return this.installedFrom === this.lock && this.missing(isThere, this.installed).length === 0;
  }

  /** @param begun gets the group of processes of each npm @param finish called before it counts as installed @throws when npm fails */
  async install(begun, finish = () => undefined) {
    // `install` adds what is for development, `ci` begins with an empty folder.
    const how = [this.isPart ? 'install' : 'ci', this.extent === 'development' ? '--include=dev' : '--omit=dev'];
    // The part that npm takes away or moves first may be any.
    rmSync(join(this.folder, STAMP), { force: true });
    // The lock file has the checksum of each package, so npm need not ask the registry about what it has kept, unless that is too old.
    const done =
      (await npm(this.folder, begun, ...how, '--prefer-offline', '--loglevel=silent')) ||
      (await npm(this.folder, begun, ...how, '--loglevel=error'));
    if (!done) throw new Error('Installing failed; see the output of npm above.');
    const missing = this.missing((...entry) => isThere(...entry) && hasVersion(...entry));
    if (missing.length > 0) throw new Error(`Installing failed: npm left out ${missing.join(', ')}.`);
    finish();
    mkdirSync(join(this.folder, 'node_modules'), { recursive: true });
    writeFileSync(join(this.folder, STAMP), `${this.lock} ${this.extent}`);
  }

  missing(isRight, extent = this.extent) {
    const wanted = this.listed.filter(([path, entry]) => path.includes('node_modules/') && isWanted(entry, extent));
    if (wanted.length === 0) return [];
    const wrong = wanted.filter(([path, entry]) => !isRight(join(this.folder, path), entry)).map(([path]) => path);
    return existsSync(join(this.folder, WRITTEN_LAST)) ? wrong : [WRITTEN_LAST, ...wrong];
  }
}

/** Whether npm installs it on this platform, whatever happens: what is optional without being for platforms may be left out. */
function isWanted({ link, dev, devOptional, optional, os, cpu, libc }, extent) {
  if (link || (extent !== 'development' && (dev || devOptional)) || (optional && !os && !cpu)) return false;
  return fits(os, process.platform) && fits(cpu, process.arch) && (!libc || fits(libc, libcHere()));
}

/** A list of npm, or its only entry: those that are meant, or with `!` those that are not. */
function fits(listed, here) {
  if (!listed) return true;
  const list = [listed].flat();
  return !list.includes(`!${here}`) && (list.includes(here) || list.every((each) => each.startsWith('!')));
}

let libc;
function libcHere() {
  libc ??= process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  return libc;
}

/** With its program where it is for a platform, as Node is; others name programs that they don't have. */
const isThere = (folder, { os, bin = {} }) =>
  ['package.json', ...(os ? Object.values(bin) : [])].every((file) => statSync(join(folder, file), { throwIfNoEntry: false }));

function hasVersion(folder, { version }) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version === version;
  } catch {
    return false;
  }
}

async function npm(cwd, begun, ...args) {
  const [program, ...first] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const options = ['--no-save', '--no-audit', '--no-fund'];
  const { code } = await run(program, [...first, ...args, ...options], { cwd, stdio: ['ignore', 2, 2], begun });
  return code === 0;
}
