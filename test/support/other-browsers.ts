import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { Builder, By, Key, Origin, type WebElement } from 'selenium-webdriver';
import { freePort } from './free-port.js';

const FIREFOX = '/usr/bin/firefox-esr';
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
/** WebKit's own window, of whatever version of its library. */
const MINI_BROWSER = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser';
const PATIENCE = 30_000;
const WINDOW = { width: 1280, height: 900 };

/**
 * A window of a browser that playwright-core doesn't drive as Debian has it: Firefox by WebDriver BiDi, WebKit by WebDriver.
 * Elements are named by XPath; each call waits until there is one, 30 s at most.
 */
export interface OtherBrowser {
  open(url: string): Promise<void>;
  fill(xpath: string, text: string): Promise<void>;
  press(xpath: string): Promise<void>;
  /** Chooses a value of a list. */
  choose(xpath: string, value: string): Promise<void>;
  /** Chooses files in a field for them. @param path of the file, absolute */
  attach(xpath: string, path: string): Promise<void>;
  /** Draws a stroke across the element. */
  draw(xpath: string): Promise<void>;
  /** Waits until an element is there, and gives its text. */
  see(xpath: string): Promise<string>;
  /** The result of a script that runs in the page: the body of a function. */
  read<Value>(script: string): Promise<Value>;
  /** Further steps happen in the frame, as if it were the page. */
  enter(xpath: string): Promise<void>;
  close(): Promise<void>;
}

export const OTHER_BROWSERS = { Firefox: firefox, WebKit: webkit };

async function firefox(): Promise<OtherBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    defaultViewport: WINDOW,
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  let place: Pick<typeof page, 'waitForSelector' | 'evaluate'> = page;
  const find = async (xpath: string) => (await place.waitForSelector(`::-p-xpath(${xpath})`))!;
  return {
    open: async (url) => {
      place = page;
      await page.goto(url);
    },
    fill: async (xpath, text) => {
      const field = await find(xpath);
      await field.click({ count: 3 });
      await field.type(text);
    },
    press: async (xpath) => (await find(xpath)).click(),
    choose: async (xpath, value) => void (await (await find(xpath)).select(value)),
    attach: async (xpath, path) => (await find(xpath)).uploadFile(path),
    draw: async (xpath) => {
      const pad = await find(xpath);
      await pad.scrollIntoView();
      const { x, y, width, height } = (await pad.boundingBox())!;
      await page.mouse.move(x + width / 4, y + height / 4);
      await page.mouse.down();
      await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
      await page.mouse.up();
    },
    see: async (xpath) => (await find(xpath)).evaluate((element) => element.textContent ?? ''),
    read: (script) => place.evaluate(`(() => { ${script} })()`) as Promise<never>,
    enter: async (xpath) => {
      place = (await (await find(xpath)).contentFrame())!;
    },
    close: () => browser.close(),
  };
}

async function webkit(): Promise<OtherBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'webkit-'));
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', `${WINDOW.width}x${WINDOW.height}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = (await once(screen.stdout, 'data')) as [Buffer];
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${display.toString().trim()}`, XDG_RUNTIME_DIR: folder, HOME: folder };
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], { env, stdio: 'ignore' });
  const [binary] = globSync(MINI_BROWSER);
  const window = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args: ['--automation'] } })
    .build();
  const find = async (xpath: string, isHiddenToo = false): Promise<WebElement> =>
    window.wait(
      async () => {
        const [element] = await window.findElements(By.xpath(xpath));
        return element && (isHiddenToo || (await element.isDisplayed().catch(() => false))) ? element : null;
      },
      PATIENCE,
      `There is no ${xpath}`,
    ) as Promise<WebElement>;
  let isFramed = false;
  return {
    open: async (url) => {
      isFramed = false;
      await window.get(url);
    },
    fill: async (xpath, text) => {
      const field = await find(xpath);
      await field.clear();
      await field.click();
      await field.sendKeys(text);
    },
    // The driver presses beside what is in a frame.
    press: async (xpath) => (isFramed ? (await find(xpath)).sendKeys(Key.ENTER) : (await find(xpath)).click()),
    choose: async (xpath, value) => (await find(`${xpath}/option[@value='${value}']`)).click(),
    // Fields for files may be hidden behind a button of the page's own.
    attach: async (xpath, path) => (await find(xpath, true)).sendKeys(path),
    draw: async (xpath) => {
      const origin = await find(xpath);
      await window.executeScript('arguments[0].scrollIntoView({ block: "center" })', origin);
      const { width } = await origin.getRect();
      const stroke = window.actions().move({ origin }).press();
      await stroke
        .move({ origin, x: Math.round(width / 5), y: 10 })
        .move({ origin: Origin.POINTER, x: 10, y: 10 })
        .release()
        .perform();
    },
    see: async (xpath) => (await find(xpath)).getText(),
    read: (script) => window.executeScript(script),
    enter: async (xpath) => {
      isFramed = true;
      await window.switchTo().frame(await find(xpath));
    },
    close: async () => {
      await window.quit().catch(() => undefined);
      for (const each of [driver, screen]) await ended(each);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = once(child, 'exit');
  child.kill();
  await end;
}
