import sharp from 'sharp';

/** A generated photo: the item's description on a coloured background, as JPEG. */
export async function photoOf(item: string, index: number): Promise<Blob> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
    <rect width="640" height="480" fill="hsl(${(index * 47) % 360}, 45%, 72%)"/>
    <text x="320" y="250" font-size="34" font-family="sans-serif" text-anchor="middle">${item}</text>
  </svg>`;
  return new Blob([new Uint8Array(await sharp(Buffer.from(svg)).jpeg().toBuffer())], { type: 'image/jpeg' });
}
