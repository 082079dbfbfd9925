import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sent } from '../support/statements.setup.js';

/** What the service really sent in this run, each statement once; `folder` is where each process wrote its own. */
export function sentIn(folder: string): Sent[] {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'));
  const sent = lines
    .map((line): Sent => JSON.parse(line))
    .map(({ text, from }) => ({
      text: text
        .replace(/--[^\n]*/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
      from,
    }));
  return [...new Map(sent.map((each) => [each.text, each])).values()];
}
