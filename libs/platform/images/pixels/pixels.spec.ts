import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cpuTime } from '../../../../test/support/cpu.js';
import { type Pixels, pixelsOf } from './pixels.js';

const noise = (seed: number, channels: 3 | 4) =>
  sharp(Buffer.from(Array.from({ length: 24 * 16 * channels }, (_, at) => (at * at * 31 + at * seed) % 251)), {
    raw: { width: 24, height: 16, channels },
  });
const pictures = {
  jpeg: await noise(1, 3).jpeg().toBuffer(),
  progressive: await noise(2, 3).jpeg({ progressive: true }).toBuffer(),
  cmyk: await noise(2, 3).toColourspace('cmyk').jpeg().toBuffer(),
  png: await noise(3, 4).png().toBuffer(),
  palette: await noise(3, 3).png({ palette: true }).toBuffer(),
  interlaced: await noise(3, 3).png({ progressive: true }).withIccProfile('p3').toBuffer(),
  gif: await noise(4, 3).gif().toBuffer(),
  webp: await noise(5, 3).webp().toBuffer(),
  lossless: await noise(6, 4)
    .webp({ lossless: true })
    .withExif({ IFD0: { Make: 'Spy' } })
    .toBuffer(),
};
type Name = keyof typeof pictures;

const shown = async (file: Buffer) => (await sharp(file).toColourspace('srgb').raw().toBuffer()).toString('base64');
const found = (file: Buffer) => pixelsOf(file) as Pixels;

/** A chunk, segment or block that programs may write between others. */
const ADDED: Record<Pixels['format'], (data: Buffer) => Buffer> = {
  jpeg: (data) => Buffer.concat([Buffer.from([0xff, 0xfe, (data.length + 2) >> 8, (data.length + 2) & 255]), data]),
  png: (data) => chunk('zTXt', data),
  gif: (data) => Buffer.concat([Buffer.from([0x21, 0xfe, data.length]), data, Buffer.of(0)]),
  webp: (data) => {
    const head = Buffer.from('XMP \0\0\0\0', 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  },
};

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  whole.writeUInt32BE(data.length, 0);
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4);
  return whole;
}

/** Where the first such part may stand. */
function placeIn(format: Pixels['format'], file: Buffer): number {
  if (format === 'gif') return 13 + (file[10]! & 0x80 ? 3 << ((file[10]! & 7) + 1) : 0);
  if (format === 'webp') return file.toString('latin1', 12, 16) === 'VP8X' ? 30 : 12;
  return format === 'png' ? 33 : 2;
}

describe('the pixels of an image', () => {
  it('are all that is left of it, and look as before', async () => {
    const data = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes));
    const named = fc.constantFrom(...(Object.keys(pictures) as Name[]));
    await fc.assert(
      fc.asyncProperty(named, fc.array(data, { maxLength: 4 }), data, async (name, between, behind) => {
        const file = pictures[name];
        const { format } = found(file);
        const at = placeIn(format, file);
        const marked = between.map((bytes) => Buffer.concat([Buffer.from('hidden'), bytes]));
        const other = Buffer.concat([file.subarray(0, at), ...marked.map(ADDED[format]), file.subarray(at), behind]);
        const { bytes, width, height } = found(other);
        expect([width, height, bytes.includes('hidden'), bytes.includes('Spy')]).toEqual([24, 16, false, false]);
        expect(await shown(bytes)).toBe(await shown(file));
        expect(found(bytes).bytes).toEqual(bytes);
      }),
      { numRuns: 60 },
    );
  });

  it('are looked for in any bytes without fail or end', () => {
    const begun = fc.constantFrom(...Object.values(pictures), Buffer.from('RIFF0000WEBPVP8X'), Buffer.alloc(0));
    const change = fc.record({ at: fc.nat(4_000), to: fc.nat(255) });
    fc.assert(
      fc.property(begun, fc.array(change, { maxLength: 8 }), fc.nat(4_000), fc.uint8Array(), (file, changes, length, rest) => {
        const bytes = Buffer.concat([file.subarray(0, length), rest]);
        for (const { at, to } of changes) if (at < bytes.length) bytes[at] = to;
        const pixels = pixelsOf(bytes);
        if (typeof pixels === 'string') return;
        // An end that was missing has two bytes at most.
        expect(pixels.bytes.length).toBeLessThanOrEqual(bytes.length + 2);
        expect(pixels.width * pixels.height).toBeGreaterThan(0);
      }),
      { numRuns: 5_000 },
    );
  });

  it('are turned as EXIF says, wherever a format keeps it', async () => {
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const stated = { jpeg: noise(1, 3).jpeg(), png: noise(1, 3).png(), webp: noise(1, 3).webp() };
      for (const [format, image] of Object.entries(stated))
        expect(found(await image.withMetadata({ orientation }).toBuffer()), format).toMatchObject({ format, orientation });
    }
  });

  it('of a file with ten megabytes of small parts take no longer than to read it', () => {
    const size = 10_000_000;
    const many = (part: Buffer) => Buffer.alloc(size, part);
    const at = (name: Name, part: Buffer) => {
      const place = placeIn(found(pictures[name]).format, pictures[name]);
      return Buffer.concat([pictures[name].subarray(0, place), many(part), pictures[name].subarray(place)]);
    };
    const files = {
      'PNG, empty chunks': at('png', chunk('tEXt', Buffer.alloc(0))),
      'PNG, empty IDAT': at('png', chunk('IDAT', Buffer.alloc(0))),
      'PNG, profiles': at('png', chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(900_000))]))),
      'JPEG, comments': at('jpeg', Buffer.from([0xff, 0xfe, 0, 2])),
      'JPEG, fill bytes': at('jpeg', Buffer.of(0xff)),
      'JPEG, restarts': at('jpeg', Buffer.from([0xff, 0xd0])),
      'JPEG, restart intervals': at('jpeg', Buffer.from([0xff, 0xdd, 0, 4, 0, 1])),
      'JPEG, scans': at('jpeg', Buffer.from([0xff, 0xda, 0, 2])),
      'GIF, extensions': at('gif', Buffer.from([0x21, 0xfe, 0])),
      'GIF, blocks': at('gif', Buffer.concat([Buffer.from([0x21, 0xfe]), Buffer.alloc(9_999_990, 1)])),
      'WebP, chunks': at('webp', Buffer.from('ABCD\0\0\0\0', 'latin1')),
    };
    for (const [what, file] of Object.entries(files)) {
      const begun = cpuTime();
      const pixels = pixelsOf(file);
      expect(cpuTime() - begun, what).toBeLessThan(1_000);
      if (typeof pixels !== 'string' && !what.endsWith('IDAT')) expect(pixels.bytes.length, what).toBeLessThan(10_000);
    }
  });

  it('are not found in other files, and HEIC is told apart', () => {
    expect(pixelsOf(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'))).toBe('heic');
    expect(pixelsOf(Buffer.from('\0\0\0\x18ftypavif\0\0\0\0', 'latin1'))).toBe('unknown');
    expect(pixelsOf(Buffer.from('BM\0\0'))).toBe('unknown');
    expect(pixelsOf(pictures.png.subarray(0, 20))).toBe('damaged');
  });
});
