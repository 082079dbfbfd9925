import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What can't be fetched here, or is there already: Debian's packages, Node, and the archive, which is put where it would be. */
const LEFT_OUT = /^(?:apt-get |curl -fsSO? ["']?https:\/\/|.*nodejs\.org|tar -xJf |git clone )/;

/** The lines of the code blocks below a heading of a document, as one script each. */
export function blocksOf(document: string, heading: string): string[] {
  const [, section] = new RegExp(`^#+ (?:\\d+\\. )?${heading}\\n(.*?)(?=^#+ |$(?![\\s\\S]))`, 'ms').exec(document) ?? [];
  if (section === undefined) throw new Error(`There is no ${heading}.`);
  const blocks = section.matchAll(/(?:^ {4}.*\n)+/gm);
  return [...blocks].map(([block]) =>
    block
      .split('\n')
      .map((line) => line.slice(4))
      .filter((line) => line !== '' && !LEFT_OUT.test(line))
      .join('\n'),
  );
}

/** The archive of the newest commit under a version that is later than any: nothing but the version is changed for it. */
export function archiveOf(version: string): { folder: string; remove(): void } {
  const place = mkdtempSync(join(tmpdir(), 'archive-'));
  const [clone, folder] = [join(place, 'clone'), join(place, 'release')];
  const run = (program: string, ...line: string[]) =>
    execFileSync(program, line, { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
  mkdirSync(clone);
  run('git', 'clone', '--quiet', process.cwd(), '.');
  run('npm', 'version', version, '--no-git-tag-version');
  run('git', '-c', 'user.name=Lane', '-c', 'user.email=lane@example.com', 'commit', '--quiet', '--all', '--message', version);
  run(process.execPath, 'scripts/release.mjs');
  cpSync(join(clone, 'release'), folder, { recursive: true });
  return { folder, remove: () => rmSync(place, { recursive: true }) };
}
