import { Command } from 'commander';
import { expect, it, vi } from 'vitest';
import { Progress } from './progress.js';

it('progress says what is the same once in a row: a migration may build eight indexes', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const progress = new Progress(new Command());
  for (const text of ['one', 'one', 'two', 'one']) progress.say(text);
  const said = write.mock.calls.map(([text]) => text);
  write.mockRestore();
  expect(said).toEqual(['one\n', 'two\n', 'one\n']);
});
