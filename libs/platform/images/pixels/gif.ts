import type { Found } from './found.js';
import { Kept } from './kept.js';

const HEADER = 13;
const [EXTENSION, CONTROL, IMAGE, TRAILER] = [0x21, 0xf9, 0x2c, 0x3b];

/** A GIF of its first frame alone, with what says which colour is transparent. Null when it has none that is whole. */
export function gifPixels(file: Buffer): Found | null {
  if (file.length < HEADER) return null;
  const kept = new Kept(file);
  let at = HEADER + coloursOf(file[10]!);
  kept.keep(0, Math.min(at, file.length));
  let control: [number, number] | null = null;
  while (file[at] === EXTENSION) {
    const end = endOfBlocks(file, at + 2);
    if (file[at + 1] === CONTROL) control = [at, end];
    at = end;
  }
  if (file[at] !== IMAGE || at + 10 > file.length) return null;
  const end = endOfBlocks(file, at + 10 + coloursOf(file[at + 9]!) + 1);
  if (end > file.length) return null;
  if (control) kept.keep(...control);
  kept.keep(at, end);
  kept.add(Buffer.of(TRAILER));
  const [left, top, wide, high] = [1, 3, 5, 7].map((place) => file.readUInt16LE(at + place)) as [number, number, number, number];
  const width = Math.max(file.readUInt16LE(6), left + wide);
  return { bytes: kept.bytes(), width, height: Math.max(file.readUInt16LE(8), top + high), orientation: 1 };
}

/** The bytes of the table of colours that these flags announce. */
function coloursOf(flags: number): number {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0;
}

/** Where data end that are written in blocks, each behind its length; beyond the file where their end is missing. */
function endOfBlocks(file: Buffer, begin: number): number {
  let at = begin;
  while (file[at]) at += file[at]! + 1;
  return at + 1;
}
