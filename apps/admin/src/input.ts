import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';

/** Where personal data and passwords come from, as arguments are seen in `ps` and kept in journals. */
export type Input = NodeJS.ReadableStream & { isTTY?: boolean };

/** The thing that is asked for by one of the names. */
export type Asked = 'Email address' | 'Password' | 'Words' | 'Reservation number';

/**
 * Reads a line for each from the standard input, in this order; on a terminal it asks for them, and shows nothing of what is typed.
 * @throws RangeError when a line is missing, or is no text
 */
export async function asked(input: Input, names: readonly Asked[]): Promise<string[]> {
  const lines = input.isTTY ? await typed(input, names) : (await textOf(input)).replace(/\r?\n$/, '').split(/\r?\n/);
  if (lines.length > names.length) throw new RangeError(`More was given on the standard input than: ${names.join(', ')}.`);
  return names.map((name, index) => {
    if (!lines[index])
      throw new RangeError(`There is no ${name.toLowerCase()} on the standard input; a line each: ${names.join(', ')}.`);
    return lines[index];
  });
}

/** Other encodings are refused: a password with signs put in for what can't be read would be another one. */
async function textOf(input: Input): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await buffer(input));
  } catch (error) {
    throw error instanceof TypeError ? new RangeError('What is on the standard input is no text in UTF-8.') : error;
  }
}

async function typed(input: Input, names: readonly Asked[]): Promise<string[]> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input, output: silent, terminal: true, historySize: 0 });
  const lines: string[] = [];
  try {
    for (const name of names) {
      process.stderr.write(`${name} (it is not shown): `);
      const ended = once(terminal, 'SIGINT').then(() => process.exit(130));
      lines.push(await Promise.race([terminal.question(''), ended]));
      process.stderr.write('\n');
    }
    return lines;
  } finally {
    terminal.close();
  }
}

/**
 * An option that reads personal words from the standard input, and a refusal of the argument that it stands for.
 * @param option such as `--email`, which makes `--email-stdin` @param name what it is
 */
export function fromInput(command: Command, option: string, name: Asked, more = ''): Command {
  const stdin = `${option}-stdin`;
  const refused = command.createOption(`${option} <value>`).hideHelp();
  command.on(`option:${refused.name()}`, () =>
    command.error(
      `error: ${option} takes no argument, which others see in "ps" and in logs: give ${stdin} and the value on standard input`,
    ),
  );
  return command
    .option(stdin, `the ${name.toLowerCase()}: a line of standard input, or asked for on a terminal${more}`)
    .addOption(refused);
}
