import { describe, expect, it } from 'vitest';
import { addressFilter } from './log.js';

describe('the log', () => {
  const shown = addressFilter({ harmlessQueries: ['limit'], secretsBehind: ['/g/', '/a.b/'] });

  it('keeps no search words, names or codes of a query', () => {
    expect(shown('/api/v2/things?limit=5&q=ann%40example.com&code=abc')).toBe('/api/v2/things?limit=5&q=…&code=…');
  });

  it('keeps no secret of a path', () => {
    expect(shown('/g/s3cr3t/send?lang=de')).toBe('/g/…/send?lang=…');
    expect(shown('/G/s3cr3t')).toBe('/G/…');
    expect(shown('/a.b/s3cr3t')).toBe('/a.b/…');
    expect(shown('/aXb/plain')).toBe('/aXb/plain');
  });

  it('leaves paths as they are where nothing stands in them', () => {
    expect(addressFilter({ harmlessQueries: [], secretsBehind: [] })('/g/plain')).toBe('/g/plain');
  });
});
