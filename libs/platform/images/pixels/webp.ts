import { type Found, MOST_PROFILE } from './found.js';
import { Kept } from './kept.js';
import { orientationIn } from './orientation.js';

/** The chunks that are kept, the first of each: of an animation its first frame. */
const PICTURE = ['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF'];
/** By their four letters as a number: a file may have a million others. */
const TYPES = new Map([...PICTURE, 'VP8X', 'ICCP', 'EXIF'].map((type) => [Buffer.from(type, 'latin1').readUInt32BE(), type]));
/** Bits in `VP8X` for what follows. */
const HAS = { profile: 0x20, others: 0x08 | 0x04 };
const MOST_EXIF = 64 * 1024;

/** A WebP with nothing but the pixels of its first frame and their colours. Null when it is none. */
export function webpPixels(file: Buffer): Found | null {
  const kept = new Kept(file);
  const known = new Set<string>();
  let [width, height, orientation] = [0, 0, 1];
  let extended: Buffer | null = null;
  for (let at = 12; at + 8 <= file.length; ) {
    const code = file.readUInt32BE(at);
    const data = at + 8;
    const end = data + file.readUInt32LE(at + 4);
    if (end > file.length) break;
    const next = Math.min(end + (end % 2), file.length);
    const type = TYPES.get(code);
    if (type && !known.has(type)) {
      known.add(type);
      const [wide, high] = sizeIn(type, file.subarray(data, end));
      [width, height] = [Math.max(width, wide), Math.max(height, high)];
      if (type === 'VP8X' && end >= data + 10) {
        extended = Buffer.from(file.subarray(at, next));
        extended[8]! &= ~(HAS.profile | HAS.others);
        kept.add(extended);
      } else if (type === 'ICCP' && extended && end - data <= MOST_PROFILE) {
        extended[8]! |= HAS.profile;
        kept.keep(at, next);
      } else if (PICTURE.includes(type)) kept.keep(at, next);
      else if (type === 'EXIF' && end - data <= MOST_EXIF) orientation = orientationIn(file.subarray(data, end));
    }
    at = next;
  }
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  const chunks = kept.bytes();
  head.writeUInt32LE(4 + chunks.length, 4);
  return width === 0 ? null : { bytes: Buffer.concat([head, chunks]), width, height, orientation };
}

/** Width and height that a chunk states; zeros where it states none. */
function sizeIn(type: string, data: Buffer): [number, number] {
  if (type === 'VP8X' && data.length >= 10) return [1 + data.readUIntLE(4, 3), 1 + data.readUIntLE(7, 3)];
  if (type === 'ANMF' && data.length >= 12) return [1 + data.readUIntLE(6, 3), 1 + data.readUIntLE(9, 3)];
  if (type === 'VP8 ' && data.length >= 10) return [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff];
  if (type !== 'VP8L' || data.length < 5) return [0, 0];
  const bits = data.readUInt32LE(1);
  return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)];
}
