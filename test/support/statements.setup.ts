import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder where each process of a run writes the statements that the service sent (test/statements). */
    statements: string;
  }
}

/** A statement and the frame of the service's code that sent it; `a batch` when it was sent behind another transaction. */
export interface Sent {
  text: string;
  from: string;
}

/** Paths of the code that stands between a statement's author and `pg`. */
const BETWEEN = /libs\/platform\/(?:database|postgres)\/(?!.*\.spec)|test\/support\//;
const ROOT = process.cwd();

/**
 * Writes down each statement of the service once. Its clients are of a class of their own (libs/platform/postgres), those of specs
 * plain `pg.Client`; what specs send through the service's connections is left out by its stack.
 */
function record(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}.jsonl`);
  const seen = new Set<string>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    if (this.constructor !== pg.Client) {
      const fresh = textsOf(given[0]).filter((text) => !seen.has(text));
      const from = fresh.length > 0 ? sender() : '';
      if (!/^test\/|\.spec\.ts|\/spec\//.test(from)) {
        for (const text of fresh) {
          seen.add(text);
          appendFileSync(file, `${JSON.stringify({ text, from } satisfies Sent)}\n`);
        }
      }
    }
    return (query as (...given: unknown[]) => unknown).apply(this, given);
  } as typeof query;
}

/** The statements of one call: several where they travel in one round trip. */
function textsOf(sent: unknown): string[] {
  if (typeof sent === 'string') return [sent];
  const { text, queries } = sent as { text?: string; queries?: readonly { text: string }[] };
  return queries ? queries.map((query) => query.text) : text ? [text] : [];
}

function sender(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 60;
  const frames = (new Error().stack ?? '').split('\n').filter((frame) => frame.includes(ROOT) && !frame.includes('node_modules'));
  Error.stackTraceLimit = stackTraceLimit;
  const frame = frames.find((each) => !BETWEEN.test(each));
  return frame === undefined ? 'a batch' : frame.slice(frame.indexOf(ROOT) + ROOT.length + 1).replace(/[)]$/, '');
}

// Specs of a process share what they import, and with it the class that is wrapped.
const shared = globalThis as { recordsStatements?: true };
if (!shared.recordsStatements) {
  shared.recordsStatements = true;
  record(inject('statements'));
}
