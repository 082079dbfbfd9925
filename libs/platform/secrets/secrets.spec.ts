import { describe, expect, it } from 'vitest';
import { Secrets } from './index.js';

describe('Secrets', () => {
  const secrets = new Secrets(Secrets.newKey());

  it('opens what it sealed', () => {
    expect(secrets.open(secrets.seal('Lefèvre', 'item:7'), 'item:7').toString()).toBe('Lefèvre');
  });

  it('never seals the same text alike', () => {
    expect(secrets.seal('Lefèvre', 'item:7')).not.toEqual(secrets.seal('Lefèvre', 'item:7'));
  });

  it('does not open in another place, with another key, or after a change', () => {
    const sealed = secrets.seal('Lefèvre', 'item:7');
    const altered = Buffer.from(sealed);
    altered[20] = altered[20]! ^ 1;
    expect(() => secrets.open(sealed, 'item:8')).toThrow();
    expect(() => new Secrets(Secrets.newKey()).open(sealed, 'item:7')).toThrow();
    expect(() => secrets.open(altered, 'item:7')).toThrow();
  });
});
