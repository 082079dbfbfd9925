import type { MeRecord } from '#client';
import { database, type RefreshCall } from './database.js';

const [ME, REFRESH] = ['me', 'refresh'];

/** The person who signed in last on this device, so that finds can be registered without the network. */
export async function readKnown(): Promise<MeRecord | null> {
  return ((await (await database).get('known', ME)) as MeRecord | undefined) ?? null;
}

export async function writeKnown(me: MeRecord): Promise<void> {
  await (await database).put('known', me, ME);
}

export async function forgetKnown(): Promise<void> {
  await (await database).clear('known');
}

/** Undefined where there was none since signing in. */
export async function readRefreshCall(): Promise<RefreshCall | undefined> {
  return (await (await database).get('known', REFRESH)) as RefreshCall | undefined;
}

/** Resolves once it is kept: before the call is sent. */
export async function writeRefreshCall(call: RefreshCall): Promise<void> {
  await (await database).put('known', call, REFRESH);
}
