import type { Browser, Page, Request } from 'playwright-core';
import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';
import { connect } from '#client';
import { fillHotel } from '#demo';
import { startBrowser } from '../support/browser.js';
import { startDemo } from '../support/demo.js';

export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;
export type Size = keyof typeof SIZES;

/** Where pictures of the views are put, to be looked at. */
export const PICTURES = process.env.DESK_PICTURES;

export type Desk = Awaited<ReturnType<typeof startDesk>>;

/** The demo as it is served, with the API's token to put things into it. @param more of its environment */
export async function startDesk(more: Record<string, string> = {}) {
  const demo = await startDemo(more);
  const call = async (method: string, path: string, body?: unknown) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${demo.url}/api/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${demo.demo.apiToken}`, ...(!isForm && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: what a story looks at of any record
    const read = (await answer.json().catch(() => null)) as any;
    if (!answer.ok) throw new Error(`${method} ${path} ${answer.status} ${JSON.stringify(read)}`);
    return read;
  };
  /** @returns the name and password of the demo's user with the role */
  const user = (role: string) => demo.demo.users.find(({ userRole }) => userRole === role)!;
  return { ...demo, call, user };
}

/** The desk with a browser, which ends with it. @param full of what a hotel has found @param more of its environment */
export async function startAtDesk({ full = false } = {}, more: Record<string, string> = {}): Promise<[Desk, Browser]> {
  const [desk, browser] = await Promise.all([startDesk(more), startBrowser()]);
  if (full) await fillHotel(connect({ baseUrl: desk.url, token: desk.demo.apiToken }), 'demo:1');
  const stop = async () => {
    await browser.close();
    await desk.stop();
  };
  return [{ ...desk, stop }, browser];
}

/** A picture of one colour, as a file. */
export async function photo(color: string, name = 'photo.jpg') {
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

export interface Visit {
  size?: Size;
  locale?: string;
  dark?: boolean;
}

/** A browser of its own for one person, with what went wrong in its pages, and the addresses that its page is still loading. */
export async function visit(browser: Browser, { size = 'desktop', locale = 'en', dark = false }: Visit = {}) {
  const context = await browser.newContext({
    viewport: SIZES[size],
    locale,
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
  });
  context.setDefaultTimeout(15_000);
  const faults: string[] = [];
  const page = await context.newPage();
  // No story goes well in which something went wrong unheard.
  const uncaught: string[] = [];
  onTestFinished(() => expect(uncaught).toEqual([]));
  page.on('pageerror', (error) => {
    uncaught.push(error.stack ?? error.message);
    faults.push(error.message);
  });
  page.on('console', (message) => {
    // The browser itself writes down each answer that is no success; views show those.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && new URL(response.url()).pathname.startsWith('/desk/')) faults.push(`No ${response.url()}`);
  });
  const loading = new Set<Request>();
  page.on('request', (request) => loading.add(request));
  page.on('requestfinished', (request) => loading.delete(request));
  page.on('requestfailed', (request) => loading.delete(request));
  return { context, page, faults, loading: () => [...loading].map((request) => request.url()) };
}

/** Signs in with the fields of the page, whatever its language. */
export async function signIn(page: Page, desk: Pick<Desk, 'url' | 'user'>, role: string, path = ''): Promise<void> {
  const { username, password } = desk.user(role);
  await page.goto(`${desk.url}/desk${path}`);
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.locator('nav').waitFor();
}

/** How long nothing has come for a view that has all of it, in ms. */
const REST = 200;

/** Goes to a view as its links do, until nothing more has come for it for a while. */
export async function show(page: Page, view: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '/desk${view}')`);
  await page.locator('h1').waitFor();
  await page.evaluate(`new Promise((resolve) => {
    let rest = setTimeout(resolve, ${REST});
    new PerformanceObserver(() => { clearTimeout(rest); rest = setTimeout(resolve, ${REST}); }).observe({ type: 'resource' }); })`);
}

export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

/** The finds that wait on the device. */
export function finds(page: Page): Promise<{ item: { item: string }; photos: unknown[] }[]> {
  return page.evaluate(`new Promise((resolve) => { const open = indexedDB.open('desk'); open.onsuccess = () => {
    open.result.transaction('finds').objectStore('finds').getAll().onsuccess = ({ target }) => resolve(target.result); }; })`);
}

/** Changes the finds that wait on the device by a script, which has each as `find`. */
export async function changeFinds(page: Page, script: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => { const open = indexedDB.open('desk'); open.onsuccess = () => {
    const work = open.result.transaction('finds', 'readwrite');
    work.objectStore('finds').getAll().onsuccess = ({ target }) => {
      for (const find of target.result) { ${script} work.objectStore('finds').put(find); } };
    work.oncomplete = () => { open.result.close(); resolve(); }; }; })`);
}
