// The end of CI's log: each test that failed in any part, with the first line of its error, and how many passed and failed in all.
// A part is a line `name exit-code` of the file `parts`; beside it lies a report of vitest, `name.json`, or what it printed, `name.txt`.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const MOST_LINES = 60;
const WIDTH = 300;
const [folder] = process.argv.slice(2);
const at = (name) => join(folder, name);
const firstLine = (text = '') => text.split('\n').find((line) => line.trim() !== '') ?? 'without a message';

/** What vitest reported: a file that could not be run counts as one test that failed. */
function ofTests(report) {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // Vitest reports no message where the hook of one of its suites failed.
    if (status === 'failed' && failed.length === 0)
      return [`${file}: ${firstLine(message || 'a hook failed; its error is above')}`];
    return failed.map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages[0])}`);
  });
  return { passed: report.numPassedTests, failures };
}

/** What a part printed: a line for each step that failed, and a last line with both numbers. */
function ofSteps(text) {
  const [, passed, failed] = [...text.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1) ?? [null, 0, 0];
  const failures = text.split('\n').filter((line) => line.startsWith('✗'));
  while (failures.length < Number(failed)) failures.push('✗ a step without a name');
  return { passed: Number(passed), failures };
}

function resultOf(name) {
  try {
    if (existsSync(at(`${name}.json`))) return ofTests(JSON.parse(readFileSync(at(`${name}.json`), 'utf8')));
    if (existsSync(at(`${name}.txt`))) return ofSteps(readFileSync(at(`${name}.txt`), 'utf8'));
  } catch (error) {
    return { passed: 0, failures: [`its report cannot be read: ${error.message}`] };
  }
  return { passed: 0, failures: [] };
}

const parts = readFileSync(at('parts'), 'utf8').trimEnd().split('\n');
let passed = 0;
const failures = parts.flatMap((part) => {
  const [name, code] = part.split(' ');
  const result = resultOf(name);
  passed += result.passed;
  // Such as a check, an error between two tests, or a run that was ended from outside.
  if (code !== '0' && result.failures.length === 0) result.failures.push(`ended with ${code}; its output is above`);
  return result.failures.map((failure) => `${name}: ${failure}`.slice(0, WIDTH));
});
if (failures.length > 0) console.log('\nFailed:');
for (const failure of failures.slice(0, MOST_LINES)) console.log(failure);
if (failures.length > MOST_LINES) console.log(`and ${failures.length - MOST_LINES} more`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
