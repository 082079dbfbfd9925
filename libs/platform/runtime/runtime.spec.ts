import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MALLOC, NODE_FLAGS, RELEASE, releaseName, tooOld } from './index.js';

it('an older Node is told apart, and the needed one named', () => {
  for (const version of ['18.20.8', '20.20.2', '22.18.0']) expect(tooOld(version), version).toContain('Node 22.19 or later');
  for (const version of ['22.19.0', '22.20.1', '24.0.0', process.versions.node]) expect(tooOld(version), version).toBeNull();
});

it('the image starts processes with the flags that npm start gives them', () => {
  const command = (name: 'api' | 'worker') =>
    [...NODE_FLAGS[name], `dist/apps/${name}/src/main.js`].map((part) => `"${part}"`).join(', ');
  const image = readFileSync('docker/Dockerfile', 'utf8');
  expect(image).toContain(`CMD [${command('api')}]`);
  expect(image).toContain(`MALLOC_ARENA_MAX=${MALLOC.MALLOC_ARENA_MAX}`);
  expect(readFileSync('docker/compose.yml', 'utf8')).toContain(`command: [${command('worker')}]`);
});

it('what runs from its sources is of the version of the package, and of no commit; what is built names it in short', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(RELEASE).toEqual({ version, commit: null });
  expect(releaseName()).toBe(version);
  expect(releaseName({ version: '1.2.3', commit: '0123456789abcdef' })).toBe('1.2.3 (01234567)');
});
