import diagnostics from 'node:diagnostics_channel';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { Timeouts } from '#platform/concurrency';
import type { AttemptResult } from '../domain/attempt.js';
import { retryAfterMs } from '../domain/retry-schedule.js';
import { BlockedAddress, isPublicAddress, publicLookup } from './address-filter.js';
import { attemptErrorOf } from './attempt-error.js';
import { WORKER_SETTINGS, type WorkerSettings } from './settings.js';

/** How many bytes of a response are read and stored. */
const RESPONSE_LIMIT = 16 * 1024;

/** How calls are made. The timeout is that of the whole call: DNS, connection, TLS, request and complete response. */
export interface ConnectionSettings extends Pick<WorkerSettings, 'timeout' | 'concurrency' | 'allowPrivateAddresses'> {
  /** For specs: a fake resolver, a private certificate authority. */
  lookup?: LookupFunction;
  ca?: string;
}

/**
 * HTTP client for endpoints: addresses are checked when connecting, redirects are not followed, proxy settings of the environment are
 * ignored, responses are read up to 16 KiB, and one deadline covers the whole call.
 */
@Injectable()
export class EndpointConnection {
  private readonly agent: Agent;
  private readonly timeouts: Timeouts;
  private readonly addresses = new Map<string, string | null>();
  private readonly onSend = (message: unknown) => this.rememberAddress(message as { headers: string; socket: Socket });

  constructor(@Inject(WORKER_SETTINGS) settings: ConnectionSettings) {
    this.timeouts = new Timeouts(settings.timeout);
    this.agent = new Agent({
      // Endpoints of many Groups may share a host; the concurrency of an endpoint is limited by its lane.
      connections: settings.concurrency,
      pipelining: 1,
      keepAliveTimeout: 4_000,
      allowH2: false,
      connect: guardedConnector(settings),
    });
    diagnostics.subscribe('undici:client:sendHeaders', this.onSend);
  }

  /**
   * Sends one request and returns the result. Never throws.
   * @param call for this call only: aborted at the deadline, or earlier by the caller
   */
  async post(
    url: string,
    headers: Record<string, string>,
    body: string,
    call: AbortController = new AbortController(),
  ): Promise<AttemptResult> {
    const started = performance.now();
    const expire = () => call.abort(new DOMException('deadline', 'TimeoutError'));
    const deadline = this.timeouts.begin(expire);
    const id = headers['webhook-id']!;
    this.addresses.set(id, null);
    let status: number | null = null;
    const result = (rest: Partial<AttemptResult>): AttemptResult => ({
      error: null,
      responseStatus: status,
      responseBody: null,
      retryAfterMs: null,
      address: this.addresses.get(id) ?? null,
      durationMs: Math.round(performance.now() - started),
      ...rest,
    });
    try {
      const target = new URL(url);
      const answer = await this.agent.request({
        origin: target.origin,
        path: target.pathname + target.search,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'lost-and-found-webhooks',
          ...credentials(target),
          ...headers,
        },
        body,
        signal: call.signal,
      });
      status = answer.statusCode;
      const responseBody = await readUpTo(answer.body, RESPONSE_LIMIT);
      return result({
        error: status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'http_error',
        responseBody,
        retryAfterMs: retryAfterMs(single(answer.headers['retry-after']), Date.now()),
      });
    } catch (problem) {
      return result({ error: attemptErrorOf(problem) });
    } finally {
      this.timeouts.end(deadline, expire);
      this.addresses.delete(id);
    }
  }

  async close(): Promise<void> {
    diagnostics.unsubscribe('undici:client:sendHeaders', this.onSend);
    await this.agent.destroy();
  }

  /** undici exposes the socket of a request only here. */
  private rememberAddress({ headers, socket }: { headers: string; socket: Socket }): void {
    const id = /\r\nwebhook-id: ([^\r]+)\r\n/.exec(headers)?.[1];
    if (id !== undefined && this.addresses.has(id)) this.addresses.set(id, socket.remoteAddress ?? null);
  }
}

/** The lookup checks host names; IP literals are never looked up and are checked before connecting. */
function guardedConnector(settings: ConnectionSettings): buildConnector.connector {
  const { allowPrivateAddresses, timeout, ca } = settings;
  const lookup = settings.lookup ?? (allowPrivateAddresses ? undefined : publicLookup());
  const connect = buildConnector({ timeout, allowH2: false, ...(lookup ? { lookup } : {}), ...(ca ? { ca } : {}) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (!allowPrivateAddresses && isIP(host) !== 0 && !isPublicAddress(host)) {
      callback(new BlockedAddress(`${host} is not a public address`), null);
      return;
    }
    connect(options, callback);
  };
}

async function readUpTo(body: Dispatcher.ResponseData['body'], limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early destroys the body, and with it the socket.
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit).toString('utf8').replaceAll('\u0000', '');
}

/** Sends the credentials of `https://user:password@host/` as Basic authentication. */
function credentials(target: URL): Record<string, string> {
  if (target.username === '' && target.password === '') return {};
  const pair = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
