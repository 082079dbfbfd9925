import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runToEnd } from '../support/program.js';
import { Installation } from './support/installation.js';
import { settle } from './support/oracle.js';

let service: Installation;

beforeEach(async () => {
  service = await Installation.begin();
});
afterEach(() => service?.end());

/** A worker whose claims are never answered, as by a library that loses what it waited for. */
function withoutAnswers(): Record<string, string> {
  const work = new URL('../../dist/libs/platform/leases/leased-work.js', import.meta.url);
  const planted = `import { LeasedWork } from ${JSON.stringify(work.href)}; LeasedWork.prototype.claim = () => new Promise(() => {});`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(planted)}` };
}

describe('a worker that stands still', () => {
  it('ends by itself after a minute and says where it stood; meanwhile others deliver', async () => {
    const began = performance.now();
    const standing = runToEnd('worker', { ...service.environment, ...withoutAnswers(), LOG_LEVEL: 'error' }, [], 'run');
    await service.worker();
    const load = service.load();
    await load.grows(20);
    await load.stop();
    await settle(service, load);
    const { code, output } = await standing;
    expect(code).toBe(1);
    expect(JSON.parse(output.trim().split('\n').at(-1)!)).toMatchObject({
      msg: 'The worker stopped',
      err: { message: expect.stringMatching(/^The loop "webhook claims" has stood still for 6\d s\.$/) },
    });
    expect(performance.now() - began).toBeGreaterThan(60_000);
  });
});
