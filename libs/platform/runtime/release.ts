import { existsSync, readFileSync } from 'node:fs';

/** The release that runs: the version of the package, and the commit that it was built from, where that is known. */
export interface Release {
  version: string;
  commit: string | null;
}

/** Read when the process starts: a release that is put in its place later does not change what runs. */
export const RELEASE: Readonly<Release> = read();

/** The release in words: `0.2.0 (1eb9b7e0)`. */
export function releaseName({ version, commit }: Release = RELEASE): string {
  return commit === null ? version : `${version} (${commit.slice(0, 8)})`;
}

function read(): Release {
  const at = (file: string) => new URL(`../../../${file}`, import.meta.url);
  // A process that runs from its sources, as specs do, was not built.
  const built = at('release.json');
  if (existsSync(built)) return JSON.parse(readFileSync(built, 'utf8'));
  return { version: JSON.parse(readFileSync(at('package.json'), 'utf8')).version, commit: null };
}
