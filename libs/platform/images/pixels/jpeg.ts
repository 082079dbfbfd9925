import { type Found, MOST_PROFILE } from './found.js';
import { Kept } from './kept.js';
import { orientationIn } from './orientation.js';

/** Each scan of a progressive JPEG goes over the whole picture; encoders write 10, the most thorough some 20. */
const MOST_SCANS = 64;
/** Tables, of which a picture needs some for each scan. */
const MOST_TABLES = 1_000;
/** Segments of a colour profile, of 64 KiB each. */
const MOST_PROFILE_PARTS = MOST_PROFILE / 65_536;

const [SOI, EOI, SOS, EXIF, ICC] = [0xd8, 0xd9, 0xda, 0xe1, 0xe2];
/** Huffman and arithmetic tables, quantization, restart interval. */
const TABLES = new Set([0xc4, 0xcc, 0xdb, 0xdd]);
/** The first bytes of segments for programs that say which side is up, or how the colours are meant. */
const SAY: Readonly<Record<number, string>> = { 224: 'JFIF\0', [EXIF]: 'Exif\0\0', [ICC]: 'ICC_PROFILE\0', 238: 'Adobe' };

/** A JPEG with nothing but its pixels and their colours: no comments, thumbnails, second pictures. Null when it is none. */
export function jpegPixels(file: Buffer): Found | null {
  const kept = new Kept(file);
  kept.keep(0, 2);
  const known = new Set<number>();
  let [scans, tables, parts, orientation] = [0, 0, 0, 1];
  let size: Pick<Found, 'width' | 'height'> | null = null;
  let isEnded = true;
  // Bytes between segments are skipped, as decoders do.
  for (let at = 2; at + 1 < file.length; ) {
    const marker = file[at] === 0xff ? file[at + 1]! : 0xff;
    if (marker === EOI) {
      kept.keep(at, at + 2);
      isEnded = false;
      break;
    }
    if (marker === 0xff) at += 1;
    else if (isAlone(marker)) at += 2;
    else {
      const end = at + 4 <= file.length ? at + 2 + file.readUInt16BE(at + 2) : Number.POSITIVE_INFINITY;
      if (end > file.length || end < at + 4) break;
      const until = marker === SOS ? endOfScan(file, end) : end;
      if (isFrame(marker)) {
        if (size || end < at + 9) return null;
        size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
        kept.keep(at, end);
      } else if (marker === SOS) {
        if (++scans > MOST_SCANS) return null;
        kept.keep(at, until);
      } else if (TABLES.has(marker)) {
        if (++tables > MOST_TABLES) return null;
        kept.keep(at, end);
      } else if (says(file, at + 4, end, SAY[marker])) {
        if (marker === ICC && file[at + 17]! <= MOST_PROFILE_PARTS && ++parts <= MOST_PROFILE_PARTS) kept.keep(at, end);
        if (marker === EXIF && !known.has(EXIF)) orientation = orientationIn(file.subarray(at + 4, end));
        if (marker !== ICC && marker !== EXIF && !known.has(marker)) kept.keep(at, end);
        known.add(marker);
      }
      at = until;
    }
  }
  // Cameras and scanners leave the last marker out, of which decoders make a file that is cut off.
  if (isEnded) kept.add(Buffer.of(0xff, EOI));
  return size && { bytes: kept.bytes(), ...size, orientation, isEnded };
}

/** Nothing is made of a segment that is none of these: a file may have millions. */
function says(file: Buffer, from: number, end: number, text: string | undefined): boolean {
  return text !== undefined && end - from >= text.length && file.toString('latin1', from, from + text.length) === text;
}

/** A marker without a segment: what follows is the next one. */
function isAlone(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= SOI);
}

/** The head of a picture, which says how it is coded and how large it is. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !TABLES.has(marker) && marker !== 0xc8;
}

/** Where the next marker is behind the data of a scan, or what fills a file up that has none: data hardly ends with two zeros. */
function endOfScan(file: Buffer, begin: number): number {
  for (let at = begin; at + 1 < file.length; at++) {
    if (file[at] !== 0xff) continue;
    const next = file[at + 1]!;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  let end = file.length;
  while (end > begin && file[end - 1] === 0 && file[end - 2] !== 0xff) end--;
  return file.length - end > 1 ? end : file.length;
}
