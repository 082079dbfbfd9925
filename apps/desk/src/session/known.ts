import type { MeRecord } from '#client';
import { desk, Kept } from '../device/kept.js';

/** The last call that refreshed the session, on this device. */
interface RefreshCall {
  /** Its Idempotency-Key. */
  key: string;
  isAnswered: boolean;
}

const known = new Kept<MeRecord | RefreshCall>(desk, 'known');
const [ME, REFRESH] = ['me', 'refresh'];

/** The person who signed in last on this device, so that finds can be registered without the network. */
export async function readKnown(): Promise<MeRecord | null> {
  return ((await known.get(ME)) as MeRecord | undefined) ?? null;
}

export async function writeKnown(me: MeRecord): Promise<void> {
  await known.change(ME, () => me);
}

export async function forgetKnown(): Promise<void> {
  for (const key of [ME, REFRESH]) await known.change(key, () => undefined);
}

/** Undefined where there was none since signing in. */
export async function readRefreshCall(): Promise<RefreshCall | undefined> {
  return (await known.get(REFRESH)) as RefreshCall | undefined;
}

/** Resolves once it is kept: before the call is sent. */
export async function writeRefreshCall(call: RefreshCall): Promise<void> {
  await known.change(REFRESH, () => call);
}
