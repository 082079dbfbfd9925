import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'report-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What CI's log ends with, after these parts. */
function reportOf(parts: string[], files: Record<string, string> = {}) {
  for (const [name, text] of Object.entries({ ...files, parts: `${parts.join('\n')}\n` }))
    writeFileSync(join(folder, name), text);
  const { status, stdout } = spawnSync(process.execPath, ['.ci/report.mjs', folder], { encoding: 'utf8' });
  return { status, lines: stdout.trim().split('\n') };
}

/** A report as vitest writes it, of one file. */
function vitest(numPassedTests: number, file: object = {}): string {
  const name = join(process.cwd(), 'test/items/some.e2e.spec.ts');
  return JSON.stringify({
    numPassedTests,
    testResults: [{ name, status: 'passed', message: '', assertionResults: [], ...file }],
  });
}
/** Runs vitest as CI does, on these specs. */
function runOf(specs: Record<string, string>) {
  for (const [name, text] of Object.entries(specs)) {
    writeFileSync(join(folder, name), `it('has a test', () => {});\n${text}\n`);
  }
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default { test: { globals: true } };\n');
  const report = join(folder, 'report.json');
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', join(folder, 'vitest.config.mjs'), '--dir', folder];
  const how = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...vitest, ...how], { encoding: 'utf8' });
  return { code: status, printed: stdout + stderr, report: readFileSync(report, 'utf8') };
}
const failing = (fullName: string) => ({
  status: 'failed',
  fullName,
  failureMessages: ['Error: expected 1 to be 2\n    at somewhere'],
});

it('the end of a log adds up what passed in tests and steps', () => {
  const steps = 'a line\n✓ npm start is ready\nfirst page: 7 passed, 0 failed\n';
  const { status, lines } = reportOf(['test 0', 'first-page 0', 'check 0'], { 'test.json': vitest(12), 'first-page.txt': steps });
  expect([status, lines]).toEqual([0, ['19 passed, 0 failed']]);
});

it('the end of a log names what failed, with the first line of its error', () => {
  const { status, lines } = reportOf(['test 1', 'slow 1', 'guard 1'], {
    'test.json': vitest(3, { status: 'failed', assertionResults: [failing('an item is found'), { status: 'passed' }] }),
    'slow.json': vitest(4, { status: 'failed', message: 'SyntaxError: no such export\nmore' }),
    'guard.txt': '✓ read one item\n✗ list 10 items: 4.00 times\nCPU and WAL per call: 1 passed, 1 failed\n',
  });
  expect(status).toBe(1);
  expect(lines).toEqual([
    'Failed:',
    'test: test/items/some.e2e.spec.ts > an item is found: Error: expected 1 to be 2',
    'slow: test/items/some.e2e.spec.ts: SyntaxError: no such export',
    'guard: ✗ list 10 items: 4.00 times',
    '8 passed, 3 failed',
  ]);
});

it.each([
  ['ended without a report', ['check 1'], {}],
  ['ended with an error between its tests', ['check 1'], { 'check.json': vitest(2) }],
  ['left a report that is broken off', ['check 0'], { 'check.json': '{"numPassed' }],
])('a part that %s has failed', (_how, parts, files) => {
  const { status, lines } = reportOf(parts, files);
  expect(status).toBe(1);
  expect(lines[1]).toMatch(/^check: /);
  expect(lines.at(-1)).toMatch(/^\d passed, 1 failed$/);
});

it('a part that failed although none of its tests did is followed by what vitest said of it', () => {
  const { code, printed, report } = runOf({
    'between.spec.ts':
      'setTimeout(() => { throw new TypeError("between two tests"); }); await new Promise((go) => setTimeout(go, 20));',
    'set-up.spec.ts': 'beforeAll(() => { throw new Error("no server to be had"); });',
    'hook.spec.ts':
      'describe("a suite", () => { afterAll(() => { throw new Error("does not stop"); }); it("passes", () => {}); });',
  });
  const { lines } = reportOf([`test ${code}`], { 'test.txt': printed, 'test.json': report });
  const failed = lines.slice(1, lines.indexOf('test said:')).toSorted();
  expect(failed).toEqual([
    expect.stringMatching(/^test: \S+hook\.spec\.ts: Error: does not stop$/),
    expect.stringMatching(/^test: \S+set-up\.spec\.ts: no server to be had$/),
  ]);
  expect(lines.slice(lines.indexOf('test said:'))).toEqual(
    expect.arrayContaining(['  TypeError: between two tests', '  Error: no server to be had']),
  );
  expect(lines.at(-1)).toBe('3 passed, 2 failed');
  expect(lines.filter((line) => /node_modules|^\s*$/.test(line))).toEqual([]);
});

it.each([
  [
    'what was left',
    'The tests left:\n  process 12: postgres\n  /tmp/mailbox-1\n',
    ['The tests left:', 'process 12: postgres', '/tmp/mailbox-1'],
  ],
  [
    'its last lines',
    `${'before\n'.repeat(100)}— types\nerror TS2304\n\nFailed: types\n`,
    [...Array(27).fill('before'), '— types', 'error TS2304', 'Failed: types'],
  ],
])('a part that failed without a test is followed by %s', (_what, printed, said) => {
  const { lines } = reportOf(['check 1'], { 'check.txt': `many lines\n\u001b[31mof the run\u001b[39m\n${printed}` });
  expect(lines).toEqual(
    ['Failed:', 'check: ended with 1', 'check said:', ...said.map((line) => `  ${line}`), '0 passed, 1 failed'].map((line) =>
      expect.stringContaining(line),
    ),
  );
});

it('a part that failed by its tests says no more than these', () => {
  const report = vitest(3, { status: 'failed', assertionResults: [failing('an item is found')] });
  const { lines } = reportOf(['test 1'], { 'test.json': report, 'test.txt': 'said\n' });
  expect(lines).toHaveLength(3);
});

it('the end of a log has room for the end', () => {
  const assertionResults = Array.from({ length: 100 }, (_, n) => failing(`test ${n}`));
  const { lines } = reportOf(['test 1'], { 'test.json': vitest(0, { status: 'failed', assertionResults }) });
  expect(lines).toHaveLength(63);
  expect(lines.slice(-2)).toEqual(['and 40 more', '0 passed, 100 failed']);
});
