import { get, type IncomingMessage } from 'node:http';
import express from 'express';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { routes } from '../../../../test/support/routes.js';
import { createHttpApplication } from './create-http-application.js';
import { messagesOf } from './messages.js';

/** Headers for a browser that came by this protocol to the proxy in front. */
async function told(trustedProxies: number, protocol: string): Promise<string | null> {
  const app = await createHttpApplication(routes(), { log: pino({ level: 'silent' }), trustedProxies });
  await app.listen(0, '127.0.0.1');
  try {
    const { headers } = await fetch(`${await app.getUrl()}/health/live`, { headers: { 'x-forwarded-proto': protocol } });
    return headers.get('strict-transport-security');
  } finally {
    await app.close();
  }
}

it('browsers that came by HTTPS come back by HTTPS only, for a year', async () => {
  expect(await told(1, 'https')).toBe('max-age=31536000');
});

it('browsers that came without it get no such header, and only the proxy is believed', async () => {
  expect(await told(1, 'http')).toBeNull();
  expect(await told(0, 'https')).toBeNull();
});

/** The names and values of what a GET is answered with, as they are sent. */
async function sentBy(url: string): Promise<string[]> {
  const { rawHeaders } = await new Promise<IncomingMessage>((resolve) => get(url, resolve));
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name.toLowerCase()}: ${rawHeaders[at + 1]}`] : []));
}

it('answers of the API have the same protective headers as pages, each once', async () => {
  const app = await createHttpApplication(routes(), { log: pino({ level: 'silent' }) });
  await app.listen(0, '127.0.0.1');
  try {
    const [page, answer] = [await sentBy(`${await app.getUrl()}/health/live`), await sentBy(`${await app.getUrl()}/api/v2/none`)];
    const protective = page.filter((line) => /^(content-security|cross|origin|referrer|x-(?!request))/.test(line));
    expect(protective.length).toBeGreaterThan(9);
    expect(answer).toEqual(expect.arrayContaining(protective));
    expect(answer).toContain('cache-control: no-store');
    const names = answer.map((line) => line.split(':')[0]);
    expect(names.length).toBe(new Set(names).size);
  } finally {
    await app.close();
  }
});

it('requests and responses are made with the prototypes that Express sets', () => {
  const app = express();
  const { IncomingMessage, ServerResponse } = messagesOf(app);
  const { request, response } = app as unknown as Record<'request' | 'response', object>;
  expect([IncomingMessage.prototype, ServerResponse.prototype]).toEqual([request, response]);
  expect(request).toMatchObject({ app, get: express.request.get });
  expect(response).toMatchObject({ app, json: express.response.json });
});
