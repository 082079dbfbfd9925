import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
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

  it('of type jpg may lack its last marker, and no pixel', async () => {
    const noise = sharp({ create: { width: 200, height: 200, channels: 3, background: 'red', noise: NOISE } });
    for (const progressive of [false, true]) {
      const whole = await noise.clone().jpeg({ progressive }).toBuffer();
      for (const end of ['', '\xff', '\0\0']) {
        const unended = Buffer.concat([whole.subarray(0, -2), Buffer.from(end, 'latin1')]);
        expect([end, await refusalOf(unended)]).toEqual([end, 'taken']);
      }
      expect(await refusalOf(whole.subarray(0, -12))).toBe('damaged');
    }
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

  it('may have 64 million pixels, as telephones take them, and stays that large', async () => {
    const photo = await sharp({ create: { width: 8_160, height: 6_144, channels: 3, background: 'red' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const image = await cleaned(photo);
    expect(await sharp(image.bytes).metadata()).toMatchObject({ width: 6_144, height: 8_160 });
  });

  it.each([
    ['webp', (image: Sharp) => image.webp({ effort: 0 }), [4_000, 4_000]],
    ['progressive jpeg', (image: Sharp) => image.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }), [2_000, 2_000]],
  ] as const)('of type %s that would fill the memory is made smaller', async (_type, encode, [width, height]) => {
    const large = sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: 'red' } });
    const image = await cleaned(await encode(large.withMetadata({ orientation: 6 })).toBuffer());
    expect(await sharp(image.bytes).metadata()).toMatchObject({ width, height });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('with orientation %i looks as EXIF means it', async (orientation) => {
    const quarters = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 255, 255, 0]);
    const raw = { width: 3, height: 2, channels: 3 } as const;
    const taken = await sharp(quarters, { raw }).withMetadata({ orientation }).png().toBuffer();
    const shown = (image: Sharp) => image.raw().toBuffer({ resolveWithObject: true });
    const [mine, meant] = [await shown(sharp((await cleaned(taken)).bytes)), await shown(sharp(taken).autoOrient())];
    expect([mine.info.width, mine.info.height, mine.data]).toEqual([meant.info.width, meant.info.height, meant.data]);
  });

  it('that nobody waits for any more is not decoded', async () => {
    const leaving = AbortSignal.abort();
    await expect(cleanImage(files.png, { owner: 1, isLast: false, signal: leaving })).rejects.toMatchObject({ reason: 'busy' });
    await expect(cleanImage(files.png, { owner: '::1', isLast: true, signal: leaving })).rejects.toMatchObject({
      reason: 'busy',
    });
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
