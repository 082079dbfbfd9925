import 'reflect-metadata';
import { CommanderError } from 'commander';
import { readConfiguration } from '#platform/configuration';
import { Admin } from './admin.js';
import { explain, failureRecord } from './failure.js';
import { programOf } from './program.js';

const json = process.argv.includes('--json');

function configuration() {
  const read = readConfiguration(process.env);
  if (read.misspelled.length > 0 && !json) console.error(`Unknown variables, perhaps misspelled: ${read.misspelled.join(', ')}`);
  return read;
}

try {
  await programOf(new Admin(configuration), json).parseAsync();
} catch (error) {
  // Help that was asked for is no error.
  if (error instanceof CommanderError && error.exitCode === 0) process.exit(0);
  console.error(json ? failureRecord(error) : explain(error));
  // Open handles, such as a pool of connections, would keep the process.
  process.exit(1);
}
