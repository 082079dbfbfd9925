import { setTimeout as pause } from 'node:timers/promises';
import {
  type Client,
  changeItemStatus,
  changeWebhookConfiguration,
  createLocation,
  getWebhookConfiguration,
  registerItem,
  rotateWebhookSecret,
  uploadItemImage,
} from '#client';
import { dataOf, drawingOf, FINDS } from '#demo';
import { barOf, withBar } from './bar.js';
import { HOTELS } from './locations.js';
import { lostThings } from './lost-things.js';
import { Receiver } from './receiver.js';

const ITEMS = 200;
const PHOTOS = 12;
const STATUS_CHANGES = 60;
const AT_A_TIME = 8;
/** A webhook that has not arrived by then counts as missing. */
const DELIVERY_TIMEOUT = 60_000;

/**
 * Simulates a hotel's integration: registers items at three Locations, uploads photos, changes statuses, and verifies every webhook.
 * @returns whether every webhook arrived
 */
export async function playDemo(client: Client): Promise<boolean> {
  let secret = '';
  const receiver = await Receiver.start(() => secret);
  const before = await dataOf(getWebhookConfiguration({ client }));
  try {
    ({ secret } = await dataOf(rotateWebhookSecret({ client })));
    const told = { webhooks: { itemStatus: true }, endpoints: { itemStatus: receiver.url } };
    await dataOf(changeWebhookConfiguration({ client, body: told }));

    const timer = stopwatch();
    const locations = await eachOf('Creating Locations', HOTELS, (hotel) => dataOf(createLocation({ client, body: hotel })));
    const things = lostThings(
      ITEMS,
      locations.map(({ locationID }) => locationID),
    );
    const items = await eachOf('Registering items ', things, (thing) => dataOf(registerItem({ client, body: thing })));
    const registering = timer();
    await eachOf('Uploading photos  ', items.slice(0, PHOTOS), async ({ ID, item }) => {
      const image = await drawingOf(FINDS.find((find) => find.item === item)?.drawn ?? 'keys');
      return dataOf(uploadItemImage({ client, path: { itemID: ID }, body: { image } }));
    });
    const photos = timer();
    const changed = await eachOf('Changing statuses ', items.slice(-STATUS_CHANGES), ({ ID }, index) => {
      const status = index % 3 === 0 ? 'left-behind' : 'finished';
      return dataOf(changeItemStatus({ client, path: { itemID: ID }, body: { status } }));
    });
    const changing = timer();

    const expected = new Set([...items, ...changed].map(({ ID, status }) => `${ID} ${status}`));
    const missing = await awaitWebhooks(receiver, expected);
    console.table({
      'Locations created': { count: locations.length, seconds: '' },
      'items registered': { count: items.length, seconds: registering },
      'photos uploaded': { count: PHOTOS, seconds: photos },
      'statuses changed': { count: changed.length, seconds: changing },
      'webhooks expected': { count: expected.size, seconds: '' },
      'webhooks verified': { count: expected.size - missing, seconds: timer() },
      'webhooks rejected': { count: receiver.rejected, seconds: '' },
    });
    if (missing > 0) console.error(`${missing} webhooks did not arrive within ${DELIVERY_TIMEOUT / 1000} s.`);
    return missing === 0;
  } finally {
    await dataOf(changeWebhookConfiguration({ client, body: before }));
    receiver.stop();
  }
}

/** Seconds since the last call. */
function stopwatch(): () => string {
  let last = performance.now();
  return () => {
    const now = performance.now();
    const seconds = (now - last) / 1000;
    last = now;
    return seconds.toFixed(2);
  };
}

/** Does the work for each input, `AT_A_TIME` concurrently, with a progress bar. */
function eachOf<T, R>(task: string, inputs: readonly T[], work: (input: T, index: number) => Promise<R>): Promise<R[]> {
  return withBar(barOf(task, inputs.length), inputs, AT_A_TIME, work);
}

/** Waits for the notifications. @returns how many are missing */
async function awaitWebhooks(receiver: Receiver, expected: ReadonlySet<string>): Promise<number> {
  const bar = barOf('Receiving webhooks', expected.size);
  const deadline = Date.now() + DELIVERY_TIMEOUT;
  for (;;) {
    const arrived = new Set([...receiver.verified.values()].map(({ subject, status }) => `${subject} ${status}`));
    const missing = [...expected].filter((notification) => !arrived.has(notification)).length;
    bar.update(expected.size - missing);
    if (missing === 0 || Date.now() > deadline) {
      bar.stop();
      return missing;
    }
    await pause(50);
  }
}
