import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeRequest } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
beforeAll(async () => {
  service = await startService();
  locationID = await service.location();
});
afterAll(() => service?.stop());

/** The path of the guest's page. */
async function pageOf(record: string): Promise<string> {
  const { body } = await service.call('POST', `${record}/guest-link`);
  return new URL(body.url, service.url).pathname;
}
const read = async (path: string) => (await fetch(service.url + path)).text();

async function write(path: string, fields: Record<string, string>, photo?: Buffer) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (photo) form.set('photo', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'photo.png');
  const answer = await fetch(`${service.url}${path}/write`, { method: 'POST', body: form, redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location'), page: await answer.text() };
}

it('what a guest writes on the page of an item stands at the item, with its photo, once', async () => {
  const { ID } = await service.item(locationID, { owner: { contactEmail: 'anna@guest.example' } });
  const path = await pageOf(`/items/${ID}`);
  expect(await read(path)).toContain(`${path}/write`);
  const form = await read(`${path}/write`);
  const once = /name="once" value="([^"]+)"/.exec(form)![1]!;
  const photo = await sharp({ create: { width: 30, height: 30, channels: 3, background: 'blue' } })
    .png()
    .toBuffer();
  const sent = await Promise.all([1, 2].map(() => write(path, { once, text: 'Is it dry?\nPlease hurry.' }, photo)));
  expect(sent.map(({ status, location }) => [status, location])).toEqual(Array(2).fill([303, `${path}/write?sent`]));
  expect(await read(`${path}/write?sent`)).toContain('We have your message');
  const { body } = await service.call('GET', `/items/${ID}/messages`);
  const replies = body.filter(({ direction }: { direction: string }) => direction === 'in');
  expect(replies).toMatchObject([
    {
      kind: 'reply',
      text: 'Is it dry?\nPlease hurry.',
      from: 'a***@guest.example',
      verified: true,
      readAt: null,
      attachments: [{ type: 'image/png' }],
    },
  ]);
  expect((await fetch(service.url + new URL(replies[0].attachments[0].url, service.url).pathname)).status).toBe(200);
});

it('a guest writes about a Request too, by telephone number where no other contact is known', async () => {
  const { ID } = await makeRequest(service.call, locationID, { owner: { name: 'Anna', phoneNumber: '+31612345678' } });
  expect((await write(await pageOf(`/requests/${ID}`), { text: 'It is blue.' })).status).toBe(303);
  const { body } = await service.call('GET', `/requests/${ID}/messages`);
  expect(body[0]).toMatchObject({ direction: 'in', text: 'It is blue.', from: '***678', verified: true });
});

it('nothing, or more than 2,000 characters, is shown again with what is wrong', async () => {
  const { ID } = await service.item(locationID, { owner: { contactEmail: 'anna@guest.example' } });
  const path = await pageOf(`/items/${ID}`);
  expect((await write(path, { text: ' ' })).page).toContain('Please fill this in.');
  const long = await write(path, { text: 'é'.repeat(2_001) });
  expect([long.status, long.page.includes('This is too long.'), long.page.includes('é'.repeat(2_001))]).toEqual([
    422,
    true,
    true,
  ]);
  for (const letter of ['é', '傘', '🎉']) {
    expect((await write(path, { text: letter.repeat(2_000) })).status).toBe(303);
    const { body } = await service.call('GET', `/items/${ID}/messages`);
    expect(body.map(({ text }: { text: string }) => text)).toContain(letter.repeat(2_000));
  }
  // A browser counts one character for the end of a line, and sends two.
  expect((await write(path, { text: `${'é\n'.repeat(999)}éé` })).status).toBe(303);
  const bad = await write(path, { text: 'Look' }, Buffer.from('no picture'));
  expect([bad.status, bad.page.includes('Please choose another photo')]).toEqual([422, true]);
});
