import { afterAll, beforeAll, describe, it } from 'vitest';
import { Installation } from './support/installation.js';
import { settle } from './support/oracle.js';
import { between } from './support/seed.js';

let service: Installation;

beforeAll(async () => {
  service = await Installation.begin();
});
afterAll(() => service?.end());

const HOUR = 60 * 60 * 1000;

/** A machine whose own clock is wrong. (CLOCK_OFFSET would not do: it moves the service's time, which all processes share.) */
function machineAhead(milliseconds: number): Record<string, string> {
  const shifted = `const now = Date.now; Date.now = () => now() + ${milliseconds}`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shifted)}` };
}

describe('workers', () => {
  it('that are replaced one by one under load lose nothing and repeat nothing', async () => {
    service.receiver.answerWith((response) => void setTimeout(() => response.writeHead(204).end(), 50));
    const load = service.load();
    let worker = await service.worker();
    for (let release = 0; release < 3; release++) {
      const next = await service.worker();
      await load.grows(between(5, 40));
      await worker.stop();
      worker = next;
    }
    await load.stop();
    await settle(service, load);
    await worker.stop();
  });

  it('whose clocks differ by an hour share the work and repeat nothing', async () => {
    const load = service.load();
    await Promise.all([service.worker(), service.worker(machineAhead(HOUR)), service.worker(machineAhead(-HOUR))]);
    await load.grows(100);
    await load.stop();
    await settle(service, load);
  });
});
