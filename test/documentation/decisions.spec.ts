import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = 'docs/adr';
const PAGE_LINES = 60;
const INDEX = readFileSync(`${FOLDER}/README.md`, 'utf8');
const DECISIONS = globSync(`${FOLDER}/0*.md`).map((path) => ({ name: basename(path), text: readFileSync(path, 'utf8') }));

/** The paths that a decision names as what enforces it, in its last paragraph. */
const enforcedBy = (text: string) => {
  const [, last] = text.match(/\n\n\*\*Enforced by\*\* ([\s\S]+?)\.\n$/) ?? [];
  return [...(last ?? '').matchAll(/`([^`]*[./][^`]*)`/g)].map(([, path]) => path!);
};
const numberOf = (name: string) => Number(name.slice(0, 4));

describe('a decision', () => {
  it('ends with what enforces it, all of which is there', () => {
    expect(enforcedBy('# 1.\n\n**Enforced by** `a.ts` (types), `b/c.spec.ts`,\n`d`.\n')).toEqual(['a.ts', 'b/c.spec.ts']);
    const named = DECISIONS.map(({ name, text }) => [name, enforcedBy(text)] as const);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(([, paths]) => paths.length === 0)).toEqual([]);
    expect(named.flatMap(([name, paths]) => paths.filter((path) => !existsSync(path)).map((path) => [name, path]))).toEqual([]);
  });

  it('has a number of its own, which its title repeats, and a place in the index', () => {
    expect(DECISIONS.filter(({ name, text }) => !text.startsWith(`# ${numberOf(name)}. `)).map(({ name }) => name)).toEqual([]);
    expect(new Set(DECISIONS.map(({ name }) => numberOf(name))).size).toBe(DECISIONS.length);
    expect(DECISIONS.filter(({ name }) => !INDEX.includes(`](${name})`)).map(({ name }) => name)).toEqual([]);
  });

  it(`is a page: at most ${PAGE_LINES} lines`, () => {
    expect(DECISIONS.filter(({ text }) => text.trimEnd().split('\n').length > PAGE_LINES).map(({ name }) => name)).toEqual([]);
  });
});

describe('the number of a decision', () => {
  const present = new Set(DECISIONS.map(({ name }) => numberOf(name)));

  it('leads on to one that is there, where it was merged', () => {
    const [, merged] = INDEX.split('## Merged');
    const moves = [...merged!.matchAll(/(\d+) → (\d+(?:, \d+)*)/g)].map(
      ([, from, to]) => [Number(from), to!.split(', ').map(Number)] as const,
    );
    expect(moves.length).toBeGreaterThan(25);
    expect(moves.filter(([from, to]) => present.has(from) || !to.every((number) => present.has(number)))).toEqual([]);
  });

  it('is that of one that is there, wherever code and documents name it', () => {
    const files = globSync([
      '{apps,bench,libs,scripts,test}/**/*.{ts,tsx,mjs}',
      'docs/**/*.md',
      '*.md',
      '.dependency-cruiser.cjs',
    ]).filter((file) => !/node_modules|\/dist\/|^CHANGELOG|^test\/documentation\/decisions/.test(file));
    const named = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bADR\s+(\d+)|\badr\/(\d{4})/g)].map(
        ([, short, long]) => [file, Number(short ?? long)] as const,
      ),
    );
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(([, number]) => !present.has(number))).toEqual([]);
  });
});
