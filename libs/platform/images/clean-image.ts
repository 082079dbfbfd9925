import { Logger } from '@nestjs/common';
import { FairTurns, type Turn } from '#platform/concurrency';
import { Unavailable } from '#platform/kernel';
import type { Decoded } from './decoder.js';
import { ImageProcess, type Outcome } from './image-process.js';
import { type ImageFormat, type Pixels, pixelsOf, type Refusal } from './pixels/pixels.js';

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

/** The file is to blame. */
export class NotAPicture extends Error {
  constructor(readonly refusal: Refusal) {
    super(`Not a picture: ${refusal}.`);
  }
}

/** The cost of a pixel by its type, and of a picture that is done in a moment: a photo of a telephone, a PNG of 5 megapixels. */
const [COST, QUICK] = [{ jpeg: 1, gif: 2, webp: 2, png: 4 } satisfies Record<ImageFormat, number>, 20_000_000];
/** The time in milliseconds after which a picture that was thought quick is begun again where it delays no photo. */
const MOMENT = 1_000;
/** The length of both queues, and how long a process may work at one image, in milliseconds. */
const [WAITING, MAX_TIME] = [60, 20_000];

/** A process, and the turns of those that it decodes for. */
const worker = () => ({ process: new ImageProcess(), turns: new FairTurns(WAITING) });
/** The workers of this process: their memory counts once. */
const [quick, thorough] = [worker(), worker()];
const log = new Logger('Images');

/**
 * Decodes the bytes, whatever their declared type, rotates the image upright and re-encodes it in the same type, without
 * metadata or any other data; a WebP becomes a JPEG, or a PNG where it may be transparent. Only the first frame of an animation is kept,
 * of a GIF of more than 5 megapixels as PNG. Once the turn's signal is aborted, it is decoded no further.
 * @throws NotAPicture when it is no JPG, PNG, GIF or WebP, is damaged, or has too many pixels; Unavailable when nobody can tell: too much
 * waits, its time is over, or the decoder does not work
 */
export async function cleanImage(bytes: Uint8Array, turn: Turn): Promise<CleanImage> {
  const pixels = pixelsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (typeof pixels === 'string') throw new NotAPicture(pixels);
  const { print, thumbnail, ...image } = imageIn(await outcomeOf(pixels, turn));
  return { ...fileOf(image), print, thumbnail: thumbnail && fileOf(thumbnail) };
}

/** Strangers wait for all others, with those that take long. */
async function outcomeOf(pixels: Pixels, turn: Turn): Promise<Outcome> {
  const { format, width, height } = pixels;
  const { signal, isLast } = turn;
  if (!isLast && width * height * COST[format] <= QUICK) {
    const outcome = await quick.turns.run(turn, () => quick.process.decode(pixels, signal, MOMENT));
    if (outcome !== 'late' || signal.aborted) return outcome;
  }
  return thorough.turns.run(turn, () => thorough.process.decode(pixels, signal, MAX_TIME));
}

/** @throws NotAPicture; Unavailable */
function imageIn(outcome: Outcome): Decoded {
  if (outcome === 'late') throw new Unavailable('busy', 'Decoding the image took too long. Try again later.');
  if ('image' in outcome) return outcome.image;
  if ('refused' in outcome) throw new NotAPicture(outcome.refused);
  log.error(`An image was not decoded: ${outcome.failed}`);
  throw new Unavailable('images', 'Images cannot be decoded at the moment. Try again later.');
}

function fileOf({ bytes, format }: { bytes: Uint8Array; format: keyof typeof TYPES }): ImageFile {
  return { bytes, ...TYPES[format] };
}

/** The media type that goes with the extension. */
export function contentTypeOf(extension: ImageExtension): string {
  return Object.values(TYPES).find((type) => type.extension === extension)!.contentType;
}
