import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type CleanImage, cleanImage, NotAPicture } from './clean-image.js';

const turn = () => ({ owner: 1, isLast: false, signal: AbortSignal.timeout(60_000) });
const cleaned = (file: Uint8Array): Promise<CleanImage> => cleanImage(file, turn());
/** Why it is refused. */
async function refusalOf(file: Uint8Array): Promise<string> {
  const error = await cleaned(file).then(
    () => 'taken',
    (refused: unknown) => refused,
  );
  return error instanceof NotAPicture ? error.refusal : String(error);
}
const red = () => sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } });
const files = {
  jpg: await red().jpeg().toBuffer(),
  png: await red().png().toBuffer(),
  gif: await red().gif().toBuffer(),
};
const extensions = ['jpg', 'png', 'gif'] as const;

describe('an image', () => {
  it.each(extensions)('of type %s keeps its type and its size', async (extension) => {
    const image = await cleaned(files[extension]);
    expect(image).toMatchObject({ extension });
    const { format, width, height } = await sharp(image.bytes).metadata();
    expect([format, width, height]).toEqual([extension === 'jpg' ? 'jpeg' : extension, 40, 20]);
  });

  it.each(extensions)('of type %s leaves behind what was hidden in the file', async (extension) => {
    const script = '<script>alert(1)</script>';
    const commented = extension === 'jpg' ? withJpegComment(files.jpg, script) : files[extension];
    const polyglot = Buffer.concat([commented, Buffer.from(`${script}PK\x03\x04`)]);
    const image = await cleaned(polyglot);
    expect(Buffer.from(image.bytes).includes('script')).toBe(false);
  });

  it.each(extensions)('of type %s is refused when it is cut off', async (extension) => {
    const noise = sharp({ create: { width: 200, height: 200, channels: 3, background: 'red', noise: NOISE } });
    const whole = await noise.toFormat(extension === 'jpg' ? 'jpeg' : extension).toBuffer();
    expect(await refusalOf(whole)).toBe('taken');
    expect(await refusalOf(whole.subarray(0, whole.length / 2))).toBe('damaged');
    expect(await refusalOf(whole.subarray(0, 12))).toBe('damaged');
  });

  it('is turned upright and forgets where it was taken', async () => {
    const taken = await red()
      .withExif({ IFD0: { Make: 'Spy' }, IFD3: { GPSLatitude: '52/1 5/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const before = await sharp(taken).metadata();
    expect([before.orientation, before.exif!.includes('Spy')]).toEqual([6, true]);
    const image = await cleaned(taken);
    const { width, height, exif, xmp, iptc, icc, orientation } = await sharp(image.bytes).metadata();
    expect({ width, height }).toEqual({ width: 20, height: 40 });
    expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it('of a small file that would fill the memory is refused', async () => {
    for (const [width, height] of [
      [30_000, 30_000],
      [2_000_000_000, 1],
    ] as const)
      expect(await refusalOf(bomb(width, height)), `${width} × ${height}`).toBe('pixels');
    const wide = await sharp({ create: { width: 10_001, height: 6_400, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(wide.length).toBeLessThan(1_000_000);
    expect(await refusalOf(wide)).toBe('pixels');
  });

  it('keeps the first frame of an animation', async () => {
    const frames = Buffer.concat([Buffer.alloc(300, 255), Buffer.alloc(300, 0)]);
    const raw = { width: 10, height: 20, channels: 3, pageHeight: 10 } as const;
    const animation = await sharp(frames, { raw }).gif().toBuffer();
    const { pages = 1 } = await sharp((await cleaned(animation)).bytes).metadata();
    expect(pages).toBe(1);
  });

  it('of type webp becomes a JPEG, or a PNG where it may be transparent', async () => {
    const formatOf = async (file: Buffer) => (await sharp((await cleaned(file)).bytes).metadata()).format;
    expect(await formatOf(await red().webp().toBuffer())).toBe('jpeg');
    expect(await formatOf(await red().ensureAlpha(0.5).webp({ lossless: true }).toBuffer())).toBe('png');
    const whole = await red().resize(400, 400).webp({ lossless: true }).toBuffer();
    expect(await refusalOf(whole.subarray(0, whole.length / 2))).toBe('damaged');
  });

  it('keeps the first frame of an animated webp', async () => {
    const frames = Buffer.concat([Buffer.alloc(300, 255), Buffer.alloc(300, 0)]);
    const animation = await sharp(frames, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } }).webp({
      lossless: true,
    });
    const image = await cleaned(await animation.toBuffer());
    const { data, info } = await sharp(image.bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, data[0]]).toEqual([10, 10, 255]);
  });

  it('has a thumbnail of at most 320 pixels a side, unless it is as small itself', async () => {
    const wide = sharp({ create: { width: 1_200, height: 600, channels: 3, background: 'red' } });
    const high = await wide.clone().rotate(90).ensureAlpha(0.5).png().toBuffer();
    const sizeOf = async (bytes: Uint8Array) => {
      const { format, width, height } = await sharp(bytes).metadata();
      return [format, width, height];
    };
    expect(await sizeOf((await cleaned(await wide.jpeg().toBuffer())).thumbnail!.bytes)).toEqual(['jpeg', 320, 160]);
    expect(await sizeOf((await cleaned(high)).thumbnail!.bytes)).toEqual(['png', 160, 320]);
    expect((await cleaned(files.jpg)).thumbnail).toBeNull();
    const just = await wide.clone().resize(320, 160).jpeg().toBuffer();
    expect((await cleaned(just)).thumbnail).toBeNull();
  });

  it('of any other type, or nothing of the kind, is refused', async () => {
    const others = {
      nothing: Buffer.from(''),
      words: Buffer.from('not an image'),
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'),
      pdf: Buffer.from('%PDF-1.4\n%%EOF'),
      tiff: await red().tiff().toBuffer(),
      avif: await red().avif().toBuffer(),
    };
    for (const [type, bytes] of Object.entries(others)) expect(await refusalOf(bytes), type).toBe('unknown');
  });
});

const NOISE = { type: 'gaussian', mean: 128, sigma: 60 } as const;

function withJpegComment(jpeg: Buffer, comment: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(comment), jpeg.subarray(2)]);
}

/** A PNG of a few bytes that claims to be huge. */
function bomb(width: number, height: number): Buffer {
  const png = Buffer.from(files.png);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}
