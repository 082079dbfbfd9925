export { MALLOC, NODE_FLAGS } from './flags.js';
export { RELEASE, type Release, releaseName } from './release.js';

/** The dependencies' bound: undici 8 and MikroORM 7 have the highest bounds. */
const NEEDED = [22, 19] as const;

/** Says which Node is needed when the given one is too old; else null. */
export function tooOld(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return null;
  return (
    `Node ${NEEDED.join('.')} or later is needed, and this is Node ${version}. ` +
    'npm start, npm run admin and the image bring Node 24; here it is runtime/node_modules/.bin/node.'
  );
}

/** Ends the process with one line when Node is too old. To be called before a dependency is loaded, which would die less clearly. */
export function requireNode(): void {
  const problem = tooOld(process.versions.node);
  if (problem === null) return;
  console.error(problem);
  process.exit(1);
}
