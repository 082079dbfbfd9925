import type { Request } from 'express';
import { expect, it } from 'vitest';
import { conditional } from './unchanged.js';

/** Hashes are written in base64url, whose last sign may be any of these. */
it.each(['"7-AbC"', '"7-Ab-"', '"7-Ab_"', '"7-A--"'])('%s is known whatever a proxy puts behind it', (tag) => {
  for (const mark of ['', '-gzip', ';gzip', ';gz', ':br', '-zstd', '--gzip']) {
    const headers: Request['headers'] = { 'if-none-match': `W/"999", ${tag.slice(0, -1)}${mark}"`, 'cache-control': 'no-cache' };
    conditional({ headers } as Request);
    expect([mark, headers['if-none-match']!.split(', ')]).toEqual([mark, expect.arrayContaining([tag])]);
    expect(headers['cache-control']).toBeUndefined();
  }
});
