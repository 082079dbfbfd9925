import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const CODE = ['{apps,bench,libs,scripts}/**/*.{ts,tsx,mjs}', 'test/support/**/*.ts'];
const LEFT_OUT = /(^|\/)(migrations|generated|dist|node_modules)\/|\.spec\.ts$/;
/** A sentence with one of these in front tells last what it is about. */
const NO_NOUN = /(?:^|[.!?]\)? )(?:So|Who|Whose|Whom|Whoever|Of|Those|What|Whatever|Which) [^.]{0,60}/g;

/** The comments of a source, each as one line; lines of `//` below each other are one comment. */
function commentsOf(source: string): string[] {
  const blocks = source.matchAll(/^[ \t{]*\/\*\*?\s([\s\S]*?)\*\//gm);
  const lines = source.matchAll(/(?:^[ \t]*\/\/ .*\n)+/gm);
  return [...blocks, ...lines].flatMap(([whole, inner]) =>
    (inner ?? whole).split(/\n[ \t]*\*?[ \t]*(?=@|- |\n)/).map((part) =>
      part
        .replace(/^[ \t]*(?:\*|\/\/) ?/gm, '')
        .replace(/\s+/g, ' ')
        .replace(/^(?:- )/, '')
        .trim(),
    ),
  );
}

const withoutNoun = (source: string) => commentsOf(source).flatMap((comment) => comment.match(NO_NOUN) ?? []);

it('a sentence of a comment begins with its noun', () => {
  expect(withoutNoun('/** What is kept. Its end. */\n  // Rows are read. Those\n  // of others wait.\n')).toEqual([
    'What is kept',
    '. Those of others wait',
  ]);
  const files = globSync(CODE).filter((file) => !LEFT_OUT.test(file));
  expect(files.length).toBeGreaterThan(900);
  expect(files.flatMap((file) => withoutNoun(readFileSync(file, 'utf8')).map((found) => `${file}: ${found}`))).toEqual([]);
});
