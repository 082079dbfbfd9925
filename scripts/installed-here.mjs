// Whether a service is installed in this folder, or runs from it: then nothing here is installed, built or deleted beside it.
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** The stamp of what run.mjs has built, and what says that it builds: an interrupted build is its own as well. */
export const marksOf = (root) => ({ BUILT: join(root, 'dist/.built'), BUILDING: join(root, '.building') });

/**
 * Why nothing may be changed here; null where it may.
 * @param builds dist/ is to be built @param replaces packages are to be deleted, not only added
 */
export function whyInstalled(root, { builds, replaces }) {
  const { BUILT, BUILDING } = marksOf(root);
  if (existsSync(join(root, 'dist')) && !existsSync(BUILT) && !existsSync(BUILDING))
    return (
      `${root} has a dist/ that "node scripts/build.mjs" made: a service is installed here (docs/install.md), and nothing is ` +
      'installed or ' +
      'built beside it. Its command is "lost-and-found …". To use the folder for "npm …" instead, delete dist/.'
    );
  const [pid] = builds || replaces ? runningFrom(root) : [];
  if (pid === undefined) return null;
  const what = replaces ? 'packages are to be replaced' : 'dist/ is to be built anew';
  return `Process ${pid} of the service runs from ${root}, and ${what}. Stop it first.`;
}

/** The processes of the service that were started from the folder, where the system says what a process is. */
function runningFrom(root) {
  if (!existsSync('/proc/self/cmdline')) return [];
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return numbers.filter((pid) => {
    try {
      const [, script] =
        /(?:^|\0)([^\0]*dist\/apps\/(?:launcher|api|worker)\/src\/)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? [];
      if (script === undefined) return false;
      // It may have been started by a link to the folder.
      return realpathSync(join(script.startsWith('/') ? '/' : readlinkSync(`/proc/${pid}/cwd`), script)).startsWith(`${root}/`);
    } catch {
      return false;
    }
  });
}
