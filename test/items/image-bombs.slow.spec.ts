import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallLimits } from '#platform/limits';
import type { Call } from '../support/call.js';
import { endDecoders } from '../support/decoder.js';
import { createLocation, registerItem } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const photo = await sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: 'red', noise } })
  .jpeg()
  .toBuffer();

let service: TestService;
let locationID: string;
let other: Call;
let otherLocation: string;
beforeAll(async () => {
  service = await startService({ limits: new CallLimits(1_000_000, 0) });
  locationID = await service.location();
  ({ call: other } = await service.group('other'));
  otherLocation = await createLocation(other);
});
afterAll(() => service?.stop());

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  whole.writeUInt32BE(data.length, 0);
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4);
  return whole;
}

/** A PNG of zeros. */
function png(width: number, height: number, [depth, color, interlace]: number[], ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  [head[8], head[9], head[12]] = [depth!, color!, interlace!];
  const rows = Buffer.alloc(height * (1 + (width * depth! * (color === 6 ? 4 : 1)) / 8));
  const pixels = chunk('IDAT', deflateSync(rows, { level: 9 }));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...more,
    pixels,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const text = chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(50_000_000), { level: 9 })]));
const profile = chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(500_000_000), { level: 9 })]));
const scan = async () => {
  const file = await sharp({ create: { width: 8_000, height: 8_000, channels: 3, background: 'red' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const last = file.subarray(file.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  return Buffer.concat([file.subarray(0, -2), ...Array<Buffer>(1_000).fill(last), file.subarray(-2)]);
};
const bombs: Record<string, Buffer> = {
  'texts that inflate to ten gigabytes': png(8, 8, [8, 0, 0], ...Array<Buffer>(200).fill(text)),
  'a profile that inflates to half a gigabyte': png(8, 8, [8, 0, 0], profile),
  'a column of 64 million pixels': png(8, 8_000_000, [8, 0, 0]),
  'sixteen bits of zeros': png(8_000, 8_000, [16, 6, 0]),
  'interlaced zeros': png(8_000, 8_000, [16, 6, 1]),
  'a thousand scans': await scan(),
};

const uploadTo = async (call: Call, itemID: number, file: Buffer) => {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(file)]), 'photo');
  const begun = performance.now();
  const { status } = await call('POST', `/items/${itemID}/photos`, form);
  return { status, milliseconds: performance.now() - begun };
};

async function report(file: Buffer): Promise<number> {
  const url = `${service.url}/lost/${locationID}`;
  const form = new FormData();
  form.set('token', /name="token" value="([^"]+)"/.exec(await (await fetch(url)).text())![1]!);
  form.set('photo', new File([new Uint8Array(file)], 'photo.png') as never);
  for (const [name, value] of Object.entries({ request: 'Scarf', name: 'Ann', email: 'ann@example.com' })) form.set(name, value);
  return (await fetch(url, { method: 'POST', body: form, redirect: 'manual' })).status;
}

/** Photos of the other Group, one after the other. */
async function photos(count: number) {
  const answers: Awaited<ReturnType<typeof uploadTo>>[] = [];
  for (let nth = 0; nth < count; nth++) {
    const { ID } = await registerItem(other, otherLocation);
    answers.push(await uploadTo(other, ID, photo));
  }
  return answers;
}

describe('a file that is made to be expensive', () => {
  it.each(Object.keys(bombs))('as %s is answered like any image, by its Group and by strangers', async (what) => {
    const { ID } = await registerItem(service.call, locationID);
    const { status, milliseconds } = await uploadTo(service.call, ID, bombs[what]!);
    expect([201, 415]).toContain(status);
    expect(milliseconds).toBeLessThan(10_000);
    expect([303, 422]).toContain(await report(bombs[what]!));
  });

  it('again and again, of strangers and of one Group, costs photos of another Group two seconds at most, and none is refused', async () => {
    const longest = (answers: Awaited<ReturnType<typeof photos>>) => Math.max(...answers.map(({ milliseconds }) => milliseconds));
    const quiet = [longest(await photos(5))];
    // What takes long ends with its decoder: a photo may wait for another to start, as long as this machine takes for it.
    await endDecoders();
    quiet.push(longest(await photos(5)));
    const most = 2_000 + 2 * Math.max(...quiet);
    let more = true;
    const { ID } = await registerItem(service.call, locationID);
    const files = Object.values(bombs);
    const again = async (send: (file: Buffer) => Promise<unknown>) => {
      for (let nth = 0; more; nth++) await send(files[nth % files.length]!);
    };
    const attack = Promise.all([
      ...Array.from({ length: 3 }, () => again((file) => uploadTo(service.call, ID, file))),
      ...Array.from({ length: 3 }, () => again(report)),
    ]);
    // What else the machine does takes its time now and then, the attack always.
    let took = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 3 && took >= most; round++) {
      const answers = await photos(15);
      expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(201));
      took = Math.min(took, longest(answers));
    }
    more = false;
    await attack;
    expect(took).toBeLessThan(most);
  }, 300_000);
});
