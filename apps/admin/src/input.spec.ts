import { PassThrough, Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { asked } from './input.js';

it('a terminal is asked for each value, and shows none of what is typed', async () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  const shown: unknown[] = [];
  const spies = [process.stderr, process.stdout].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      shown.push(text);
      // As a person does, who answers what is asked.
      if (text === 'Email address (it is not shown): ') setImmediate(() => terminal.write('ann@example.com\r'));
      if (text === 'Password (it is not shown): ') setImmediate(() => terminal.write('pasx\u007fsword\r'));
      return true;
    }),
  );
  const answers = await asked(terminal, ['Email address', 'Password']).finally(() =>
    spies.forEach((spy) => void spy.mockRestore()),
  );
  expect(answers).toEqual(['ann@example.com', 'password']);
  expect(shown).toEqual(['Email address (it is not shown): ', '\n', 'Password (it is not shown): ', '\n']);
});

it('lines of a file or a pipe are taken one for each, and no fewer or more', async () => {
  const given = (text: string) => asked(Readable.from([Buffer.from(text)]), ['Email address', 'Password']);
  expect(await given('ann@example.com\r\npass word\r\n')).toEqual(['ann@example.com', 'pass word']);
  await expect(given('ann@example.com\n')).rejects.toThrow('There is no password on the standard input');
  await expect(given('ann@example.com\npassword\nmore')).rejects.toThrow('More was given');
  const latin = Buffer.from('ann@example.com\np\u00e4ssword\n', 'latin1');
  await expect(asked(Readable.from([latin]), ['Email address', 'Password'])).rejects.toThrow('no text in UTF-8');
});
