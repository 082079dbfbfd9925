import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { begunForms, breakOff } from '../support/begun-forms.js';
import type { Call } from '../support/call.js';
import { checkedFetch } from '../support/contract.js';
import { withoutDecoder } from '../support/decoder.js';
import { createLocation, createUser, registerItem } from '../support/records.js';
import { type ImageService, startImageService } from './image-service.js';

const PUBLIC_URL = 'https://lost.example/found';
const MiB = 1024 * 1024;
const picture = (background: string) => sharp({ create: { width: 60, height: 30, channels: 3, background } });
const jpg = await picture('red').jpeg().toBuffer();
const png = await picture('green').png().toBuffer();
const gif = await picture('blue').gif().toBuffer();
const webp = await picture('red').webp().toBuffer();

let service: ImageService;
let call: Call;
let locationID: string;
let token: string;
beforeAll(async () => {
  service = await startImageService(PUBLIC_URL);
  ({ call, locationID } = service);
  await createUser(call, 'boss', 'group_admin', locationID);
  token = (await service.signIn('boss')).accessToken;
});
afterAll(() => service?.stop());

let path: string;
beforeEach(async () => {
  path = await registered();
});

const registered = async (by: Call = call, changes: object = {}) => `/items/${(await registerItem(by, locationID, changes)).ID}`;

/** Posts to the item's upload-image, by default as a Group Admin of the Location. */
async function post(item: string, body: BodyInit | undefined, { as = token, ...headers }: Record<string, string> = {}) {
  const url = `${service.url}/api/v2${item}/upload-image`;
  const response = await checkedFetch(url, { method: 'POST', headers: { authorization: `Bearer ${as}`, ...headers }, body });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

function form(file: Uint8Array | string, name = 'photo.jpg', part = 'image', type = 'image/jpeg'): FormData {
  const data = new FormData();
  data.set(part, typeof file === 'string' ? file : (new File([new Uint8Array(file)], name, { type }) as never));
  return data;
}

const upload = async (file: Uint8Array, name?: string, item = path) => post(item, form(file, name));
const served = (imageUrl: string, method = 'GET') => checkedFetch(imageUrl.replace(PUBLIC_URL, service.url), { method });
const kept = () => readdirSync(service.folder).length;

describe('an uploaded image', () => {
  it.each([
    ['JPG', jpg, 'jpg', 'image/jpeg'],
    ['PNG', png, 'png', 'image/png'],
    ['GIF', gif, 'gif', 'image/gif'],
    ['WebP', webp, 'jpg', 'image/jpeg'],
  ])('may be a %s, and is read by whoever knows its address', async (_name, file, extension, type) => {
    const { status, body, headers } = await upload(file, 'PHOTO.bin');
    expect(status).toBe(200);
    expect(body.imageUrl).toMatch(new RegExp(`^https://lost\\.example/found/images/[0-9]+-[0-9]+-[0-9a-f]{32}\\.${extension}$`));
    expect((await call('GET', path)).body).toEqual(body);
    expect(headers.get('etag')).toBe((await call('GET', path)).headers.get('etag'));

    const image = await served(body.imageUrl);
    const bytes = Buffer.from(await image.arrayBuffer());
    expect(image.status).toBe(200);
    expect(Object.fromEntries(image.headers)).toMatchObject({
      'content-type': type,
      'content-length': String(bytes.length),
      'content-disposition': 'inline',
      'cache-control': 'private, max-age=86400',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 60, height: 30 });
    expect(await served(body.imageUrl, 'HEAD')).toMatchObject({ status: 200 });
    expect((await call('PUT', path, { imageUrl: body.imageUrl })).status).toBe(200);
  });

  it('is told by its content, not by its name or announced type', async () => {
    const mislabelled = await post(path, form(png, 'photo.jpg', 'image', 'text/html'));
    expect(mislabelled.body.imageUrl).toMatch(/\.png$/);
  });

  it('is changed by nobody else’s change, and gone once another takes its place', async () => {
    const first = (await upload(jpg)).body.imageUrl;
    const other = await registered(call, { imageUrl: first });
    expect((await call('PUT', other, { imageUrl: null })).status).toBe(200);
    expect((await served(first)).status).toBe(200);

    const second = (await upload(png)).body.imageUrl;
    expect((await served(first)).status).toBe(404);
    expect((await served(second)).status).toBe(200);
    await call('PUT', path, { imageUrl: 'https://elsewhere.example/a.jpg' });
    expect((await served(second)).status).toBe(404);
  });

  it('leaves one file behind, however many are uploaded at once', async () => {
    const before = kept();
    const answers = await Promise.all([jpg, png, gif, jpg].map((file) => upload(file)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(kept()).toBe(before + 1);
    expect((await served((await call('GET', path)).body.imageUrl)).status).toBe(200);
  });

  it('may be 10 MiB and no more', async () => {
    const before = kept();
    const padded = (length: number) => Buffer.concat([jpg, Buffer.alloc(length - jpg.length)]);
    expect((await upload(padded(10 * MiB))).status).toBe(200);
    for (const size of [10 * MiB + 1, 30 * MiB]) {
      expect(await upload(padded(size)), `${size} bytes`).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    }
    expect(kept()).toBe(before + 1);
  });
});

describe('an upload is refused', () => {
  it('without the part image, with 400', async () => {
    const refused = (field: string, code: string) => ({
      status: 400,
      body: { code: 'validation_failed', errors: [expect.objectContaining({ field, code })] },
    });
    expect(await post(path, new FormData())).toMatchObject(refused('image', 'required'));
    expect(await post(path, undefined)).toMatchObject(refused('image', 'required'));
    expect(await post(path, form('text'))).toMatchObject(refused('image', 'invalid_type'));
    expect((await post(path, form(jpg, 'a.jpg', 'photo'))).body.errors).toMatchObject([
      { field: 'image', code: 'required' },
      { field: 'photo', code: 'unknown_field' },
    ]);
    const more = form(jpg);
    more.set('caption', 'Mine');
    expect(await post(path, more)).toMatchObject(refused('caption', 'unknown_field'));
    const two = form(jpg);
    two.append('image', new File([new Uint8Array(png)], 'b.png') as never);
    expect(await post(path, two)).toMatchObject(refused('image', 'invalid_format'));
    const type = 'multipart/form-data';
    expect(await post(path, 'no boundary', { 'content-type': type })).toMatchObject(refused('image', 'invalid_format'));
    const cut = `--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nabc`;
    expect(await post(path, cut, { 'content-type': `${type}; boundary=x` })).toMatchObject(refused('image', 'invalid_format'));
    // A semicolon behind the boundary is none of it: what is missing is named.
    const nothing = await post(path, '--x--\r\n', { 'content-type': `${type}; boundary=x;` });
    expect(nothing).toMatchObject(refused('image', 'required'));
    // iOS and mail libraries have slashes and equals signs in a boundary without quotes.
    for (const boundary of ['-Xr/dc2h', '===1==', '"a b/c"']) {
      const empty = `--${boundary.replaceAll('"', '')}--\r\n`;
      const answer = await post(path, empty, { 'content-type': `${type}; boundary=${boundary}` });
      expect(answer).toMatchObject(refused('image', 'required'));
    }
  });

  it('as a form that is made to be expensive, and the next image is taken', async () => {
    const part = (name: string, content = 'x', more = '') =>
      `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
    const file = '; filename="a.jpg"';
    const bodies = {
      'ten thousand fields': part('a').repeat(10_000),
      'ten thousand files': part('a', 'x', file).repeat(10_000),
      'a field of a megabyte': part('a', 'x'.repeat(1024 * 1024)),
      'a name of a megabyte': part('a'.repeat(1024 * 1024)),
      'ten thousand headers in a part': part('image', 'x', `${file}\r\nX-A: b`.repeat(10_000)),
      'forms in forms': part('image', 'x', '\r\nContent-Type: multipart/mixed; boundary=x').repeat(1_000),
      'names of objects': part('__proto__') + part('constructor') + part('toString'),
      'nothing but boundaries': '--x\r\n'.repeat(100_000),
    };
    for (const [what, body] of Object.entries(bodies)) {
      const answer = await post(path, `${body}--x--\r\n`, { 'content-type': 'multipart/form-data; boundary=x' });
      expect([what, answer.status], what).toEqual([what, 400]);
    }
    expect((await upload(jpg)).status).toBe(200);
  });

  it('when it is no image, with 415', async () => {
    const html = Buffer.from('<html><script>alert(1)</script></html>');
    const tiff = await picture('red').tiff().toBuffer();
    for (const [what, file] of Object.entries({ html, tiff, cut: jpg.subarray(0, 200), empty: Buffer.alloc(0) })) {
      expect(await upload(file), what).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    }
    expect((await call('GET', path)).body.imageUrl).toBeNull();
  });

  it('in the words of its cause', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    const large = await sharp({ create: { width: 10_001, height: 6_400, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const causes: [string, Buffer, string][] = [
      ['a BMP', Buffer.from('BM'), 'The image is not a JPG, PNG, GIF or WebP.'],
      ['a HEIC', heic, 'The image is HEIC; a JPG, PNG, GIF or WebP is needed.'],
      ['half a JPG', jpg.subarray(0, jpg.length / 2), 'The image is damaged, or a part of it is missing.'],
      ['a JPG of more than 64 million pixels', large, 'The image has more than 64 million pixels'],
    ];
    for (const [what, file, words] of causes)
      expect(await upload(file), what).toMatchObject({ status: 415, body: { detail: expect.stringContaining(words) } });
  });

  it('with a body of another type, with 415', async () => {
    expect((await post(path, '{"image":"x"}', { 'content-type': 'application/json' })).status).toBe(415);
    expect((await post(path, new Uint8Array(jpg), { 'content-type': 'image/jpeg' })).status).toBe(415);
  });

  it('when the record has changed meanwhile, and leaves no file', async () => {
    const before = kept();
    expect((await post(path, form(jpg), { 'if-match': '"99"' })).status).toBe(412);
    expect(kept()).toBe(before);
  });

  it('where the item is out of reach or gone, with 404', async () => {
    const elsewhere = await service.location();
    const [far, gone] = [await registered(call, { locationID: elsewhere }), await registered()];
    await call('DELETE', gone);
    for (const item of [far, gone, '/items/999999', '/items/x']) expect((await post(item, form(jpg))).status, item).toBe(404);
    const { call: other } = await service.group('other');
    await createUser(other, 'stranger', 'group_admin', await createLocation(other));
    expect((await post(path, form(jpg), { as: (await service.signIn('stranger')).accessToken })).status).toBe(404);
    await call('PUT', `/locations/${elsewhere}/deactivate`);
    expect((await post(far, form(jpg))).status).toBe(404);
  });

  it('by whoever may not: a Limited Sub-User only where it registered the item', async () => {
    const tokens: Record<string, string> = {};
    for (const role of ['limited_subuser', 'overview_subuser', 'property_subuser']) {
      await createUser(call, role, role, locationID);
      tokens[role] = (await service.signIn(role)).accessToken;
    }
    const own = await registered(service.as(tokens.limited_subuser!));
    expect((await post(own, form(jpg), { as: tokens.limited_subuser! })).status).toBe(200);
    expect((await post(path, form(jpg), { as: tokens.limited_subuser! })).status).toBe(403);
    expect((await post(path, form(jpg), { as: tokens.overview_subuser! })).status).toBe(403);
    expect((await post(path, form(jpg), { as: tokens.property_subuser! })).status).toBe(200);
    expect((await post(path, form(jpg), { as: 'lf_none' })).status).toBe(401);
  });
});

describe('uploads', () => {
  it('of one Group, however slowly it sends, keep no other Group waiting', async () => {
    const url = `${service.url}/api/v2${path}/upload-image`;
    const slow = await begunForms(12, url, 'image', { authorization: `Bearer ${token}` });
    try {
      const other = await service.group('patient');
      const elsewhere = await registerItem(other.call, await createLocation(other.call));
      const answer = await post(`/items/${elsewhere.ID}`, form(jpg), { as: other.token });
      expect(answer.status).toBe(200);
    } finally {
      await breakOff(slow);
    }
    // Those who left while they waited have no turn either.
    expect((await post(path, form(jpg))).status).toBe(200);
  });
});

it.runIf(process.platform === 'linux')(
  'an image that cannot be decoded at the moment is 503, leaves no file, and is taken later',
  async () => {
    const before = kept();
    await withoutDecoder(async () => {
      for (const send of [() => post(path, form(jpg)), () => call('POST', `${path}/photos`, form(jpg))]) {
        const { status, body, headers } = await send();
        expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
      }
      // What is no image is told without a decoder.
      expect((await upload(Buffer.from('BM'))).status).toBe(415);
    });
    expect(kept()).toBe(before);
    expect((await upload(jpg)).status).toBe(200);
  },
);

it('an address that leads to no image is a problem document', async () => {
  for (const name of ['1-1-00000000000000000000000000000000.jpg', 'x', '..%2Fsecret.key', '%00', 'a.svg']) {
    const response = await served(`${PUBLIC_URL}/images/${name}`);
    expect([response.status, response.headers.get('content-type')], name).toEqual([404, 'application/problem+json']);
    expect(response.headers.get('cache-control'), name).toBe('no-store');
  }
});
