import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, describe, expect, it } from 'vitest';
import { folderMailer } from './mail.js';
import { folderGateway, httpGateway } from './sms.js';

describe('the development mailbox', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'mailbox-')), 'mail');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('keeps emails and short messages as files that only their owner reads', async () => {
    const email = {
      to: 'anna@example.com',
      subject: 'Grüße',
      text: 'Regenschirm',
      html: '<p>Regenschirm</p>',
      id: 'item-1-7-1',
      language: 'de',
    };
    await folderMailer(folder, 'Lost <lost@hotel.example>').send(email);
    await folderGateway(folder).send({ to: '+31612345678', text: 'Schirm', id: 'item-1-8-1' });
    expect(readdirSync(folder).sort()).toEqual(['item-1-7-1.eml', 'item-1-8-1.sms.txt']);
    expect(statSync(join(folder, 'item-1-7-1.eml')).mode & 0o777).toBe(0o600);
    const read = await PostalMime.parse(readFileSync(join(folder, 'item-1-7-1.eml')));
    expect(read).toMatchObject({
      subject: 'Grüße',
      messageId: '<item-1-7-1@hotel.example>',
      to: [{ address: 'anna@example.com' }],
    });
  });
});

describe('an SMS gateway', () => {
  it.each([
    [200, 'sent', null],
    [400, 'never', 'refused'],
    [401, 'again', 'authentication'],
    [429, 'again', 'temporary'],
    [503, 'again', 'temporary'],
  ])('that answers %d has it %s', async (status, outcome, error) => {
    let authorization: string | undefined;
    const server = createServer((request, response) => {
      authorization = request.headers.authorization;
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const result = await httpGateway(`http://me:s%40fe@127.0.0.1:${port}/?to={to}&text={text}`).send({
      to: '+31',
      text: 'a & b',
      id: '1',
    });
    server.close();
    expect(result).toEqual({ outcome, error, responseCode: status });
    expect(authorization).toBe(`Basic ${Buffer.from('me:s@fe').toString('base64')}`);
  });

  it('that is not there is asked later, and one that breaks off may have sent it', async () => {
    const server = createServer((request) => void request.socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const gateway = httpGateway(`http://127.0.0.1:${port}/?to={to}&text={text}`);
    const sms = { to: '+31', text: 'x', id: '1' };
    expect(await gateway.send(sms)).toMatchObject({ outcome: 'unknown' });
    await new Promise((resolve) => server.close(resolve));
    expect(await gateway.send(sms)).toMatchObject({ outcome: 'again', error: 'connection' });
  });
});
