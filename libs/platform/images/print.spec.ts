import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cleanImage } from './clean-image.js';
import { isSimilarPicture } from './print.js';

const SHAPES = {
  umbrella: '<path d="M60 150a120 110 0 0 1 240 0z" fill="#6d1f2f"/><path d="M180 150v90" stroke="#222" stroke-width="12"/>',
  phone:
    '<rect x="120" y="40" width="110" height="190" rx="16" fill="#111"/><rect x="134" y="64" width="82" height="130" fill="#8ac"/>',
  bag:
    '<path d="M90 110h180l26 130H64z" fill="#2a57c9"/>' +
    '<path d="M130 110c0-90 100-90 100 0" fill="none" stroke="#333" stroke-width="12"/>',
};

/** A photo of a thing on a floor, turned by so many degrees. */
function photoOf(shape: keyof typeof SHAPES, floor: string, turned = 0): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="270"><rect width="360" height="270" fill="#ddd"/>
    <rect y="140" width="360" height="130" fill="${floor}"/><g transform="rotate(${turned} 180 135)">${SHAPES[shape]}</g></svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}

const printOf = async (photo: Buffer) =>
  (await cleanImage(photo, { owner: 1, isLast: false, signal: AbortSignal.timeout(60_000) })).print;

describe('two photos', () => {
  it('are copies of one picture, whatever their size, brightness, compression and type', async () => {
    const photo = await photoOf('umbrella', '#7d5a3a');
    const print = (await printOf(photo))!;
    expect(print).toMatch(/^[01]{64}$/);
    const copies = [
      await sharp(photo).resize(900).jpeg({ quality: 40 }).toBuffer(),
      await sharp(photo).modulate({ brightness: 1.2 }).png().toBuffer(),
      await sharp(photo).extract({ left: 6, top: 4, width: 348, height: 262 }).gif().toBuffer(),
    ];
    for (const copy of copies) expect(isSimilarPicture(print, (await printOf(copy))!)).toBe(true);
  });

  it('of different things are not', async () => {
    const print = (await printOf(await photoOf('umbrella', '#7d5a3a')))!;
    for (const other of [await photoOf('phone', '#7d5a3a'), await photoOf('bag', '#7d5a3a', 40)]) {
      expect(isSimilarPicture(print, (await printOf(other))!)).toBe(false);
    }
  });

  it('of one thing from two sides are not: its picture is compared, and not the thing', async () => {
    const [one, other] = await Promise.all([photoOf('bag', '#333').then(printOf), photoOf('bag', '#eee', 40).then(printOf)]);
    expect(isSimilarPicture(one!, other!)).toBe(false);
  });
});

it('a photo that shows one shade is not compared', async () => {
  const plain = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  expect(await printOf(plain)).toBeNull();
});
