import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync(['docs/*.md', 'docs/guides/*.md', 'docs/adr/*.md', 'ops/*.md', 'apps/desk/README.md']),
];

/** The names of a page's headings in addresses, as GitHub and the service make them. */
function anchorsOf(page: string): string[] {
  const headings = [
    ...readFileSync(page, 'utf8')
      .replace(/^```.*?^```/gms, '')
      .matchAll(/^#+ (.+)$/gm),
  ];
  return headings.map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it('every link from one page to another leads to a file, and to a heading of it', () => {
  const wrong: string[] = [];
  let links = 0;
  for (const page of PAGES) {
    for (const [, target] of readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?|mailto):|^\//.test(target!)) continue;
      links++;
      const [path, anchor] = target!.split('#') as [string, string?];
      const file = path === '' ? page : join(dirname(page), path);
      if (!existsSync(file)) wrong.push(`${page}: ${target}`);
      else if (anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor))
        wrong.push(`${page}: ${target}`);
    }
  }
  expect(links).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});

it('every file of the repository that a page for operators names is there', () => {
  const named = globSync(['docs/*.md', 'ops/*.md', 'SECURITY.md']).flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/`((?:apps|bench|docker|docs|libs|ops|scripts|test)\/[\w./-]+)`/g)].map(
      ([, file]) => [page, file!] as const,
    ),
  );
  expect(named.length).toBeGreaterThan(40);
  const isThere = (file: string) =>
    existsSync(file) ||
    ['.spec.ts', '.db.spec.ts', '.e2e.spec.ts', '.slow.spec.ts', '.browser.spec.ts', '.fault.spec.ts', '.ts'].some((ending) =>
      existsSync(file + ending),
    );
  // What an operator makes is no file of the repository.
  expect(named.filter(([, file]) => file !== 'docker/.env' && !isThere(file))).toEqual([]);
});
