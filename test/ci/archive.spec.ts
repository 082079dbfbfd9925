import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.runIf(existsSync('.git'))('an archive of the repository names its commit to what is built of it, without a repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  try {
    const git = (...line: string[]) => execFileSync('git', line, { cwd: folder, encoding: 'utf8' }).trim();
    mkdirSync(join(folder, 'scripts'));
    for (const file of ['.gitattributes', 'scripts/build.mjs']) cpSync(file, join(folder, file));
    git('init', '--quiet');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'one');
    const archived = git('archive', '--format=tar', 'HEAD', 'scripts/build.mjs');
    expect(archived).toContain(`const ARCHIVED = '${git('rev-parse', 'HEAD')}';`);
    expect(readFileSync('scripts/build.mjs', 'utf8')).toContain(`const ARCHIVED = '$Format:%H$';`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
