import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import express, { type Request, type Response } from 'express';
import { FakeMews, FakeSendcloud, FakeStripe } from '#fakes';
import { letGuestsStay, NIGHTS } from './guests.js';
import { type Connection, HotelAccount, type Wanted } from './hotel-account.js';
import { recall, remember } from './ledgers.js';
import { answerTo, mailsIn } from './mails.js';
import { MOVES, page } from './page.js';

/** Mails that the page shows. */
const MAILS = 10;

export interface WorldOptions {
  /** The address of the service. */
  service: string;
  /** Known once the demo is made. */
  demo: () => { apiToken: string; locations: readonly string[] };
  /** Where it keeps what its providers know while it does not run. */
  folder: string;
  /** Where the service writes mails. */
  mailbox: string;
  ports?: Partial<Record<'page' | 'sendcloud' | 'stripe' | 'mews', number>>;
}

/**
 * The world around the demo's hotel: a carrier, a bank, a reservation system and the mailboxes of guests, none of them real, with a page
 * that shows them and lets things happen there.
 */
export class World {
  readonly sendcloud = new FakeSendcloud('demo-public-key', 'demo-secret-key');
  readonly stripe = new FakeStripe('sk_test_demo', 'whsec_demo');
  readonly mews = new FakeMews('demo-client-token', 'demo-access-token');
  private readonly providers = { sendcloud: this.sendcloud, stripe: this.stripe, mews: this.mews };
  private readonly hotel: HotelAccount;
  private readonly ledgers: string;
  private server: Server | null = null;

  constructor(private readonly options: WorldOptions) {
    this.hotel = new HotelAccount(options.service, options.demo);
    this.ledgers = join(options.folder, 'fakes.ledgers');
  }

  /** Starts it with what was known when it was last stopped, and guests in the hotel. */
  async start(): Promise<this> {
    recall(this.ledgers, this.providers);
    letGuestsStay(this.mews);
    const { ports = {} } = this.options;
    await Promise.all(Object.entries(this.providers).map(([name, one]) => one.start(ports[name as keyof typeof ports])));
    // Where the service does not answer yet, the page does it when it is looked at.
    await this.listen().catch(() => undefined);
    await new Promise<void>((resolve, reject) => {
      this.server = this.pages().listen(ports.page ?? 0, '127.0.0.1', (error) => (error ? reject(error) : resolve()));
    });
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server!.address() as AddressInfo).port}`;
  }

  /** Lets the providers that are connected know where to send their events. */
  private async listen(): Promise<readonly Connection[]> {
    const connections = await this.hotel.connections();
    for (const { provider, eventsUrl } of connections) {
      if (eventsUrl === null) continue;
      if (provider === 'sendcloud' || provider === 'stripe') this.providers[provider].outbox.url = this.hotel.here(eventsUrl);
    }
    return connections;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    this.server?.close();
    await Promise.all(Object.values(this.providers).map((provider) => provider.stop()));
    remember(this.ledgers, this.providers);
  }

  /** The providers that the hotel connects to. */
  private get wanted(): Wanted[] {
    const { sendcloud, stripe, mews } = this;
    return [
      {
        provider: 'sendcloud',
        name: 'Parcels (a fake)',
        settings: { publicKey: sendcloud.publicKey, secretKey: sendcloud.secretKey },
      },
      {
        provider: 'stripe',
        name: 'Payments (a fake)',
        settings: { secretKey: stripe.secretKey, webhookSecret: stripe.webhookSecret },
      },
      {
        provider: 'mews',
        name: 'Reservations (a fake)',
        settings: {
          clientToken: mews.clientToken,
          accessToken: mews.accessToken,
          services: { [NIGHTS]: this.hotel.locationID },
        },
      },
      { provider: 'mail', name: 'Mailbox (a fake)', settings: { address: 'lost@keizersgracht.example.com' } },
    ];
  }

  private pages() {
    const app = express()
      .disable('x-powered-by')
      .use(express.urlencoded({ extended: false }));
    // Other pages in the same browser do not make things happen here.
    app.use(({ headers }, response, next) => {
      const isMine = ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined);
      if (isMine) next();
      else response.sendStatus(403);
    });
    app.get('/', async (_request, response) => this.show(response));
    const on = (path: string, take: (request: Request) => Promise<readonly string[]>) =>
      app.post(path, async (request, response) => {
        const said = await take(request).catch((error: Error) => [error.message]);
        remember(this.ledgers, this.providers);
        if (said.length > 0) await this.show(response.status(409), said);
        else response.redirect(303, '/');
      });
    on('/connections', async () => {
      const refused = await this.hotel.connect(this.wanted);
      await this.listen();
      return refused;
    });
    on('/parcels/:number', async ({ params, body }) => this.move(String(params.number), body?.to));
    on('/reservations/:ID/cancelled', async ({ params }) => {
      const reservation = this.mews.ledger.reservations.find(({ Id }) => Id === params.ID);
      if (!reservation) return ['There is no such reservation.'];
      this.mews.cancel(reservation);
      // Mews tells of a second once it is over.
      await pause(1_000);
      await this.hotel.read();
      return [];
    });
    on('/answers', async ({ body }) => this.answer(String(body?.to ?? ''), String(body?.text ?? '')));
    return app;
  }

  private async move(number: string, to: unknown): Promise<string[]> {
    const shipment = this.sendcloud.ledger.bought.find(({ trackingNumber }) => trackingNumber === number);
    const move = MOVES.find(({ name }) => name === to);
    if (!shipment) return ['There is no such parcel.'];
    if (!move) return [`to is one of ${MOVES.map(({ name }) => name).join(', ')}.`];
    this.sendcloud.move(shipment, move.status);
    await this.sendcloud.outbox.settled();
    return [];
  }

  /** A guest answers the last mail that they got. */
  private async answer(to: string, text: string): Promise<string[]> {
    const mail = mailsIn(this.options.mailbox, Number.MAX_SAFE_INTEGER).find((each) => each.to === to);
    if (!mail || text.trim() === '') return [mail ? 'An answer has a text.' : 'Nobody has got a mail at this address.'];
    const mailbox = (await this.hotel.connections()).find(({ provider, enabled }) => provider === 'mail' && enabled);
    if (!mailbox?.eventsUrl) return ['The hotel has connected no mailbox.'];
    const headers = { 'Content-Type': 'message/rfc822' };
    const body = new Uint8Array(await answerTo(mail, text));
    const { ok, status, body: said } = await fetch(this.hotel.here(mailbox.eventsUrl), { method: 'POST', headers, body });
    await said?.cancel();
    return ok ? [] : [`The service did not take the answer (${status}).`];
  }

  private async show(response: Response, said: readonly string[] = []): Promise<void> {
    const connections = await this.listen();
    const mails = mailsIn(this.options.mailbox, MAILS);
    const isConnected = this.wanted.every(({ provider }) => connections.some((one) => one.provider === provider));
    response.type('html').send(page({ said, connections, isConnected, mails, ...this.providers, service: this.options.service }));
  }
}
