// What photos can be told by: for each of some things, how far the print of one photo is from that of a copy of it, of another photo of
// the same thing, of a thing of the same kind and color, and of any other (photos-set.mjs).
import { faker } from '@faker-js/faker';
import phash from 'sharp-phash';
import distance from 'sharp-phash/distance.js';
import { copyOf, photoOf, thing } from './photos-set.mjs';

const THINGS = Number(process.env.BENCH_THINGS ?? 150);
const SAME = 10;

faker.seed(2026);
const distances = {};
for (let n = 0; n < THINGS; n++) {
  const one = thing();
  const photo = await photoOf(one);
  const others = {
    'copy of the photo': await copyOf(photo),
    'same thing, another photo': await photoOf(one),
    'same kind and color': await photoOf(thing(one.kind, one.color)),
    'another thing': await photoOf(thing()),
  };
  const print = await phash(photo);
  for (const [name, other] of Object.entries(others)) {
    distances[name] = [...(distances[name] ?? []), distance(print, await phash(other))];
  }
}
const rows = Object.entries(distances).map(([name, found]) => {
  const at = (share) => found.sort((a, b) => a - b)[Math.floor(share * (found.length - 1))];
  const same = found.filter((bits) => bits <= SAME).length;
  return [
    name,
    { '5 %': at(0.05), median: at(0.5), '95 %': at(0.95), [`at most ${SAME}`]: `${((100 * same) / found.length).toFixed(1)} %` },
  ];
});
console.log(`${THINGS} things, bits of 64 that differ`);
console.table(Object.fromEntries(rows));
