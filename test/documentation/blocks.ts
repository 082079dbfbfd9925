import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../docs/guides/', import.meta.url);

/** A code block of a guide. */
export interface Block {
  guide: string;
  language: string;
  /** What stands behind the language: `receiver` for a program that goes on running, `install` for what the workplace has. */
  kind: string;
  code: string;
  /** The line it begins in. */
  line: number;
}

/** Every code block of every guide, in order. */
export function blocksOfGuides(): Block[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .flatMap((guide) => {
      const text = readFileSync(new URL(guide, FOLDER), 'utf8');
      return [...text.matchAll(/^```(\S*) ?(\S*)\n(.*?)^```$/gms)].map(
        ({ 1: language = '', 2: kind = '', 3: code = '', index }) => ({
          guide,
          language,
          kind,
          code,
          line: text.slice(0, index).split('\n').length,
        }),
      );
    });
}
