import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { S3Storage } from '#platform/storage';
import { newImageName } from './image-names.js';
import { Images } from './images.js';

const [GREEDY, OTHER] = [1, 2];

let server: Server;
let images: Images;
/** Answers that the bucket holds back. */
let held: ServerResponse[];
/** The most that it held back at a time. */
let most: number;
/** Whether those of the other Group are slow as well. */
let isAllSlow: boolean;

/** A bucket that answers for one Group at once, and for another one when it is told to. */
beforeEach(async () => {
  [held, most, isAllSlow] = [[], 0, false];
  server = createServer((request, response) => {
    if (!isAllSlow && request.url!.startsWith(`/images/${OTHER}-`)) return void response.end('image');
    most = Math.max(most, held.push(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account = { region: 'us-east-1', bucket: 'images', accessKeyID: 'key', secretAccessKey: 'secret' };
  images = new Images(new S3Storage({ endpoint, ...account }), null as never, 'https://lost.example');
});
afterEach(() => server.close());

const open = async (groupID: number, network: string) => {
  const image = await images.open(newImageName({ groupID, record: 1 }, 'jpg'), network);
  return text(image!.stream);
};

/** @returns what becomes of many reads of a Group: the image, or why not */
const many = (groupID: number, networkOf: (n: number) => string) =>
  Array.from({ length: 300 }, (_, n) => open(groupID, networkOf(n)).catch(({ code }: { code: string }) => code));

const answer = async (until: Promise<unknown>) => {
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const response of held.splice(0)) response.end('image');
    await new Promise(setImmediate);
  }
};

it('a Group that reads many from a slow bucket leaves half of the places to others, who read meanwhile', async () => {
  const greedy = many(GREEDY, (n) => `network ${n}`);
  await vi.waitFor(() => expect(held.length).toBe(8), 50_000);
  for (let n = 0; n < 20; n++) expect(await open(OTHER, 'network 1')).toBe('image');
  const all = Promise.all(greedy);
  await answer(all);
  const outcomes = await all;
  expect([most, outcomes.filter((outcome) => outcome === 'unavailable').length]).toEqual([8, 192]);
});

it('a network that asks for many of a Group leaves places to those of the Group who ask from elsewhere', async () => {
  isAllSlow = true;
  const greedy = many(OTHER, () => 'one network');
  await vi.waitFor(() => expect(held.length).toBe(6), 50_000);
  isAllSlow = false;
  for (let n = 0; n < 20; n++) expect(await open(OTHER, 'another one')).toBe('image');
  const all = Promise.all(greedy);
  await answer(all);
  expect(most).toBe(6);
});

it('images are looked for a few at a time, so that a storage that hangs holds few calls', async () => {
  isAllSlow = true;
  const greedy = [1, 2, 3].flatMap((groupID) => many(groupID, (n) => `network ${n}`));
  await vi.waitFor(() => expect(held.length).toBe(16), 50_000);
  const all = Promise.all(greedy);
  await answer(all);
  expect(most).toBe(16);
});
