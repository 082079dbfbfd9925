import sharp from 'sharp';
import { Semaphore } from '#platform/semaphore';

/** The three types of api-v2.md, Limits, as sharp names them, with extension and media type. */
const TYPES = {
  jpeg: { extension: 'jpg', contentType: 'image/jpeg' },
  png: { extension: 'png', contentType: 'image/png' },
  gif: { extension: 'gif', contentType: 'image/gif' },
} as const;

export type ImageExtension = (typeof TYPES)[keyof typeof TYPES]['extension'];

/** An image that is nothing but an image: decoded and encoded anew. */
export interface CleanImage {
  bytes: Uint8Array;
  extension: ImageExtension;
  contentType: string;
}

/** Phones take up to 50 megapixels; what claims more is taken for a bomb. */
const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 20;

// Decoders for all other formats are switched off in this process: a mislabelled SVG, TIFF or PDF never reaches one.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
});
// Every image is seen once, and uploads must not take the processors from everyone else.
sharp.cache(false);
sharp.concurrency(1);

/** Decoding runs on the threads that signing in and files need too; each image that waits is up to 10 MiB in memory. */
const limit = new Semaphore(2, 20);

/**
 * Decodes the bytes, whatever they were called, limit them upright and encodes them in the same type, without metadata and
 * whatever else was in the file. Of an animation the first frame is kept.
 * @returns null when they are none of the three types, damaged, cut off or too large to be a photo
 * @throws DomainError `unavailable` when too many wait
 */
export function cleanImage(bytes: Uint8Array): Promise<CleanImage | null> {
  return limit.run(() => cleaned(bytes));
}

async function cleaned(bytes: Uint8Array): Promise<CleanImage | null> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { format } = await image.metadata();
    const type = TYPES[format as keyof typeof TYPES];
    if (!type) return null;
    const upright = image.timeout({ seconds: MAX_SECONDS }).autoOrient();
    const encoded = format === 'jpeg' ? upright.jpeg({ quality: 90 }) : format === 'png' ? upright.png() : upright.gif();
    return { bytes: await encoded.toBuffer(), ...type };
  } catch {
    return null;
  }
}

/** The media type that goes with the extension. */
export function contentTypeOf(extension: ImageExtension): string {
  return Object.values(TYPES).find((type) => type.extension === extension)!.contentType;
}
