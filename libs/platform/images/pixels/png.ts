import { inflateSync } from 'node:zlib';
import { type Found, MOST_PROFILE } from './found.js';
import { Kept } from './kept.js';
import { orientationIn } from './orientation.js';

/** Chunks that are kept beside the pixels, the first of each: palette, transparency and colours, with their largest size in bytes. */
const LARGEST = new Map([
  [typeOf('PLTE'), 768],
  [typeOf('tRNS'), 256],
  [typeOf('gAMA'), 4],
  [typeOf('cHRM'), 32],
  [typeOf('sRGB'), 1],
  [typeOf('iCCP'), MOST_PROFILE],
  [typeOf('eXIf'), 64 * 1024],
]);
const [IHDR, IDAT, IEND, PROFILE, EXIF] = ['IHDR', 'IDAT', 'IEND', 'iCCP', 'eXIf'].map(typeOf);
const [SIGNATURE, HEADER] = [8, 33];

/** A PNG with nothing but its pixels and their colours: texts and the frames of an animation are left out. Null when it is none. */
export function pngPixels(file: Buffer): Found | null {
  if (file.length < HEADER || file.readUInt32BE(SIGNATURE) !== 13 || file.readUInt32BE(SIGNATURE + 4) !== IHDR) return null;
  const kept = new Kept(file);
  kept.keep(0, HEADER);
  const known = new Set<number>();
  let orientation = 1;
  for (let at = HEADER; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > file.length) break;
    const type = file.readUInt32BE(at + 4);
    if (type === IDAT || type === IEND) kept.keep(at, end);
    else if (length <= (LARGEST.get(type) ?? -1) && !known.has(type)) {
      known.add(type);
      const data = file.subarray(at + 8, end - 4);
      if (type === EXIF) orientation = orientationIn(data);
      else if (type !== PROFILE || isProfile(data)) kept.keep(at, end);
    }
    if (type === IEND) break;
    at = end;
  }
  return { bytes: kept.bytes(), width: file.readUInt32BE(16), height: file.readUInt32BE(20), orientation };
}

/** The type of a chunk as a number: a file may have a million. */
function typeOf(name: string): number {
  return Buffer.from(name, 'latin1').readUInt32BE();
}

/** Whether it is a colour profile that inflates to no more than one may have. */
function isProfile(data: Buffer): boolean {
  const name = data.subarray(0, 80).indexOf(0);
  try {
    return name > 0 && inflateSync(data.subarray(name + 2), { maxOutputLength: MOST_PROFILE }).length > 0;
  } catch {
    return false;
  }
}
