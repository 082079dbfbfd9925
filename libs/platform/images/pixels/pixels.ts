import type { Found } from './found.js';
import { gifPixels } from './gif.js';
import { jpegPixels } from './jpeg.js';
import { pngPixels } from './png.js';
import { webpPixels } from './webp.js';

/** Images have at most 64 million pixels (decisions.md, section 4). */
const MAX_PIXELS = 64_000_000;
/** No other format has longer sides; a PNG of one column costs a hundred times its pixels. */
const MAX_SIDE = 65_535;

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp';
export type Pixels = Found & { format: ImageFormat };

/** Why a file is refused: no image of a known kind, HEIC, a damaged one, one of too many pixels. */
export type Refusal = 'unknown' | 'heic' | 'damaged' | 'pixels';

const WALKS: readonly { format: ImageFormat; begins: RegExp; walk: (file: Buffer) => Found | null }[] = [
  { format: 'jpeg', begins: /^\xff\xd8\xff/, walk: jpegPixels },
  { format: 'png', begins: /^\x89PNG\r\n/, walk: pngPixels },
  { format: 'gif', begins: /^GIF8[79]a/, walk: gifPixels },
  { format: 'webp', begins: /^RIFF[\s\S]{4}WEBP/, walk: webpPixels },
];
const HEIC = /^[\s\S]{4}ftyp(?:hei|hev|mif|msf)/;

/**
 * The pixels of an image, and what tells their colours and which side is up: all else that a decoder would read, and what may cost more
 * than any picture, is cut off. It looks at heads of chunks alone, so its time is bounded by the size of the file.
 */
export function pixelsOf(file: Buffer): Pixels | Refusal {
  const head = file.toString('latin1', 0, 16);
  const kind = WALKS.find(({ begins }) => begins.test(head));
  if (!kind) return HEIC.test(head) ? 'heic' : 'unknown';
  const found = kind.walk(file);
  if (!found || found.width === 0 || found.height === 0) return 'damaged';
  const { width, height } = found;
  return Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS ? 'pixels' : { ...found, format: kind.format };
}
