import hamming from 'sharp-phash/distance.js';

// Its types are those of a default export, which it is not.
const distance = hamming as unknown as typeof hamming.default;

/** How many of 64 bits differ at most between copies of a picture; of pictures of different things about 32 do (docs/adr/0050). */
const MAX_DISTANCE = 6;

/** Whether two prints are of one picture, whatever its size, brightness and compression, or of outlines that are much alike. */
export function isSimilarPicture(one: string, other: string): boolean {
  return distance(one, other) <= MAX_DISTANCE;
}
