import { ImageProcess } from './image-process.js';

/** The types that images are kept in (api-v2.md, Limits), as sharp names them, with extension and media type. */
const TYPES = {
  jpeg: { extension: 'jpg', contentType: 'image/jpeg' },
  png: { extension: 'png', contentType: 'image/png' },
  gif: { extension: 'gif', contentType: 'image/gif' },
} as const;

export type ImageExtension = (typeof TYPES)[keyof typeof TYPES]['extension'];

/** The stored form of a picture. */
export interface ImageFile {
  bytes: Uint8Array;
  extension: ImageExtension;
  contentType: string;
}

/** An image without any other data: decoded and re-encoded. */
export interface CleanImage extends ImageFile {
  /** At most 320 pixels a side; null where the image itself is no larger. */
  thumbnail: ImageFile | null;
  /** 64 bits that copies of the picture share, as `0` and `1`; null where it shows too little for it. */
  print: string | null;
}

/** The one of this process: its memory counts once. */
const images = new ImageProcess();

/**
 * Decodes the bytes, whatever their declared type, rotates the image upright and re-encodes it in the same type, without
 * metadata or any other data; a WebP becomes a JPEG, or a PNG where it may be transparent. Only the first frame of an animation is kept,
 * of a GIF of more than 5 megapixels as PNG.
 * @returns null when it is no JPG, PNG, GIF or WebP, or is damaged, truncated or too large to be a photo
 */
export async function cleanImage(bytes: Uint8Array): Promise<CleanImage | null> {
  const image = await images.decode(bytes);
  return image && { ...fileOf(image), print: image.print, thumbnail: image.thumbnail && fileOf(image.thumbnail) };
}

function fileOf({ bytes, format }: { bytes: Uint8Array; format: keyof typeof TYPES }): ImageFile {
  return { bytes, ...TYPES[format] };
}

/** The media type that goes with the extension. */
export function contentTypeOf(extension: ImageExtension): string {
  return Object.values(TYPES).find((type) => type.extension === extension)!.contentType;
}
