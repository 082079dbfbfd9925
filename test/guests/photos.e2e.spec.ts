import { CommandBus } from '@nestjs/cqrs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EraseRequest } from '#contexts/requests';
import { Persons } from '#contexts/retention';
import { CallLimits } from '#platform/limits';
import { Storage } from '#platform/storage';
import { begunForms, breakOff } from '../support/begun-forms.js';
import { withoutDecoder } from '../support/decoder.js';
import { type GuestService, LANGUAGES, startGuestService } from './guests.js';

const MiB = 1024 * 1024;
const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red', noise } })
  .withExif({ IFD0: { Make: 'Spy' }, IFD3: { GPSLatitude: '52/1 5/1 0/1', GPSLatitudeRef: 'N' } })
  .jpeg()
  .toBuffer();

let service: GuestService;
beforeAll(async () => {
  service = await startGuestService({ limits: new CallLimits(100_000, 0) });
});
afterAll(() => service?.stop());

const REPORT = { request: 'Scarf', name: 'Ann', email: 'ann@example.com' };

async function tokenOf(path: string): Promise<string> {
  return /name="token" value="([^"]+)"/.exec(await (await fetch(service.url + path)).text())![1]!;
}

/** Sends the form as browsers do: every field, and a file without a name where none was chosen. */
async function report(file: Uint8Array | null, fields: Record<string, string> = {}, { query = '', token = '' } = {}) {
  const path = `/lost/${service.locationID}${query}`;
  const data = new FormData();
  data.set('token', token || (await tokenOf(path)));
  data.set('photo', new File(file ? [new Uint8Array(file)] : [], file ? 'photo.jpg' : '', { type: 'image/jpeg' }) as never);
  for (const [name, value] of Object.entries({ ...REPORT, ...fields })) data.set(name, value);
  const answer = await fetch(service.url + path, { method: 'POST', body: data, redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location'), page: await answer.text() };
}

async function newest(): Promise<{ ID: number; imageUrl: string | null; request: string }> {
  return (await service.call('GET', `/locations/${service.locationID}/requests?limit=1`)).body.requests[0];
}

const nameIn = (url: string | null) => url!.slice(url!.lastIndexOf('/') + 1);

describe('a report of a loss', () => {
  it('may have a photo, which staff and the guest see, without what the telephone wrote into it', async () => {
    const { status, location } = await report(photo);
    expect(status).toBe(303);
    const { ID, imageUrl } = await newest();
    expect(imageUrl).toMatch(new RegExp(`/images/${service.groupID}-request${ID}-[0-9a-f]{32}\\.jpg$`));
    expect(await (await fetch(service.url + location)).text()).toContain(
      `<img class="photo" src="${imageUrl}" alt="Photo: Scarf">`,
    );
    const image = await fetch(`${service.url}/images/${nameIn(imageUrl)}`);
    expect(image.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
    const { width, height, exif } = await sharp(Buffer.from(await image.arrayBuffer())).metadata();
    expect({ width, height, exif }).toEqual({ width: 300, height: 200, exif: undefined });
  });

  it('is taken without one, by multipart and plainly encoded', async () => {
    expect((await report(null, { request: 'Hat' })).status).toBe(303);
    expect(await newest()).toMatchObject({ request: 'Hat', imageUrl: null });
    const path = `/lost/${service.locationID}`;
    const plain = new URLSearchParams({ ...REPORT, request: 'Cap', token: await tokenOf(path) });
    expect((await fetch(service.url + path, { method: 'POST', body: plain, redirect: 'manual' })).status).toBe(303);
    expect(await newest()).toMatchObject({ request: 'Cap', imageUrl: null });
  });

  it('that is sent twice is one, and another with another photo', async () => {
    const token = await tokenOf(`/lost/${service.locationID}`);
    const taps = await Promise.all([report(photo, {}, { token }), report(photo, {}, { token })]);
    expect(new Set(taps.map(({ location }) => location)).size).toBe(1);
    const other = await sharp(photo).negate().png().toBuffer();
    expect(taps.map(({ location }) => location)).not.toContain((await report(other, {}, { token })).location);
  });

  it('with a mistake is shown again as it was filled in, and asks for the photo again', async () => {
    const { status, page } = await report(photo, { email: 'no address', room: '312' }, { query: '?lang=de' });
    expect(status).toBe(422);
    expect(page).toContain('value="312"');
    expect(page).toContain('<a href="#photo"><strong>Foto</strong><br>Bitte wählen Sie das Foto noch einmal aus.</a>');
    expect((await report(null, { email: 'no address' })).page).not.toContain('href="#photo"');
  });
});

describe('what is no photo', () => {
  const others = async () => ({
    html: Buffer.from('<html><script>alert(1)</script></html>'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
    'a photo without a byte': Buffer.alloc(0),
    tiff: await sharp(photo).tiff().toBuffer(),
    'a photo that was cut off': photo.subarray(0, photo.length / 2),
    'a PNG of one pixel that claims thirty thousand squared': bomb(),
    zip: Buffer.from('PK\x03\x04'.repeat(20_000)),
  });

  it('is answered on the page, in the guest’s language, with what was filled in; no report is made', async () => {
    const before = await newest();
    const page = (language: string) => report(Buffer.from('words'), { room: '312' }, { query: `?lang=${language}` });
    const texts = new Set<string>();
    for (const language of LANGUAGES) {
      const answer = await page(language);
      expect(answer.status, language).toBe(422);
      expect(answer.page, language).toContain(`<html lang="${language}"`);
      expect(answer.page, language).toContain('value="312"');
      texts.add(/id="photo-problem">([^<]+)/.exec(answer.page)![1]!);
    }
    expect(texts.size).toBe(LANGUAGES.length);
    for (const [what, bytes] of Object.entries(await others())) expect((await report(bytes)).status, what).toBe(422);
    expect(await newest()).toEqual(before);
  });

  it('is told apart by its cause', async () => {
    const causes: [Buffer, string][] = [
      [Buffer.from('words'), 'This is not a JPG, PNG, GIF or WebP.'],
      [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'This is a HEIC file. On an iPhone'],
      [photo.subarray(0, photo.length / 2), 'This photo is damaged, or was not sent whole.'],
      [bomb(), 'This photo has more than 64 million pixels.'],
    ];
    for (const [file, words] of causes) expect((await report(file)).page).toContain(words);
  });

  it('or is larger than 10 MiB is read to its end, and the rest of the form kept', async () => {
    const padded = (length: number) => Buffer.concat([photo, Buffer.alloc(length - photo.length)]);
    expect((await report(padded(10 * MiB))).status).toBe(303);
    for (const length of [10 * MiB + 1, 25 * MiB]) {
      const { status, page } = await report(padded(length), { room: '312' });
      expect(status, `${length} bytes`).toBe(422);
      expect(page).toContain('This photo is larger than 10 MB. Please choose a smaller one.');
      expect(page).toContain('value="312"');
    }
  });

  it('hides nothing behind a photo: only the picture is kept', async () => {
    expect((await report(Buffer.concat([photo, Buffer.from('<script>alert(1)</script>PK\x03\x04')]))).status).toBe(303);
    const file = await service.get(Storage).get(nameIn((await newest()).imageUrl));
    expect(Buffer.concat(await file!.stream.toArray()).includes('script')).toBe(false);
  });

  it('nor even a form is a page too, never an error of ours', async () => {
    const path = `/lost/${service.locationID}?lang=fr`;
    const type = 'multipart/form-data';
    const bodies = {
      'no boundary': [type, 'words'],
      'another boundary': [`${type}; boundary=x`, '--y\r\n\r\n'],
      'cut off': [`${type}; boundary=x`, '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\nabc'],
      'cut off in another file': [
        `${type}; boundary=x`,
        '--x\r\nContent-Disposition: form-data; name="b"; filename="a.jpg"\r\n\r\nabc',
      ],
      'many fields': [
        `${type}; boundary=x`,
        `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(900)}--x--\r\n`,
      ],
      'names of objects': [
        `${type}; boundary=x`,
        '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nb\r\n--x--\r\n',
      ],
      'no form at all': ['image/jpeg', 'words'],
    };
    for (const [what, [contentType, body]] of Object.entries(bodies)) {
      const answer = await fetch(service.url + path, { method: 'POST', body, headers: { 'content-type': contentType! } });
      expect([what, Math.floor(answer.status / 100)]).toEqual([what, 4]);
      expect(answer.headers.get('content-type'), what).toContain('text/html');
      expect(await answer.text(), what).toContain('<html lang="fr"');
    }
  });
});

it.runIf(process.platform === 'linux')('a photo that nobody can decode costs the guest nothing that was filled in', async () => {
  await withoutDecoder(async () => {
    const { status, page } = await report(photo, { request: 'Scarf of wool' });
    expect(status).toBe(422);
    expect(page).toContain('Scarf of wool');
    expect(page).toContain('Please choose it again, or send the form without it.');
  });
});

it('photos of many at once are read in turns, and none gets lost', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => report(photo, { request: `Scarf ${n}` })));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(303));
});

it('photos that are broken off, while they are sent or wait for their turn, keep no turn', async () => {
  // Of one address two are read at once, and up to six wait.
  await breakOff(await begunForms(6, `${service.url}/lost/${service.locationID}`, 'photo'));
  // So large that it needs a turn.
  const large = Buffer.concat([photo, Buffer.alloc(100_000)]);
  expect((await report(large, { request: 'Gloves' })).status).toBe(303);
});

describe('the photo of a report', () => {
  const isKept = async (name: string) => {
    const file = await service.get(Storage).get(name);
    file?.stream.destroy();
    return file !== null;
  };

  it('is erased with the Request', async () => {
    await report(photo);
    const { ID, imageUrl } = await newest();
    expect(await isKept(nameIn(imageUrl))).toBe(true);
    await service.get(CommandBus).execute(new EraseRequest(service.groupID, ID));
    expect(await isKept(nameIn(imageUrl))).toBe(false);
    expect((await service.call('GET', `/requests/${ID}`)).body.imageUrl).toBeNull();
    expect((await fetch(`${service.url}/images/${nameIn(imageUrl)}`)).status).toBe(404);
  });

  it('is removed once staff put another in its place, and kept by a change that repeats it', async () => {
    await report(photo);
    const { ID, imageUrl } = await newest();
    await service.call('PUT', `/requests/${ID}`, { imageUrl, location: 'Bar' });
    expect(await isKept(nameIn(imageUrl))).toBe(true);
    await service.call('PUT', `/requests/${ID}`, { imageUrl: 'https://pictures.example.com/scarf.jpg' });
    expect(await isKept(nameIn(imageUrl))).toBe(false);
  });

  it('is erased with the person, and its address stands nowhere any more', async () => {
    await report(photo, { email: 'quill@example.com' });
    const name = nameIn((await newest()).imageUrl);
    await service.get(Persons).erase('quill@example.com', null);
    expect(await isKept(name)).toBe(false);
    const tables = await service.sql(`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`);
    for (const { name: table } of tables) {
      expect(await service.sql(`select from ${table} t where t::text like $1`, [`%${name}%`]), table).toEqual([]);
    }
  });
});

/** A PNG that is refused before it is decoded: its header was made for another picture. */
function bomb(): Buffer {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  png.writeUInt32BE(30_000, 16);
  png.writeUInt32BE(30_000, 20);
  return png;
}
