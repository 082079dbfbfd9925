import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type Client,
  changeItemStatus,
  createLocation,
  deleteItem,
  type NewItemRequest,
  registerItem,
  updateItem,
} from '#client';
import { dataOf } from '#demo';
import { barOf, withBar } from './bar.js';
import { HOTELS } from './locations.js';
import { lostThings } from './lost-things.js';

const WRITERS = 16;
/** Number of persons erased, each when its part of the run is written; of that part one item in eight is the person's. */
const PERSONS = 5;
const ITEMS_OF_A_PERSON = 8;

/** The common part of their addresses. */
export const ERASED = '@erased.example.com';

const ADMIN = fileURLToPath(new URL('../../admin/src/main.js', import.meta.url));

/** Registers, changes, closes and deletes items of a new Location, and erases persons meanwhile. @throws when a call is refused */
export async function write(client: Client, count: number): Promise<void> {
  const { locationID } = await dataOf(createLocation({ client, body: HOTELS[0]! }));
  const things = lostThings(count, [locationID]);
  let done = 0;
  let erasing = Promise.resolve();
  await withBar(barOf('Writing', count, ' items'), things, WRITERS, async (thing, number) => {
    await writeOne(client, withPerson(thing, number, count), number);
    const ended = Math.floor((++done * PERSONS) / count);
    if (ended > Math.floor(((done - 1) * PERSONS) / count)) erasing = erasing.then(() => erase(ended - 1));
  });
  await erasing;
  // A writer that was held up may have registered an item of a person since.
  for (let person = 0; person < PERSONS; person++) await erase(person);
}

async function writeOne(client: Client, body: NewItemRequest, number: number): Promise<void> {
  const { ID } = await dataOf(registerItem({ client, body }));
  const path = { itemID: ID };
  await dataOf(updateItem({ client, path, body: { itemStorage: `Shelf ${number}` } }));
  if (number % 3 === 0) await dataOf(changeItemStatus({ client, path, body: { status: 'finished' } }));
  if (number % 5 === 0) await dataOf(deleteItem({ client, path }));
}

const addressOf = (person: number) => `guest-${person}${ERASED}`;

/** Some items of each part of the run are of the person who is erased when that part is written. */
function withPerson(thing: NewItemRequest, number: number, count: number): NewItemRequest {
  if (number % ITEMS_OF_A_PERSON !== 1) return thing;
  const contactEmail = addressOf(Math.floor((number * PERSONS) / count));
  return { ...thing, languageCode: 'en', owner: { firstName: 'Guest', contactEmail } };
}

/** As whoever runs the service does. */
async function erase(person: number): Promise<void> {
  const erasing = promisify(execFile)(process.execPath, [ADMIN, 'person', 'erase', '--email-stdin']);
  erasing.child.stdin!.end(addressOf(person));
  await erasing;
}
