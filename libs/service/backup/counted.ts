import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Written } from './manifest.js';

/** Passes a stream on, and hashes and counts its lines: a row of COPY is one line. */
export function counted(seen: (count: number) => void = () => undefined): Transform & { result(): Written } {
  const hash = createHash('sha256');
  let count = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count++;
      seen(count);
      done(null, chunk);
    },
  });
  return Object.assign(stream, { result: () => ({ count, sha256: hash.digest('hex') }) });
}
