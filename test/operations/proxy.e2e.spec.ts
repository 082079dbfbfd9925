import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NGINX_INSTALLED, Nginx } from '../support/nginx.js';
import { startService, type TestService } from '../support/service.js';

describe.skipIf(!NGINX_INSTALLED)('behind nginx, which buffers by default', () => {
  let service: TestService;
  let nginx: Nginx;
  const stop = new AbortController();
  beforeAll(async () => {
    service = await startService();
    await service.location();
    nginx = await Nginx.start(service.url);
  });
  afterAll(async () => {
    stop.abort();
    await nginx?.stop();
    await service?.stop();
  });

  /** A stream of changes, and what came through so far; ended when it has ended. */
  async function listen(url: string) {
    const headers = { authorization: `Bearer ${service.token}`, accept: 'text/event-stream' };
    const answering = fetch(`${url}/api/v2/changes/stream`, { headers, signal: stop.signal });
    const stream = { text: '', ended: false };
    const read = async () => {
      const { body } = await answering;
      for await (const chunk of body!.pipeThrough(new TextDecoderStream())) stream.text += chunk;
    };
    read()
      .catch(() => undefined)
      .finally(() => {
        stream.ended = true;
      });
    return stream;
  }

  it('a change is there before the stream of changes ends, because the stream says that it is not to be buffered', async () => {
    const [stream, buffered] = await Promise.all([listen(nginx.url), listen(nginx.deafUrl)]);
    // Each says where it begins; what nginx keeps back says nothing.
    await vi.waitFor(() => expect(stream.text).toContain('id: '), 50_000);
    const { ID } = await service.item('demo:1');
    await vi.waitFor(() => expect(stream.text).toContain(`"ID":${ID}`), 50_000);
    expect(stream.ended).toBe(false);
    await pause(1_000);
    expect(buffered).toEqual({ text: '', ended: false });
  });
});
