// Generated photos of found and lost things: a kind of thing in a colour of its own on a floor, seen from some angle in some light.
import { faker } from '@faker-js/faker';
import sharp from 'sharp';

const SIZE = { width: 480, height: 360 };
const SHAPES = {
  suitcase:
    '<rect x="140" y="110" width="200" height="150" rx="16"/><path d="M200 110v-30h80v30" fill="none" stroke-width="14"/>',
  umbrella: '<path d="M110 190a130 130 0 0 1 260 0z"/><path d="M240 190v100a20 20 0 0 0 40 0" fill="none" stroke-width="12"/>',
  bottle: '<rect x="200" y="120" width="80" height="180" rx="24"/><rect x="222" y="70" width="36" height="60"/>',
  phone: '<rect x="180" y="80" width="120" height="210" rx="18"/><rect x="192" y="104" width="96" height="156" fill="#222"/>',
  bag: '<path d="M150 150h180l24 140H126z"/><path d="M190 150c0-80 100-80 100 0" fill="none" stroke-width="12"/>',
  shoe: '<path d="M110 210c60 10 90-10 110-60l60 20c10 40 60 40 90 60v40H110z"/>',
  scarf: '<path d="M120 120h220v50H190v140h-60z"/>',
  book: '<path d="M130 120l110 20 110-20v160l-110 20-110-20z"/><path d="M240 140v160" fill="none" stroke-width="6"/>',
};
const COLORS = ['#1b1b1e', '#7d7f85', '#e8e6e1', '#b08d57', '#b3202c', '#6d1f2f', '#2a57c9', '#1d2b53', '#2d6a3f', '#6b4a2f'];

const one = (list) => faker.helpers.arrayElement(list);
const between = (min, max) => faker.number.float({ min, max });

/** A thing: its kind, colour and the stickers that tell it from others. */
export function thing(kind = one(Object.keys(SHAPES)), color = one(COLORS)) {
  const spots = Array.from({ length: 5 }, () => ({
    x: between(150, 330),
    y: between(120, 270),
    r: between(5, 18),
    color: one(COLORS),
  }));
  return { kind, color, spots };
}

/** A photo of it, from an angle and on a floor of its own. */
export async function photoOf({ kind, color, spots }) {
  const drawn = spots.map(({ x, y, r, color: fill }) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`).join('');
  const [floor, wall] = [one(COLORS), one(COLORS)];
  const move = `translate(${between(-60, 60)} ${between(-40, 40)}) rotate(${between(-50, 50)} 240 180)`;
  const seen = `skewX(${between(-20, 20)}) skewY(${between(-10, 10)}) scale(${between(0.75, 1.2)})`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    <rect width="480" height="360" fill="${wall}"/><rect y="${between(60, 250)}" width="480" height="360" fill="${floor}"/>
    <g transform="${move} ${seen}"><g fill="${color}" stroke="${color}">${SHAPES[kind]}</g>${drawn}</g></svg>`;
  const grain = await sharp({
    create: { ...SIZE, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 14 } },
  })
    .png()
    .toBuffer();
  return sharp(Buffer.from(svg))
    .composite([{ input: grain, blend: 'soft-light' }])
    .modulate({ brightness: between(0.75, 1.25), saturation: between(0.7, 1.2) })
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** A picture of it as in a catalogue: upright, on a white ground. */
export function pictureOf({ kind, color }) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    <rect width="480" height="360" fill="#f4f4f4"/><g fill="${color}" stroke="${color}">${SHAPES[kind]}</g></svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}

/** Another kind of thing. */
export function otherThan({ kind }) {
  return thing(one(Object.keys(SHAPES).filter((other) => other !== kind)));
}

/** The same photo as it arrives by another way: smaller, lighter or darker, with its edges cut, compressed again. */
export function copyOf(photo) {
  const [left, top] = [Math.round(between(0, 14)), Math.round(between(0, 10))];
  return sharp(photo)
    .extract({ left, top, width: SIZE.width - 2 * left, height: SIZE.height - 2 * top })
    .resize(Math.round(between(240, 900)))
    .modulate({ brightness: between(0.85, 1.15) })
    .jpeg({ quality: Math.round(between(50, 80)) })
    .toBuffer();
}
