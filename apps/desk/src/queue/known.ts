import type { MeRecord } from '#client';
import { database } from './database.js';

const NAME = 'me';

/** The person who signed in last on this device, so that finds can be registered without the network. */
export async function readKnown(): Promise<MeRecord | null> {
  return (await (await database).get('known', NAME)) ?? null;
}

export async function writeKnown(me: MeRecord): Promise<void> {
  await (await database).put('known', me, NAME);
}

export async function forgetKnown(): Promise<void> {
  await (await database).delete('known', NAME);
}
