import type { QueryClient } from '@tanstack/preact-query';
import { type Client, closeDeskSession, connect, getMe, type MeRecord, openDeskSession, refreshDeskSession } from '#client';
import { alone, newKey, readSetting, writeSetting } from '../device/browser.js';
import { store } from '../device/store.js';
import { heard } from './clock.js';
import { forgetDrafts, loadDrafts } from './drafts.js';
import { decided, keyed } from './keys.js';
import { forgetKnown, readKnown, readRefreshCall, writeKnown, writeRefreshCall } from './known.js';
import { ask, isOffline, Problem } from './problem.js';

/** The person who works here. Offline it is the one who signed in last: the finds are kept on the phone until the network is back. */
export type Session = { kind: 'starting' } | { kind: 'out'; expired: boolean } | { kind: 'in' | 'offline'; me: MeRecord };

export const session = store<Session>({ kind: 'starting' });

/** In memory alone: the refresh token is in a cookie that no script reads. */
let accessToken: string | undefined;
let queries: QueryClient;

/** How long a call of the session, and any other, may take, in ms: a phone hears nothing of one that its network lost. */
const [OF_SESSION, LONGEST] = [20_000, 120_000];
const within = (limit: number) => async (request: Request) => {
  const sent = Date.now();
  const answer = await fetch(request, { signal: AbortSignal.timeout(limit) }).catch((cause: unknown) => {
    throw new Problem('offline', 0, String(cause));
  });
  if (isOfNetwork(answer)) {
    void answer.body?.cancel();
    throw new Problem('offline', 0, '');
  }
  heard(answer, sent);
  return answer;
};

/**
 * Whether a network that wants its guests to sign in has answered, or a proxy that holds the call: the service names each call in its
 * answer, unless a proxy in front of it always leaves that out.
 */
function isOfNetwork({ status, ok, headers }: Response): boolean {
  const isNamed = headers.has('X-Request-Id');
  if (isNamed && readSetting('named') === null) writeSetting('named', 'yes');
  const isForeign = headers.get('Content-Type')?.startsWith('text/html') || (!isNamed && readSetting('named') !== null);
  return status === 511 || (ok && isForeign === true);
}

/** For calls before there is a token, and for those that get one. */
const bare = connect({ baseUrl: location.origin, attempts: 1, fetch: within(OF_SESSION) });

/** Every call of the desk goes through it: with the access token, which is renewed once when it has expired. */
export const client: Client = connect({
  baseUrl: location.origin,
  attempts: 2,
  token: () => accessToken,
  async fetch(request) {
    const again = request.clone();
    const answer = await within(LONGEST)(request);
    if (answer.status < 500 && answer.status !== 401 && answer.status !== 429) decided(request);
    if (answer.status !== 401) return answer;
    if (!(await renew())) return answer;
    void answer.body?.cancel();
    again.headers.set('Authorization', `Bearer ${accessToken}`);
    return within(LONGEST)(again);
  },
});
client.interceptors.request.use(keyed);

let starting: Promise<void> | undefined;

/** Continues the session that the cookie has, if any; once, however many ask for it meanwhile. */
export function start(client: QueryClient): Promise<void> {
  queries = client;
  starting ??= proceed().finally(() => {
    starting = undefined;
  });
  return starting;
}

async function proceed(): Promise<void> {
  try {
    if (await renew()) await enter();
    else leave(false);
  } catch (error) {
    const me = isOffline(error) ? await readKnown() : null;
    if (me) {
      await loadDrafts(me.user?.ID);
      session.set({ kind: 'offline', me });
    } else leave(false);
  }
}

/** @throws Problem: `invalid_credentials`, `second_factor_required`, `rate_limited` */
export async function signIn(proof: { username: string; password: string; code?: string }): Promise<void> {
  const opened = await ask(openDeskSession({ client: bare, body: proof }));
  accessToken = opened.accessToken;
  await enter();
}

export async function signOut(): Promise<void> {
  await closeDeskSession({ client: bare });
  await forgetKnown();
  await forgetDrafts();
  leave(false);
}

/**
 * Runs one at a time over all tabs: each refresh token is good once. A desk that was closed repeats its last call, with the same key: the
 * answer may have been lost, or the cookie, which a browser that is killed may not have written yet.
 * @returns whether there is a session
 */
async function renew(): Promise<boolean> {
  const stale = accessToken;
  return alone('desk-session', async () => {
    // Renewed by another call, or signed out meanwhile.
    if (accessToken !== stale) return accessToken !== undefined;
    try {
      const last = await readRefreshCall();
      const isRepeated = last && (!last.isAnswered || stale === undefined);
      const key = isRepeated ? last.key : newKey();
      await writeRefreshCall({ key, isAnswered: false });
      const renewed = await ask(refreshDeskSession({ client: bare, headers: { 'X-Desk': '1', 'Idempotency-Key': key } }));
      await writeRefreshCall({ key, isAnswered: true });
      if (isOther(renewed.user.ID)) {
        leave(true);
        return false;
      }
      accessToken = renewed.accessToken;
      return true;
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401) throw error;
      if (session.get().kind === 'in') leave(true);
      return false;
    }
  });
}

/** Whether somebody else has signed in by another tab: nothing is done in their name here. */
function isOther(userID: number): boolean {
  const now = session.get();
  return now.kind === 'in' && now.me.user?.ID !== userID;
}

async function enter(): Promise<void> {
  const me = await ask(getMe({ client }));
  await writeKnown(me);
  await loadDrafts(me.user?.ID);
  session.set({ kind: 'in', me });
}

function leave(expired: boolean): void {
  accessToken = undefined;
  queries.clear();
  session.set({ kind: 'out', expired });
}

/** How often a service that does not answer is asked again, in ms. */
const EVERY = 15_000;

const again = () => void (session.get().kind === 'offline' && start(queries));
addEventListener('online', again);
setInterval(again, EVERY);

/** Whether the person may do what a capability of the API names. */
export function may(capability: string): boolean {
  const now = session.get();
  return now.kind === 'in' && now.me.capabilities.includes(capability);
}

/** Whether the person is a manager, who may do what no capability names: settling payments. */
export function isManager(): boolean {
  const now = session.get();
  return now.kind === 'in' && (now.me.user?.userRole.endsWith('_admin') ?? false);
}
