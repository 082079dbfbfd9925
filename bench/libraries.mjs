// What ADR 28 and ADR 38 say of two libraries: loading the words that passwords are judged by, judging, and reading rows of CSV.
import { execFileSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse';

const ROUNDS = 5;
const ROWS = 100_000;

if (process.argv[2] === 'judge') await judge();
else {
  const rounds = Array.from({ length: ROUNDS }, () =>
    JSON.parse(execFileSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), 'judge'], { encoding: 'utf8' })),
  );
  const median = (name) => rounds.map((round) => round[name]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  console.log(`Judging passwords, medians of ${ROUNDS} processes`);
  console.table(Object.fromEntries(Object.keys(rounds[0]).map((name) => [name, median(name)])));
  console.log(`csv-parse, ${ROWS} rows of 16 columns`);
  console.table(await rows());
}

/** In a process of its own: how long it takes to load the words, their memory, and how long three passwords take, in ms and MB. */
async function judge() {
  globalThis.gc();
  const [began, before] = [performance.now(), process.memoryUsage().rss];
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common');
  const { dictionary: english } = await import('@zxcvbn-ts/language-en');
  const judging = new ZxcvbnFactory({ dictionary: { ...dictionary, ...english }, graphs: adjacencyGraphs });
  judging.check('a first one');
  const loaded = performance.now() - began;
  globalThis.gc();
  const memory = (process.memoryUsage().rss - before) / 1e6;
  const time = (password) => {
    const start = performance.now();
    judging.check(password);
    return performance.now() - start;
  };
  const random = 'qT7zLw0pXv3KdR9mYb5HsN2cFj8GaU4eWi6oZk1tVx-BrPyMhDnSfCgJuAqElIO_'.repeat(4);
  const found = {
    loading: loaded,
    memory,
    usual: time('correct horse battery'),
    64: time(random.slice(0, 64)),
    200: time(random.slice(0, 200)),
  };
  console.log(JSON.stringify(Object.fromEntries(Object.entries(found).map(([name, value]) => [name, Math.round(value)]))));
}

/** Reads a file as imports do: as text, strictly, with the place behind each row. */
async function rows() {
  const row = `${Array.from({ length: 16 }, (_, column) => (column % 5 === 0 ? `"Room ${column}, left"` : `value ${column}`)).join(',')}\n`;
  const file = Buffer.from(row.repeat(ROWS));
  const began = performance.now();
  let read = 0;
  await pipeline(
    Readable.from(chunks(file)),
    parse({ delimiter: ',', info: true, relax_quotes: true, relax_column_count: true, max_record_size: 2 ** 20 }),
    async (records) => {
      for await (const { info } of records) read = info.records;
    },
  );
  const seconds = (performance.now() - began) / 1000;
  return {
    rows: read,
    'µs a row': Math.round((seconds / read) * 1e6),
    'MB a second': Math.round(file.length / 1e5 / seconds) / 10,
  };
}

function* chunks(file) {
  for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536);
}
