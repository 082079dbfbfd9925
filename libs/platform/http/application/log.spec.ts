import { describe, expect, it } from 'vitest';
import { addressFilter } from './log.js';

describe('the log', () => {
  const redacted = addressFilter({ harmlessQueries: ['limit'], secretsBehind: ['/g/', '/a.b/'] });

  it('keeps no search words, names or codes of a query', () => {
    expect(redacted('/api/v2/things?limit=5&q=ann%40example.com&code=abc')).toBe('/api/v2/things?limit=5&q=…&code=…');
  });

  it('keeps no secret of a path', () => {
    expect(redacted('/g/s3cr3t/send?lang=de')).toBe('/g/…/send?lang=…');
    expect(redacted('/G/s3cr3t')).toBe('/G/…');
    expect(redacted('/a.b/s3cr3t')).toBe('/a.b/…');
    expect(redacted('/aXb/plain')).toBe('/aXb/plain');
  });

  it.each([
    'http://host/g/s3cr3t',
    '//g/s3cr3t',
    '/./g/s3cr3t',
    '/%67/s3cr3t',
    '/%2567/s3cr3t',
    '/g//s3cr3t',
    '/%67%2fs3cr3t',
    '/%zz/g/s3cr3t',
  ])('keeps no secret of a path written as %s', (path) => expect(redacted(path)).not.toContain('s3cr3t'));

  it('keeps a harmless parameter only while it looks like one', () => {
    expect(redacted('/lost/demo:1?limit=x@example.com')).toBe('/lost/demo:1?limit=…');
    expect(redacted('/lost/demo:1?ann@example.com=1')).toBe('/lost/demo:1?=…');
  });

  it('leaves paths as they are where nothing stands in them', () => {
    expect(addressFilter({ harmlessQueries: [], secretsBehind: [] })('/g/plain')).toBe('/g/plain');
  });
});
