import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { type Answer, type Fault, Refusal, type Seen } from './call.js';
import { Outbox } from './outbox.js';

/** How late a slow answer is, in milliseconds: less than the service waits for a provider. */
const SLOW = 1_500;

/**
 * A provider as its published documents describe it, on a free port of the loopback address: with its paths, refusals and signatures, a
 * ledger of what really happened, and the faults of a real one. For stories, and for trying the service without an account.
 */
export abstract class FakeProvider {
  readonly requests: Seen[] = [];
  /** The events for the service. */
  readonly outbox = new Outbox((body, at) => this.signature(body, at));
  /** Seconds that a 429 says one should wait; null where it does not say. */
  retryAfter: number | null = 1;
  /** Milliseconds that the provider's clock is ahead of this machine's. */
  skew = 0;
  private readonly app: Express = express();
  private readonly faults: { fault: Fault; route: string | null; times: number }[] = [];
  private server: ReturnType<Express['listen']> | undefined;
  private port = 0;

  constructor() {
    this.app.disable('x-powered-by').disable('etag').set('query parser', 'extended');
    this.app.use(express.json({ strict: false }), express.urlencoded({ extended: true }));
    this.app.use((_error: Error, request: Request, response: Response, _next: NextFunction) => {
      this.send(response, this.see('unreadable', request), this.trouble(400));
    });
  }

  /** Starts it, at the same address when it was stopped. @param port of the loopback address, a free one by default */
  async start(port = this.port): Promise<this> {
    if (!this.server)
      this.app.use((request: Request, response: Response) => this.send(response, this.see('', request), this.trouble(404)));
    await new Promise<void>((resolve) => {
      this.server = this.app.listen(port, '127.0.0.1', () => resolve());
    });
    this.port = (this.server!.address() as AddressInfo).port;
    return this;
  }

  /** Stops it: calls to it fail as those to a provider that is away. */
  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
    await this.outbox.settled();
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  now(): Date {
    return new Date(Date.now() + this.skew);
  }

  /** Lets the next calls fail. @param route as `Seen` has it, any by default */
  fail(fault: Fault, route: string | null = null, times = 1): void {
    this.faults.push({ fault, route, times });
  }

  /** The requests of a route, answered or not. */
  seen(route: string): Seen[] {
    return this.requests.filter((seen) => seen.route === route);
  }

  /** The headers with which it signs an event. */
  protected abstract signature(body: string, at: Date): Record<string, string>;

  /** How it words what it answers to any call: 400 to what cannot be read, 404, 408, 429 and 500. */
  protected abstract trouble(status: number): Answer;

  /** The answer to the same call before, of a provider that honours a key for it. */
  protected recalled(_seen: Seen): Answer | undefined {
    return undefined;
  }

  /** Keeps what a call was answered, had it arrived. */
  protected keep(_seen: Seen, _answer: Answer): void {}

  /** An operation of its API, to which faults happen. @param path as Express has it */
  protected api(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, handle: (seen: Seen) => Answer | Promise<Answer>): void {
    const route = `${method} ${path}`;
    this.route(method, path, async (request, response) => {
      const seen = this.see(route, request);
      const fault = this.fault(route);
      if (fault === 'reset before') return void request.socket.resetAndDestroy();
      if (fault === '429') return this.send(response, seen, this.throttled());
      const isRefused = fault === '408' || fault === '422' || fault === '500 before';
      if (isRefused) return this.send(response, seen, this.trouble(Number.parseInt(fault, 10)));
      const done = this.recalled(seen) ?? (await this.answer(seen, handle));
      const answer = fault === '500 after' ? this.trouble(500) : done;
      this.keep(seen, answer);
      if (fault === 'reset after') return void request.socket.resetAndDestroy();
      if (fault === 'silent') return;
      if (fault === 'slow') await pause(SLOW);
      this.send(response, seen, answer);
    });
  }

  /** A page for a browser, to which no faults happen. */
  protected page(method: 'GET' | 'POST', path: string, handle: (seen: Seen) => Answer | Promise<Answer>): void {
    this.route(method, path, async (request, response) => {
      const seen = this.see(`${method} ${path}`, request);
      this.send(response, seen, await this.answer(seen, handle));
    });
  }

  private route(method: string, path: string, handle: (request: Request, response: Response) => Promise<void>): void {
    this.app[method.toLowerCase() as 'get'](path, handle);
  }

  private throttled(): Answer {
    const headers: Record<string, string> = this.retryAfter === null ? {} : { 'Retry-After': String(this.retryAfter) };
    return { ...this.trouble(429), headers };
  }

  private see(route: string, { path, params, query, headers, body }: Request): Seen {
    const seen = { route, path, params, query, headers, body, status: null } as unknown as Seen;
    this.requests.push(seen);
    return seen;
  }

  private fault(route: string): Fault | undefined {
    const planned = this.faults.find((fault) => fault.times > 0 && (fault.route === null || fault.route === route));
    if (planned) planned.times -= 1;
    return planned?.fault;
  }

  private async answer(seen: Seen, handle: (seen: Seen) => Answer | Promise<Answer>): Promise<Answer> {
    try {
      return await handle(seen);
    } catch (error) {
      if (error instanceof Refusal) return error.answer;
      throw error;
    }
  }

  private send(response: Response, seen: Seen, { status = 200, body, headers = {} }: Answer): void {
    seen.status = status;
    response.status(status).set({ Date: this.now().toUTCString(), ...headers });
    if (body === undefined) response.end();
    else if (typeof body === 'string') response.type(headers['Content-Type'] ?? 'html').send(body);
    else if (Buffer.isBuffer(body)) response.end(body);
    else response.json(body);
  }
}
