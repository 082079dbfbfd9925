import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Controller, Get, StreamableFile } from '@nestjs/common';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { routes } from '../../../../test/support/routes.js';
import { createHttpApplication, Public } from '../index.js';

@Controller('slow')
class SlowController {
  @Get('stream')
  @Public()
  stream() {
    return new StreamableFile(Readable.from(parts()));
  }
}

async function* parts() {
  yield 'first,';
  await pause(300);
  yield 'last';
}

it('an application that is closed finishes its answers, and waits for no connection that is kept open', async () => {
  const app = await createHttpApplication(routes([SlowController]), { log: pino({ level: 'silent' }) });
  await app.listen(0, '127.0.0.1');
  const agent = new Agent({ keepAlive: true });
  const url = `${await app.getUrl()}/slow/stream`;
  const response = await new Promise<IncomingMessage>((resolve) => void get(url, { agent }, resolve));
  const closed = app.close();
  let text = '';
  for await (const part of response) text += part;
  expect(text).toBe('first,last');
  // The connection would be kept for 65 seconds.
  await expect(Promise.race([closed.then(() => 'closed'), pause(10_000, 'still open')])).resolves.toBe('closed');
  agent.destroy();
});

it('a connection over which nothing was sent is ended when the application stops', async () => {
  const app = await createHttpApplication(routes(), { log: pino({ level: 'silent' }) });
  await app.listen(0, '127.0.0.1');
  const socket = connect(Number(new URL(await app.getUrl()).port), '127.0.0.1');
  await once(socket, 'connect');
  await Promise.all([once(socket, 'close'), app.close()]);
});
