import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from '../../../test/support/free-port.js';
import { whyUnreachable } from './index.js';

it('what can’t be reached is said in words, with the code of the system, however deep in the error it is', async () => {
  const port = await freePort();
  const refused = await fetch(`http://localhost:${port}`).catch((error) => error);
  expect(whyUnreachable(refused)).toBe('nothing listens there (ECONNREFUSED)');
  const unknown = await fetch('http://nobody.invalid').catch((error) => error);
  expect(whyUnreachable(unknown)).toMatch(/^(there is no host of this name|names can not be looked up) \(E\w+\)$/);
  const several = connect({ host: 'localhost', port });
  const error = await new Promise((resolve) => several.once('error', resolve));
  expect(whyUnreachable(error)).toBe('nothing listens there (ECONNREFUSED)');
});

it('what takes too long has not answered, and any other error says what it says', () => {
  expect(whyUnreachable(new DOMException('aborted', 'TimeoutError'))).toBe('it did not answer');
  expect(whyUnreachable(new Error('the moon is full'))).toBe('the moon is full');
});
