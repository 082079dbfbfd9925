import diagnostics from 'node:diagnostics_channel';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import type { AttemptResult } from '../domain/attempt.js';
import { retryAfterMs } from '../domain/retry-schedule.js';
import { BlockedAddress, isPublicAddress, publicLookup } from './address-filter.js';
import { attemptErrorOf } from './attempt-error.js';

/** As much of an answer as is read and kept. */
const ANSWER_LIMIT = 16 * 1024;

export interface ConnectionSettings {
  /** Milliseconds for everything: name, connection, TLS, sending and the answer to its end. */
  timeout: number;
  /** At most; endpoints of many Groups may share a host. How many calls an endpoint gets at a time is for its lane to say. */
  connectionsToOneHost: number;
  allowPrivateAddresses: boolean;
  /** For specs: a resolver that lies, an authority that is not public. */
  lookup?: LookupFunction;
  ca?: string;
}

/**
 * The way out to endpoints: addresses are checked where the connection is made, redirects and proxies of the environment are not
 * followed, an answer is read up to 16 KiB, and everything ends at one deadline.
 */
export class EndpointConnection {
  private readonly agent: Agent;
  private readonly addresses = new Map<string, string | null>();
  private readonly onSend = (message: unknown) => this.rememberAddress(message as { headers: string; socket: Socket });

  constructor(private readonly settings: ConnectionSettings) {
    this.agent = new Agent({
      connections: settings.connectionsToOneHost,
      pipelining: 1,
      keepAliveTimeout: 4_000,
      allowH2: false,
      connect: guardedConnector(settings),
    });
    diagnostics.subscribe('undici:client:sendHeaders', this.onSend);
  }

  /**
   * Sends once and says what came of it. Never throws.
   * @param call of this call only: ends it at the deadline, or earlier when the caller aborts it
   */
  async post(
    url: string,
    headers: Record<string, string>,
    body: string,
    call: AbortController = new AbortController(),
  ): Promise<AttemptResult> {
    const started = performance.now();
    // Not AbortSignal.timeout: its timer cannot be cleared and would stay, thousands of them, long after the answer.
    const deadline = setTimeout(() => call.abort(new DOMException('deadline', 'TimeoutError')), this.settings.timeout);
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
      const responseBody = await readUpTo(answer.body, ANSWER_LIMIT);
      return result({
        error: status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'http_error',
        responseBody,
        retryAfterMs: retryAfterMs(single(answer.headers['retry-after']), Date.now()),
      });
    } catch (problem) {
      return result({ error: attemptErrorOf(problem) });
    } finally {
      clearTimeout(deadline);
      this.addresses.delete(id);
    }
  }

  async close(): Promise<void> {
    diagnostics.unsubscribe('undici:client:sendHeaders', this.onSend);
    await this.agent.destroy();
  }

  /** undici names the socket of a request only here. */
  private rememberAddress({ headers, socket }: { headers: string; socket: Socket }): void {
    const id = /\r\nwebhook-id: ([^\r]+)\r\n/.exec(headers)?.[1];
    if (id !== undefined && this.addresses.has(id)) this.addresses.set(id, socket.remoteAddress ?? null);
  }
}

/** Look-up guards names; a literal never comes to a look-up and is checked before the connection. */
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

/** `https://user:password@host/` as a receiver with Basic authentication expects it. */
function credentials(target: URL): Record<string, string> {
  if (target.username === '' && target.password === '') return {};
  const pair = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
