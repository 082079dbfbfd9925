import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('every line of .ci/run begins with a command of its own, of the shell or of the machine: another would be missed by nobody', () => {
  const script = readFileSync('.ci/run', 'utf8');
  const own = [...script.matchAll(/^(\w+)\(\) \{$/gm)].map(([, name]) => name!);
  const begun = [...script.matchAll(/^(?:\w+=(?:"[^"]*"|\S*) )*([a-z_]+)(?= |$)/gm)].map(([, word]) => word!);
  expect(begun.filter((word) => own.includes(word)).length).toBeGreaterThan(10);
  const unknown = begun.filter((word) => !own.includes(word) && spawnSync('bash', ['-c', `type ${word}`]).status !== 0);
  expect(unknown).toEqual([]);
});
