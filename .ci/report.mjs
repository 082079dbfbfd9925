// The end of CI's log: each test that failed in any part, with the first line of its error, and how many passed and failed in all. A part
// that failed although none of its tests did is followed by what it said, as CI may show the end of its log alone.
// A part is a line `name exit-code` of the file `parts`; beside it lies what it printed, `name.txt`, and vitest's report, `name.json`.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const MOST_LINES = 60;
const MOST_SAID = 30;
const WIDTH = 300;
/** Where vitest and scripts/run.mjs begin to say why a run failed, and what there is of no use without the sources. */
const CAUSES = /^(⎯+ (Failed Suites|Unhandled Error)|The tests left:)/;
const NOISE = /^[\s⎯]*(\[\d+\/\d+\]⎯*)?$|^\s*\d*\s*\||^\s*❯.*(node_modules|node:internal)/;
const [folder] = process.argv.slice(2);
const at = (name) => join(folder, name);
const firstLine = (text = '') => text.split('\n').find((line) => line.trim() !== '') ?? 'without a message';
const printedBy = (name) =>
  existsSync(at(`${name}.txt`)) ? stripVTControlCharacters(readFileSync(at(`${name}.txt`), 'utf8')).split(/\r?\n/) : [];

/** What vitest reported: a file that could not be run counts as one test that failed. */
function ofTests(report, printed) {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // Vitest reports no message where the hook of one of its suites failed, but prints it.
    const hook = printed.findIndex((line) => line.startsWith(' FAIL ') && line.includes(file));
    if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message || printed[hook + 1])}`];
    return failed.map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages[0])}`);
  });
  const isExplained = report.testResults.some(({ assertionResults }) =>
    assertionResults.some(({ status }) => status === 'failed'),
  );
  return { passed: report.numPassedTests, failures, isExplained };
}

/** What a part printed: a line for each step that failed, and a last line with both numbers. */
function ofSteps(printed) {
  const counts = printed.map((line) => /: (\d+) passed, (\d+) failed$/.exec(line)).findLast(Boolean);
  const [passed, failed] = counts ? counts.slice(1).map(Number) : [0, 0];
  const failures = counts ? printed.filter((line) => line.startsWith('✗')) : [];
  while (failures.length < failed) failures.push('✗ a step without a name');
  return { passed, failures, isExplained: failures.length > 0 };
}

function resultOf(name, printed) {
  try {
    if (existsSync(at(`${name}.json`))) return ofTests(JSON.parse(readFileSync(at(`${name}.json`), 'utf8')), printed);
    return ofSteps(printed);
  } catch (error) {
    return { passed: 0, failures: [`its report cannot be read: ${error.message}`] };
  }
}

/** Why a part failed, by what it printed. */
function causes(printed) {
  const begin = printed.findIndex((line) => CAUSES.test(line));
  const lines = printed.slice(Math.max(0, begin)).filter((line) => !NOISE.test(line));
  return begin < 0 ? lines.slice(-MOST_SAID) : lines.slice(0, MOST_SAID);
}

const parts = readFileSync(at('parts'), 'utf8').trimEnd().split('\n');
let passed = 0;
const said = [];
const failures = parts.flatMap((part) => {
  const [name, code] = part.split(' ');
  const printed = printedBy(name);
  const result = resultOf(name, printed);
  passed += result.passed;
  // Such as a check, an error between two tests, or a run that was ended from outside.
  if (code !== '0' && result.failures.length === 0) result.failures.push(`ended with ${code}`);
  if (code !== '0' && !result.isExplained && printed.length > 0)
    said.push(`${name} said:`, ...causes(printed).map((line) => `  ${line}`));
  return result.failures.map((failure) => `${name}: ${failure}`);
});
if (failures.length > 0) console.log('\nFailed:');
for (const line of failures.slice(0, MOST_LINES)) console.log(line.slice(0, WIDTH));
if (failures.length > MOST_LINES) console.log(`and ${failures.length - MOST_LINES} more`);
for (const line of said) console.log(line.slice(0, WIDTH));
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
