import sharp from 'sharp';
import { Semaphore } from '#platform/semaphore';

/** The three types of api-v2.md, Limits, as sharp names them, with extension and media type. */
const TYPES = {
  jpeg: { extension: 'jpg', contentType: 'image/jpeg' },
  png: { extension: 'png', contentType: 'image/png' },
  gif: { extension: 'gif', contentType: 'image/gif' },
} as const;

export type ImageExtension = (typeof TYPES)[keyof typeof TYPES]['extension'];

/** An image without any other data: decoded and re-encoded. */
export interface CleanImage {
  bytes: Uint8Array;
  extension: ImageExtension;
  contentType: string;
}

/** Phones take up to 50 megapixels; anything larger is treated as a decompression bomb. */
const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 20;

// Decoders for all other formats are switched off in this process: a mislabelled SVG, TIFF or PDF never reaches one.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
});
// Every image is processed once, and uploads must not take all processors from other calls.
sharp.cache(false);
sharp.concurrency(1);

/** Decoding shares its threads with password hashing and file access; each waiting image takes up to 10 MiB of memory. */
const limit = new Semaphore(2, 20);

/**
 * Decodes the bytes, whatever their declared type, rotates the image upright and re-encodes it in the same type, without
 * metadata or any other data. Only the first frame of an animation is kept.
 * @returns null when it is none of the three types, damaged, truncated or too large to be a photo
 * @throws DomainError `unavailable` when too many images are waiting
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
