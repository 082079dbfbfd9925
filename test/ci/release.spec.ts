import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

it('the version stands in package.json, which npm repeats in its lock file, and in nothing else that a program reads', () => {
  const files = execFileSync(
    'git',
    ['grep', '-lwF', version, '--', '*.json', '*.yml', '*.yaml', '*.mjs', 'docker', 'ops', 'clients'],
    {
      encoding: 'utf8',
    },
  );
  const ofPackages = (file: string) => !/package(-lock)?\.json$/.test(file);
  expect(files.trim().split('\n').filter(ofPackages)).toEqual([]);
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  for (const file of ['clients/typescript/package.json', 'tools/package.json'])
    expect(JSON.parse(readFileSync(file, 'utf8')).version, file).toBeUndefined();
});
