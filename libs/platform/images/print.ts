import hamming from 'sharp-phash/distance.js';

// Its types are those of a default export, which it is not.
const distance = hamming as unknown as typeof hamming.default;

/** How many of 64 bits may differ between two copies of a picture; of pictures of different things about 32 do (docs/adr/0050). */
const MAX_DISTANCE = 10;

/** Whether two prints are of one picture, whatever its size, brightness and compression. */
export function isSamePicture(one: string, other: string): boolean {
  return distance(one, other) <= MAX_DISTANCE;
}
