import { inflateSync } from 'node:zlib';
import { type Found, MOST_PROFILE } from './found.js';
import { Kept } from './kept.js';
import { orientationIn } from './orientation.js';

/** Chunks that are kept beside the pixels, the first of each: palette, transparency and colours, with their largest size in bytes. */
const LARGEST: Readonly<Record<string, number>> = {
  PLTE: 768,
  tRNS: 256,
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  iCCP: MOST_PROFILE,
  eXIf: 64 * 1024,
};
const [SIGNATURE, HEADER] = [8, 33];

/** A PNG with nothing but its pixels and their colours: texts and the frames of an animation are left out. Null when it is none. */
export function pngPixels(file: Buffer): Found | null {
  if (file.length < HEADER || file.readUInt32BE(SIGNATURE) !== 13 || typeAt(file, SIGNATURE) !== 'IHDR') return null;
  const kept = new Kept(file);
  kept.keep(0, HEADER);
  const known = new Set<string>();
  let orientation = 1;
  for (let at = HEADER; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > file.length) break;
    const type = typeAt(file, at);
    if (type === 'IDAT' || type === 'IEND') kept.keep(at, end);
    else if (length <= (LARGEST[type] ?? -1) && !known.has(type)) {
      known.add(type);
      const data = file.subarray(at + 8, end - 4);
      if (type === 'eXIf') orientation = orientationIn(data);
      else if (type !== 'iCCP' || isProfile(data)) kept.keep(at, end);
    }
    if (type === 'IEND') break;
    at = end;
  }
  return { bytes: kept.bytes(), width: file.readUInt32BE(16), height: file.readUInt32BE(20), orientation };
}

function typeAt(file: Buffer, chunk: number): string {
  return file.toString('latin1', chunk + 4, chunk + 8);
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
