// The program of the process that decodes images (image-process.ts). It imports nothing of the service: it needs no database and no
// secret, so it is given none.
import sharp, { type Metadata, type Sharp } from 'sharp';
import phash from 'sharp-phash';
import type { Pixels } from './pixels/pixels.js';

/** As `pixels.ts`, which has looked at it already. */
const MAX_PIXELS = 64_000_000;
/** Memory for decoding at once, in bytes; nearly all photos are decoded a few lines at a time and hold nothing. */
const MAX_HELD = 400_000_000;
/** A WebP is held whole, in up to 18 bytes for each pixel as measured: larger ones are made smaller. */
const HELD_OF_WEBP = 18;
/** A GIF above it is kept as PNG: finding a palette takes 14 bytes for each pixel. */
const MAX_GIF_PIXELS = 5_000_000;
const MAX_SECONDS = 20;
/** By how much a picture is made smaller that would take more memory as it is. */
const SCALES = [1, 2, 4];
/** A picture is compared by a copy of this many pixels on each side, and only if its brightness varies by more than this, of 256. */
const COMPARED = { side: 128, variation: 4 };
/** The longest side of a thumbnail, in pixels (decisions.md, section 13, Photos). */
const THUMBNAIL_SIDE = 320;

// Its types are those of a default export, which it is not.
const perceptualHash = phash as unknown as typeof phash.default;

// Decoders for all other formats are switched off: a mislabelled SVG, TIFF or PDF never reaches one.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer', 'VipsForeignLoadWebpBuffer'],
});
// Every image is processed once, and uploads must not take all processors from other calls.
sharp.cache(false);
sharp.concurrency(1);

/** A re-encoded image. */
interface Encoded {
  bytes: Uint8Array;
  format: 'jpeg' | 'png' | 'gif';
}

/** The image, its hashes for comparison, and its thumbnail, null where the image itself is as small. */
export type Decoded = Encoded & { print: string | null; thumbnail: Encoded | null };

/** The process's first message, and its answers: `image`, or what is to blame that there is none. */
export type Answer = 'ready' | { image: Decoded } | { refused: 'damaged' | 'pixels' } | { failed: string };

/** How to turn a picture upright, by its orientation as EXIF counts it. */
const UPRIGHT: readonly ((image: Sharp) => Sharp)[] = [
  (image) => image.flop(),
  (image) => image.rotate(180),
  (image) => image.flip(),
  (image) => image.flip().rotate(90),
  (image) => image.rotate(90),
  (image) => image.flop().rotate(90),
  (image) => image.rotate(270),
];

const answer = (message: Answer) => process.send!(message);

process.on('message', (pixels: Pixels) => {
  decoded(pixels).then(
    (image) => answer(image ? { image } : { refused: 'pixels' }),
    // Without memory or time it is not known whether there is a picture in it.
    (error: Error) => answer(/memory|timeout/i.test(error.message) ? { failed: error.message } : { refused: 'damaged' }),
  );
});
answer('ready');

async function decoded(pixels: Pixels): Promise<Decoded | null> {
  const image = await encoded(pixels);
  // A picture that cannot be compared or made smaller is a picture all the same.
  return image && { ...image, ...(await madeSmaller(image.bytes).catch(() => ({ print: null, thumbnail: null }))) };
}

/** The thumbnail and the print, both of one small copy: the picture is decoded once for them. */
async function madeSmaller(bytes: Uint8Array): Promise<Pick<Decoded, 'print' | 'thumbnail'>> {
  const options = { limitInputPixels: MAX_PIXELS, sequentialRead: true };
  const image = sharp(bytes, options).timeout({ seconds: MAX_SECONDS });
  const { width, height } = await image.metadata();
  const within = { fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await image.resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, within).raw().toBuffer({ resolveWithObject: true });
  const small = () => sharp(data, { raw: info });
  const isSmaller = info.width < width || info.height < height;
  return { print: await printOf(small()), thumbnail: isSmaller ? await jpegOrPng(small(), info.channels) : null };
}

/** A picture of one shade has none: its bits would be chance. */
async function printOf(image: Sharp): Promise<string | null> {
  const { side, variation } = COMPARED;
  const small = await image.flatten().greyscale().resize(side, side, { fit: 'fill' }).png().toBuffer();
  const { channels } = await sharp(small).stats();
  return channels[0]!.stdev > variation ? perceptualHash(small) : null;
}

/** JPEG, or PNG where it may be transparent. @param channels two and four have one for transparency */
async function jpegOrPng(image: Sharp, channels: number): Promise<Encoded> {
  if (channels % 2 === 0) return { bytes: await image.png().toBuffer(), format: 'png' };
  // Optimised Huffman tables save 5 % of the file, and hold the whole picture to find them.
  return { bytes: await image.jpeg({ quality: 90, optimiseCoding: false }).toBuffer(), format: 'jpeg' };
}

/** @returns null when it would take too much memory */
async function encoded({ bytes, format, orientation, isEnded }: Pixels): Promise<Encoded | null> {
  // Pixels that are missing before an end are a warning alone.
  const failOn = isEnded ? 'warning' : 'error';
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn, sequentialRead: true });
  const metadata = await image.metadata();
  const smaller = SCALES.find((scale) => heldBy(metadata, orientation, scale) <= MAX_HELD);
  if (smaller === undefined) return null;
  if (smaller > 1) image.resize(Math.round(metadata.width / smaller));
  const upright = UPRIGHT[orientation - 2]?.(image.timeout({ seconds: MAX_SECONDS })) ?? image;
  // `imageUrl` takes no WebP, and not every mail program shows one: it is kept as JPEG or PNG.
  if (format === 'jpeg') return jpegOrPng(upright, 3);
  if (format === 'webp') return jpegOrPng(upright, metadata.channels);
  if (format === 'gif' && pixelsOf(metadata) <= MAX_GIF_PIXELS) {
    return { bytes: await upright.gif().toBuffer(), format: 'gif' };
  }
  return { bytes: await upright.png().toBuffer(), format: 'png' };
}

const pixelsOf = ({ width, height }: Metadata): number => width * height;

/**
 * How many bytes of a picture must be in memory at once to turn it upright, or to decode a file that is not stored line by line.
 * @param scale by how much it is made smaller while it is decoded, which JPEG and WebP can be
 */
function heldBy(metadata: Metadata, orientation: number, scale: number): number {
  const { format, channels, depth, isProgressive, chromaSubsampling } = metadata;
  const pixels = pixelsOf(metadata);
  const picture = pixels * channels * (depth === 'ushort' ? 2 : 1);
  const turned = orientation > 1 ? picture / scale ** 2 : 0;
  if (format === 'webp') return (HELD_OF_WEBP * pixels) / scale ** 2;
  if (format === 'gif') return pixels <= MAX_GIF_PIXELS ? 14 * pixels : 5 * pixels;
  if (!isProgressive) return turned;
  // A progressive JPEG keeps two bytes for each coefficient, of which 4:2:0 has half as many.
  return turned + (format === 'jpeg' ? 2 * pixels * (chromaSubsampling === '4:2:0' ? 1.5 : channels) : picture);
}
