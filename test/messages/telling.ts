import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';
import { MailServer } from './mail-server.js';

export let service: TestService;
export let mail: MailServer;
/** A Location for each test, and where its desk is written to. */
export let locationID: string;
export let desk: string;
/** The calls of the SMS gateway. */
export const texts: URL[] = [];
let persons = 0;

/** For the tests of a file: a service that tells owners, guests and desks, with a mail server and an SMS gateway that keep all messages. */
export function telling(): void {
  let gateway: Server;
  let worker: INestApplicationContext;

  beforeAll(async () => {
    texts.splice(0);
    service = await startService({ publicUrl: 'https://lost.example' });
    mail = await MailServer.open(() => null);
    gateway = createServer((request, response) => {
      texts.push(new URL(request.url!, 'http://gateway'));
      response.writeHead(202).end();
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    worker = await startWorker(
      service.options,
      {},
      {
        smtpUrl: mail.url,
        from: 'Lost and Found <lost@service.example>',
        smsUrl: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send?to={to}&text={text}`,
        folder: null,
        schedule: [300],
      },
    );
  });
  afterAll(async () => {
    await worker?.close();
    await mail?.close();
    gateway?.close();
    await service?.stop();
  });

  beforeEach(async () => {
    desk = `desk${++persons}@hotel.example`;
    const contactDetails = { contactPerson: 'Ann', contactEmail: desk, contactEmailCC: `cc.${desk}`, phoneNumber: '+31 10 1' };
    locationID = await service.location({ contactDetails });
  });
}

export const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 50_000, interval: 100 });
export const newOwner = () => `owner${++persons}@guest.example`;
export const told = (to: string) => mail.to(to).map(({ subject }) => subject);
export const lastTo = (to: string) => mail.to(to).at(-1)!;
export const isTold = (to: string, ...subjects: RegExp[]) =>
  eventually(() => {
    expect(told(to)).toHaveLength(subjects.length);
    for (const [index, subject] of subjects.entries()) expect(told(to)[index]).toMatch(subject);
  });
/** A page behind a link, as a browser opens it. */
export async function page(link: string, method = 'GET', body?: URLSearchParams) {
  const response = await fetch(link.replace('https://lost.example', service.url), { method, body, redirect: 'manual' });
  return { status: response.status, html: await response.text() };
}
export const linkIn = (text: string | undefined) => /https:\/\/lost\.example\/g\/[\w-]+/.exec(text ?? '')![0];
