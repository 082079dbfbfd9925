import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { World } from '#demo/world';
import { startDemo } from './demo.js';
import { freePort } from './free-port.js';
import { startWorker } from './worker.js';

type Service = Awaited<ReturnType<typeof startDemo>>;

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
  service = await startDemo({ PORT, CONNECTION_URLS: JSON.stringify(urls), FINDS_TOGETHER: '0' });
  const ways = { smtpUrl: null, smsUrl: null, from: 'lost@service.example', folder: mailbox, schedule: [300] };
  const worker = await startWorker(service.options, {}, ways);
  return {
    service,
    world,
    worker,
    mailbox,
    /** Another one with the same folder. */
    begun,
    async stop() {
      await worker.close();
      await service!.stop();
      await world.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
