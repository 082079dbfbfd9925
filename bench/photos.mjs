// What photos can be told by: how far apart the prints are of a photo and a copy of it, two photos of one thing, of one kind, of different
// things, and of pictures as in a catalogue (photos-set.mjs).
import { faker } from '@faker-js/faker';
import distance from 'sharp-phash/distance.js';
import { cleanImage } from '../dist/libs/platform/images/clean-image.js';
import { isSimilarPicture } from '../dist/libs/platform/images/print.js';
import { copyOf, otherThan, photoOf, pictureOf, thing } from './photos-set.mjs';

const THINGS = Number(process.env.BENCH_THINGS ?? 150);
const similar = {};

faker.seed(2026);
const distances = {};
for (let n = 0; n < THINGS; n++) {
  const one = thing();
  const photo = await photoOf(one);
  const picture = await pictureOf(one);
  const pairs = {
    'copy of the photo': [photo, await copyOf(photo)],
    'same thing, another photo': [photo, await photoOf(one)],
    'same kind and color': [photo, await photoOf(thing(one.kind, one.color))],
    'another kind': [photo, await photoOf(otherThan(one))],
    'catalogue: copy': [picture, await copyOf(picture)],
    'catalogue: same kind, any color': [picture, await pictureOf(thing(one.kind))],
    'catalogue: another kind': [picture, await pictureOf(otherThan(one))],
  };
  for (const [name, [a, b]] of Object.entries(pairs)) {
    // A picture that shows too little has no print, and is like no other.
    const [first, second] = [(await cleanImage(a)).print, (await cleanImage(b)).print];
    distances[name] = [...(distances[name] ?? []), first && second ? distance(first, second) : 64];
    similar[name] = (similar[name] ?? 0) + Number(Boolean(first && second) && isSimilarPicture(first, second));
  }
}
const rows = Object.entries(distances).map(([name, found]) => {
  const at = (share) => found.sort((a, b) => a - b)[Math.floor(share * (found.length - 1))];
  const share = `${((100 * similar[name]) / found.length).toFixed(1)} %`;
  return [name, { '5 %': at(0.05), median: at(0.5), '95 %': at(0.95), similar: share }];
});
console.log(`${THINGS} things, bits of 64 that differ`);
console.table(Object.fromEntries(rows));
