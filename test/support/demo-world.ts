import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { World } from '#demo/world';
import { startDemo } from './demo.js';
import { freePort } from './free-port.js';
import { startWorker } from './worker.js';

type Service = Awaited<ReturnType<typeof startDemo>>;
export type DemoWorld = Awaited<ReturnType<typeof startDemoWorld>>;

/** The demo with its worker, and the fakes that its hotel may be connected to, as `npm start` has them. */
export async function startDemoWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'world-'));
  const mailbox = join(folder, 'mail');
  const PORT = String(await freePort());
  let service: Service | null = null;
  const begun = () => new World({ service: `http://127.0.0.1:${PORT}`, demo: () => service!.demo, folder, mailbox });
  const world = await begun().start();
  const { sendcloud, stripe, mews } = world;
  const urls = { sendcloud: sendcloud.url, stripe: stripe.url, mews: mews.url };
  service = await startDemo({ PORT, DATA_DIR: folder, CONNECTION_URLS: JSON.stringify(urls), FINDS_TOGETHER: '0' });
  const ways = { smtpUrl: null, smsUrl: null, from: 'lost@service.example', folder: mailbox, schedule: [300] };
  const worker = await startWorker(service.options, {}, ways);
  const { url, demo } = service;
  return {
    service,
    world,
    worker,
    mailbox,
    /** Another one with the same folder. */
    begun,
    /** Calls the API with the demo's token. */
    async call(method: string, path: string, body?: object) {
      const headers = { Authorization: `Bearer ${demo.apiToken}`, 'Content-Type': 'application/json' };
      const answer = await fetch(`${url}/api/v2${path}`, { method, headers, body: body && JSON.stringify(body) });
      const said = await answer.json();
      expect(answer.ok, `${method} ${path}: ${JSON.stringify(said)}`).toBe(true);
      // biome-ignore lint/suspicious/noExplicitAny: specs look into records without restating their types
      return said as any;
    },
    /** Presses a button of the page of the fakes. */
    async push(path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) {
      const sent = { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' } as const;
      const answer = await fetch(world.url + path, sent);
      return { status: answer.status, text: await answer.text() };
    },
    /** The page of the fakes. */
    shown: async () => (await fetch(world.url)).text(),
    async stop() {
      await worker.close();
      await service!.stop();
      await world.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
