import sharp from 'sharp';

/** Things as strokes in a square of 100, with their colour. */
const THINGS = {
  bear: [
    '#8d5a34',
    'M50 20a17 17 0 1 0 .1 0M34 18a7 7 0 1 0 .1 0M66 18a7 7 0 1 0 .1 0M50 54a22 20 0 1 0 .1 0M26 60l-8 14M74 60l8 14',
  ],
  book: ['#b3452f', 'M50 28c-10-8-22-8-32-6v50c10-2 22-2 32 6 10-8 22-8 32-6V22c-10-2-22-2-32 6zM50 28v50'],
  charger: ['#30343a', 'M38 14v20M62 14v20M28 34h44v14a22 22 0 0 1-44 0zM50 70v22'],
  glasses: [
    '#2b2f36',
    'M8 46h10M82 46h10M18 46a14 14 0 1 0 28 0 14 14 0 0 0-28 0zM54 46a14 14 0 1 0 28 0 14 14 0 0 0-28 0zM46 44h8',
  ],
  hat: ['#c79a4b', 'M28 60c0-40 44-40 44 0M8 62c20 14 64 14 84 0-20 4-64 4-84 0z'],
  headphones: ['#23272e', 'M16 62V50a34 34 0 0 1 68 0v12M16 58h12v24H16zM72 58h12v24H72z'],
  jacket: ['#22406e', 'M38 14 18 26l-8 40 14 4 4-20v36h44V50l4 20 14-4-8-40-20-12-12 10zM50 24v62'],
  keys: ['#8f8a80', 'M34 86a16 16 0 1 0 0-32 16 16 0 0 0 0 32zM46 58l36-38M68 36l12 12M58 46l8 8'],
  phone: ['#1f2328', 'M32 8h36v84H32zM44 84h12M36 30l20 14-8 10 16 14'],
  ring: ['#7f8b97', 'M50 90a24 24 0 1 0 0-48 24 24 0 0 0 0 48zM38 16h24l10 12-22 14-22-14z'],
  scarf: ['#7d8288', 'M22 22h56v18H22zM30 40l-6 48h18l6-48M32 88v8M38 88v8'],
  tablet: ['#2e6b4f', 'M22 10h56v80H22zM32 24h36M32 36h36M32 48h24'],
  towel: ['#d08a9c', 'M20 16h60v68H20zM20 30h60M20 38h60'],
  umbrella: [
    '#2c5fa8',
    'M50 8v8M10 52a40 36 0 0 1 80 0c-7-6-13-6-20 0-7-6-13-6-20 0-7-6-13-6-20 0-7-6-13-6-20 0zM50 52v30a9 9 0 0 0 18 0',
  ],
  wallet: ['#26221f', 'M12 28h70a6 6 0 0 1 6 6v44a6 6 0 0 1-6 6H18a6 6 0 0 1-6-6zM12 28l52-16v16M70 50h20v14H70a7 7 0 0 1 0-14z'],
} as const;

export type Drawn = keyof typeof THINGS;

/** A drawing of a thing on a table, as JPEG. */
export async function drawingOf(thing: Drawn): Promise<Blob> {
  const [color, path] = THINGS[thing];
  const strokes = (of: string, more = '') =>
    `<path d="${path}" fill="${of}" fill-opacity=".35" stroke="${of}" stroke-width="4"
      stroke-linejoin="round" stroke-linecap="round" ${more}/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600" viewBox="-30 -10 160 120">
    <defs><linearGradient id="table" x2="0" y2="1">
      <stop stop-color="#efe6d8"/><stop offset="1" stop-color="#d9c7ad"/></linearGradient></defs>
    <rect x="-30" y="-10" width="160" height="120" fill="url(#table)"/>
    ${strokes('#6b5a43', 'transform="translate(2 3)" opacity=".25"')}${strokes(color)}
  </svg>`;
  return new Blob([new Uint8Array(await sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer())], { type: 'image/jpeg' });
}
