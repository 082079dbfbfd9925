import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ARGUMENTS, CHROMIUM } from '../support/browser.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';
import { type Desk, photo, SIZES, signIn, startDesk } from './support.js';

const [FINDS, KILLED_AFTER, PHOTOS] = [30, 12, 2];

describe('thirty finds in a basement', () => {
  let desk: Desk;
  let phone: Phone;
  let api: Program;
  /** The desk as another process serves it, which is killed. */
  let served: Desk;
  let environment: Record<string, string>;
  beforeAll(async () => {
    desk = await startDesk();
    const port = await freePort();
    const { databaseUrl, secretKey } = desk.options;
    environment = { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey.toString('base64'), HOST: '127.0.0.1', PORT: String(port) };
    api = await Program.start('api', environment);
    served = { ...desk, url: `http://127.0.0.1:${port}` };
    phone = new Phone();
  });
  afterAll(async () => {
    await phone?.dispose();
    await api?.kill();
    await desk?.stop();
  });

  it('arrive once each with their photos, though the browser is killed after twelve and the API while they are sent', async () => {
    let page = await phone.start();
    await signIn(page, served, 'property_subuser', '/register');
    await page.evaluate('navigator.serviceWorker.ready');
    // Closed in peace once: the session's cookie is on the disk, as on the phone of one who works here.
    await phone.close();
    page = await phone.startWithoutNetwork();
    await page.goto(`${served.url}/desk/register`);

    const tapped: number[] = [];
    for (let nth = 1; nth <= FINDS; nth++) {
      if (nth === KILLED_AFTER + 1) {
        phone.kill();
        page = await phone.startWithoutNetwork();
        await page.goto(`${served.url}/desk/waiting`);
        await page.getByText(`Niewysłane wpisy na tym telefonie: ${KILLED_AFTER}`).waitFor();
        await page.goto(`${served.url}/desk/register`);
      }
      tapped.push(await find(page, nth));
    }

    await phone.connect();
    await expect.poll(async () => (await registered()) > 5 || page.locator('main').textContent(), { timeout: 60_000 }).toBe(true);
    await api.kill();
    const before = await registered();
    expect(before).toBeLessThan(FINDS);
    api = await Program.start('api', environment);

    await expect.poll(registered, { timeout: 60_000 }).toBe(FINDS);
    await page.goto(`${served.url}/desk/waiting`);
    await page.getByText('Wszystko wysłane.').waitFor({ timeout: 60_000 });
    const { items } = await desk.call('GET', '/items?limit=100');
    expect(items.map(({ item }: { item: string }) => item).toSorted()).toEqual(
      Array.from({ length: FINDS }, (_, at) => `Rzecz ${String(at + 1).padStart(2, '0')}`),
    );
    for (const { item, foundAt, photos } of items) {
      expect([item, photos.length]).toEqual([item, PHOTOS]);
      const found = Date.parse(`${foundAt.replace(' ', 'T')}Z`);
      expect(Math.abs(found - tapped[Number(item.slice(-2)) - 1]!)).toBeLessThan(1_000);
    }
    expect(await page.evaluate<number>(LEFT)).toBe(0);
  }, 240_000);

  async function registered(): Promise<number> {
    return (await desk.call('GET', '/items?limit=100')).items.length;
  }
});

/** Registers a find with two photos. @returns when it was saved */
async function find(page: Page, nth: number): Promise<number> {
  for (const [taken, color] of ['#204060', '#602040'].entries()) {
    await page.locator('input[type=file]').setInputFiles(await photo(color));
    await page.locator('.camera img').nth(taken).waitFor();
  }
  await page.getByLabel('Albo własnymi słowami').fill(`Rzecz ${String(nth).padStart(2, '0')}`);
  await page.getByRole('button', { name: String(nth % 10), exact: true }).click();
  const saved = Date.now();
  await page.getByRole('button', { name: 'Zapisz' }).click();
  await page.getByRole('button', { name: 'Następna rzecz' }).click();
  return saved;
}

/** How many finds wait in IndexedDB. */
const LEFT = `new Promise((resolve) => { const open = indexedDB.open('desk'); open.onsuccess = () => {
  const count = open.result.transaction('finds').objectStore('finds').count(); count.onsuccess = () => resolve(count.result); }; })`;

/** A Polish housekeeper's browser, which keeps what it has on the disk and can be killed. */
class Phone {
  private readonly folder = mkdtempSync(join(tmpdir(), 'phone-'));
  /** Starts Chromium as the process whose number it writes down: Playwright tells nobody. */
  private readonly program = join(this.folder, 'chromium');
  private context: BrowserContext | undefined;

  constructor() {
    writeFileSync(this.program, `#!/bin/sh\necho $$ > '${this.folder}/pid'\nexec '${CHROMIUM}' "$@"\n`);
    chmodSync(this.program, 0o755);
  }

  async start(): Promise<Page> {
    this.context = await chromium.launchPersistentContext(join(this.folder, 'profile'), {
      executablePath: this.program,
      args: [...ARGUMENTS],
      viewport: SIZES.phone,
      locale: 'pl',
      isMobile: true,
      hasTouch: true,
    });
    return this.context.pages()[0]!;
  }

  async startWithoutNetwork(): Promise<Page> {
    const page = await this.start();
    await this.context!.setOffline(true);
    return page;
  }

  async connect(): Promise<void> {
    await this.context!.setOffline(false);
  }

  kill(): void {
    execFileSync('kill', ['-9', readFileSync(join(this.folder, 'pid'), 'utf8').trim()]);
  }

  async close(): Promise<void> {
    await this.context?.close();
  }

  async dispose(): Promise<void> {
    await this.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
