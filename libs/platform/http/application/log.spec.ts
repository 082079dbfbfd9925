import { describe, expect, it } from 'vitest';
import { safeUrl } from './log.js';

describe('the log', () => {
  it('keeps no search words, names or codes of a query', () => {
    expect(safeUrl('/api/v2/items?limit=5&q=ann%40example.com&code=abc')).toBe('/api/v2/items?limit=5&q=…&code=…');
  });

  it('keeps no token of a guest’s link', () => {
    expect(safeUrl('/g/s3cr3t/send?lang=de')).toBe('/g/…/send?lang=…');
    expect(safeUrl('/G/s3cr3t')).toBe('/G/…');
  });
});
