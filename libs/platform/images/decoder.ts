// The program of the process that decodes images (image-process.ts). It imports nothing of the service: it needs no database and no
// secret, so it is given none.
import sharp, { type Metadata } from 'sharp';
import phash from 'sharp-phash';

/** Phones take up to 50 megapixels; anything larger is treated as a decompression bomb. */
const MAX_PIXELS = 50_000_000;
/** What decoding may hold at once, in bytes; nearly all photos are decoded a few lines at a time and hold nothing. */
const MAX_HELD = 320_000_000;
/** A GIF above it is kept as PNG: finding a palette takes 14 bytes for each pixel. */
const MAX_GIF_PIXELS = 5_000_000;
const MAX_SECONDS = 20;
/** A picture is compared by a copy of this many pixels on each side, and only if its brightness varies by more than this, of 256. */
const COMPARED = { side: 128, variation: 4 };

// Its types are those of a default export, which it is not.
const perceptualHash = phash as unknown as typeof phash.default;

// Decoders for all other formats are switched off: a mislabelled SVG, TIFF or PDF never reaches one.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
});
// Every image is processed once, and uploads must not take all processors from other calls.
sharp.cache(false);
sharp.concurrency(1);

/** A re-encoded image. */
interface Encoded {
  bytes: Uint8Array;
  format: 'jpeg' | 'png' | 'gif';
}

/** What the process answers: the image and what it is compared by, or null when it can't be decoded within the limits. */
export type Decoded = (Encoded & { print: string | null }) | null;

process.on('message', (bytes: Uint8Array) => {
  decoded(bytes).then(
    (image) => process.send!(image),
    () => process.send!(null),
  );
});

async function decoded(bytes: Uint8Array): Promise<Decoded> {
  const image = await encoded(bytes);
  // A picture that cannot be compared is a picture all the same.
  return image && { ...image, print: await printOf(image.bytes).catch(() => null) };
}

/** A picture of one shade has none: its bits would be chance. */
async function printOf(bytes: Uint8Array): Promise<string | null> {
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true }).timeout({ seconds: MAX_SECONDS });
  const { side, variation } = COMPARED;
  const small = await image.flatten().greyscale().resize(side, side, { fit: 'fill' }).png().toBuffer();
  const { channels } = await sharp(small).stats();
  return channels[0]!.stdev > variation ? perceptualHash(small) : null;
}

async function encoded(bytes: Uint8Array): Promise<Encoded | null> {
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
  const metadata = await image.metadata();
  if (heldBy(metadata) > MAX_HELD) return null;
  const upright = image.timeout({ seconds: MAX_SECONDS }).autoOrient();
  if (metadata.format === 'jpeg') {
    // Optimised Huffman tables save 5 % of the file, and hold the whole picture to find them.
    return { bytes: await upright.jpeg({ quality: 90, optimiseCoding: false }).toBuffer(), format: 'jpeg' };
  }
  if (metadata.format === 'gif' && pixelsOf(metadata) <= MAX_GIF_PIXELS) {
    return { bytes: await upright.gif().toBuffer(), format: 'gif' };
  }
  return { bytes: await upright.png().toBuffer(), format: 'png' };
}

const pixelsOf = ({ width, height }: Metadata): number => width * height;

/** How many bytes of a picture must be in memory at once to turn it upright, or to decode a file that is not stored line by line. */
function heldBy(metadata: Metadata): number {
  const { format, channels, depth, orientation = 1, isProgressive, chromaSubsampling } = metadata;
  const pixels = pixelsOf(metadata);
  const picture = pixels * channels * (depth === 'ushort' ? 2 : 1);
  const turned = orientation > 1 ? picture : 0;
  if (format === 'gif') return pixels <= MAX_GIF_PIXELS ? 14 * pixels : 5 * pixels;
  if (!isProgressive) return turned;
  // A progressive JPEG keeps two bytes for each coefficient, of which 4:2:0 has half as many.
  return turned + (format === 'jpeg' ? 2 * pixels * (chromaSubsampling === '4:2:0' ? 1.5 : channels) : picture);
}
