import { Agent, request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { checkExchange } from '../support/contract.js';
import type { WireRequest } from './requests.js';

/** Codes of decisions.md, section 4, and those of requests that are no proper HTTP. */
const CODES = new Set(
  `malformed_json validation_failed last_location unauthenticated invalid_credentials forbidden not_found method_not_allowed
  not_acceptable payload_too_large unsupported_media_type rate_limited username_taken external_id_taken
  location_deactivated transition_not_allowed on_hold idempotency_conflict conflict precondition_failed idempotency_mismatch
  bad_request headers_too_large limit_reached second_factor_required carrier_refused not_shippable cursor_too_old`.split(/\s+/),
);

/** What is said where the requests before had connected a carrier with keys that it does not take. */
const WRONG_KEYS = /"code":"unavailable","detail":"Sendcloud refused the credentials/;

/** Paths are matched without case and with a slash at their end. */
const LENIENT = /^[^?]*/;

interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends requests as they are, over connections that stay open, and judges the answers. */
export class Wire {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 16 });
  /** How often each status was seen. */
  readonly seen = new Map<number, number>();

  /** @param tokens of the callers; null sends no Authorization */
  constructor(
    private readonly port: number,
    private readonly tokens: (string | null)[],
  ) {}

  /** @throws with what is wrong about the answer */
  async check(request: WireRequest): Promise<void> {
    const received = await this.send(request);
    this.seen.set(received.status, (this.seen.get(received.status) ?? 0) + 1);
    judge(request, received);
  }

  close(): void {
    this.agent.destroy();
  }

  private send({ method, path, token, headers, body }: WireRequest): Promise<Received> {
    const authorization = this.tokens[token % this.tokens.length];
    const all = {
      ...(authorization && { authorization }),
      ...Object.fromEntries(headers),
      ...(body && { 'content-length': body.length }),
    };
    return new Promise((resolve, reject) => {
      const sent = httpRequest({
        agent: this.agent,
        host: '127.0.0.1',
        port: this.port,
        method,
        path,
        headers: all,
        timeout: 20_000,
      });
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        const received = () => {
          const pairs = Object.entries(response.headersDistinct).flatMap(([name, values]) =>
            values!.map((value): [string, string] => [name, value]),
          );
          const text = decoded(Buffer.concat(chunks), response.headers['content-encoding']).toString();
          resolve({ status: response.statusCode!, headers: new Headers(pairs), text });
        };
        response.on('end', received);
        // A stream does not end by itself.
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          received();
          sent.destroy();
        }
      });
      sent.on('timeout', () => sent.destroy(new Error('There was no answer within 20 seconds.')));
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0 || encoding === undefined) return body;
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
}

function judge(request: WireRequest, { status, headers, text }: Received): void {
  if (status === 503 && WRONG_KEYS.test(text)) return;
  if (status >= 500) throw new Error(`answered ${status}: ${text}`);
  if (request.method === 'HEAD' || request.method === 'OPTIONS') return;
  if (status === 304 && request.headers.some(([name]) => name === 'if-none-match')) return;
  const type = headers.get('content-type')?.split(';')[0]?.trim() ?? null;
  const body = text === '' || !/[/+]json$/.test(type ?? '') ? undefined : JSON.parse(text);
  const { method } = request;
  if (status < 400) {
    const url = `http://service${request.path.replace(LENIENT, (part) => part.replace(/\/+$/, '').toLowerCase())}`;
    checkExchange({ method, url, sent: sentOf(request), status, headers, type, body });
    return;
  }
  // A request that is wrong in several ways may get a refusal that its operation does not list.
  checkExchange({ method, url: 'http://service/nowhere', status, headers, type, body });
  if (!CODES.has(body.code)) throw new Error(`${body.code} is not a known code`);
}

function sentOf({ headers, body }: WireRequest): unknown {
  const type = new Headers(headers.filter(([name]) => name === 'content-type')).get('content-type') ?? '';
  if (!body || body.length === 0 || !type.startsWith('application/json')) return undefined;
  try {
    return JSON.parse(
      Buffer.from(body)
        .toString()
        .replace(/^\ufeff/, ''),
    );
  } catch {
    return undefined;
  }
}
