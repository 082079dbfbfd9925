import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import type { Decoded } from './decoder.js';
import { ImageProcess } from './image-process.js';
import { type Pixels, pixelsOf } from './pixels/pixels.js';

const open: ImageProcess[] = [];
const process_ = (program?: URL) => {
  const images = new ImageProcess(program);
  open.push(images);
  return images;
};
afterEach(() => {
  for (const images of open.splice(0)) if (images.pid) process.kill(images.pid, 'SIGKILL');
});

const NOBODY_LEAVES = new AbortController().signal;
const decode = (images: ImageProcess, file: Buffer, signal = NOBODY_LEAVES, most?: number) =>
  images.decode(pixelsOf(file) as Pixels, signal, most);
const imageOf = async (images: ImageProcess, file: Buffer) => ((await decode(images, file)) as { image: Decoded }).image;

const small = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

/** The largest resident memory of a process so far, in MB; 0 where the system does not tell. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1000;
  } catch {
    return 0;
  }
}

it('images are decoded elsewhere, within a bound: a GIF of 49 megapixels becomes a PNG', async () => {
  const images = process_();
  const here = process.memoryUsage().rss;
  const gif = plainGif(7_000, 7_000);
  expect(gif.length).toBeLessThan(100_000);
  const image = await imageOf(images, gif);
  expect(image.format).toBe('png');
  expect(await sharp(image.bytes).metadata()).toMatchObject({ width: 7_000, height: 7_000 });
  expect(peakOf(images.pid)).toBeLessThan(448);
  expect(process.memoryUsage().rss - here).toBeLessThan(100_000_000);
});

it('a file whose picture would have to be in memory whole is refused before it is decoded', async () => {
  const images = process_();
  const interlaced = await sharp({ create: { width: 8_000, height: 8_000, channels: 4, background: '#ff000080' } })
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer();
  expect(await decode(images, interlaced)).toEqual({ refused: 'pixels' });
  expect(peakOf(images.pid)).toBeLessThan(250);
});

it('whenever the process is killed, the server is to blame, and the next image is decoded', async () => {
  const images = process_();
  const [png, large] = [await small(), plainGif(7_000, 7_000)];
  expect((await imageOf(images, png)).format).toBe('png');
  // It may die before it is sent the image, while it is, or after.
  for (let round = 0; round < 10; round++) {
    const busy = decode(images, large);
    process.kill(images.pid!, 'SIGKILL');
    expect(await busy).toMatchObject({ failed: expect.stringContaining('SIGKILL') });
    expect((await imageOf(images, png)).format).toBe('png');
  }
});

it('that the decoder does not start is no fault of the image', async () => {
  const images = process_(new URL('./no-such-decoder.js', import.meta.url));
  expect(await decode(images, await small())).toMatchObject({ failed: expect.anything() });
});

it('work ends when its time is over or nobody waits for it, and the next image is decoded', async () => {
  const images = process_();
  const [png, large] = [await small(), plainGif(7_000, 7_000)];
  await imageOf(images, png);
  const leaving = new AbortController();
  const left = decode(images, large, leaving.signal);
  leaving.abort();
  expect([await left, await decode(images, large, NOBODY_LEAVES, 20)]).toEqual(['late', 'late']);
  expect((await imageOf(images, png)).format).toBe('png');
});

it.runIf(process.platform === 'linux')('knows no secret of the service', async () => {
  process.env.SECRET_KEY = 'secret';
  const images = process_();
  await imageOf(images, await small());
  delete process.env.SECRET_KEY;
  expect(readFileSync(`/proc/${images.pid}/environ`, 'utf8')).not.toContain('SECRET_KEY');
});

/** A GIF of one colour: each code of its LZW stream stands for one pixel more than the one before. */
function plainGif(width: number, height: number): Buffer {
  const [clear, end, first] = [4, 5, 6];
  const bits: number[] = [];
  const put = (code: number, size: number) => {
    for (let bit = 0; bit < size; bit++) bits.push((code >> bit) & 1);
  };
  let [left, size] = [width * height, 3];
  put(clear, size);
  while (left > 0) {
    size = 3;
    put(0, size);
    left -= 1;
    for (let code = first; left > 0 && code < 4_095; code++) {
      const run = code - first + 2;
      put(left >= run ? code : 0, size);
      left -= left >= run ? run : 1;
      if (code === 2 ** size - 1 && size < 12) size += 1;
    }
    put(left > 0 ? clear : end, size);
  }
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
  bits.forEach((bit, at) => {
    bytes[at >> 3]! |= bit << (at & 7);
  });
  const blocks = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, n) => bytes.subarray(n * 255, n * 255 + 255));
  const screen = Buffer.from([...Buffer.from('GIF89a'), 0, 0, 0, 0, 0x81, 0, 0, ...Buffer.alloc(12, 200)]);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
  for (const [head, at] of [
    [screen, 6],
    [frame, 5],
  ] as const) {
    head.writeUInt16LE(width, at);
    head.writeUInt16LE(height, at + 2);
  }
  return Buffer.concat([
    screen,
    frame,
    ...blocks.flatMap((block) => [Buffer.from([block.length]), block]),
    Buffer.from([0, 0x3b]),
  ]);
}
