import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Agent, Dispatcher } from 'undici';
import { request } from 'undici';
import { answerDeadline } from '#platform/concurrency';
import { Copies } from '#platform/copies';
import { Database } from '#platform/database';
import { whyUnreachable } from '#platform/kernel';
import { traced } from '#platform/observability';
import { assertPublic, BlockedAddress, guardedAgent, publicLookup } from '#platform/outgoing';
import type { ProviderAnswer, ProviderCall } from '../calls/provider-call.js';
import { ProviderFailed, ProviderRefused, providerWords } from '../calls/provider-failed.js';
import type { OpenConnection, Patience, ProviderLine, ProviderPlace } from '../calls/provider-line.js';
import { ProviderMetrics } from '../calls/provider-metrics.js';
import { tooLong, unpacked } from '../calls/unpacked.js';
import { ConnectionSettings } from '../connection-settings.js';
import { PROVIDERS } from '../providers/registry.js';
import { ConnectionHealth } from '../store/connection-health.js';
import { judged, Passing } from './judged.js';

/** Milliseconds that a call may take, with its repetitions; and all calls together that somebody waits for (decisions.md, section 14). */
const DEADLINE = 10_000;
/** How often a call is repeated. */
const REPEATS = 3;
/** Bytes of an answer at most. */
const MOST = 8 * 1024 * 1024;
/** Connections to one host. */
const CONNECTIONS = 32;

/** Codes of what fails before a call is sent. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Calls to providers: each with a deadline, to public addresses alone, repeated only where that does nothing twice, and never within a
 * transaction. Their outcome is kept with the connection and counted.
 */
@Injectable()
export class ProviderCalls implements OnApplicationShutdown {
  private readonly guarded: Agent = guardedAgent({ allowPrivateAddresses: false, timeout: DEADLINE, connections: CONNECTIONS });
  /** For addresses that the operator has set. */
  private readonly open: Agent = guardedAgent({ allowPrivateAddresses: true, timeout: DEADLINE, connections: CONNECTIONS });

  constructor(
    private readonly settings: ConnectionSettings,
    private readonly database: Database,
    private readonly copies: Copies,
    private readonly health: ConnectionHealth,
    private readonly metrics: ProviderMetrics,
  ) {}

  /** The wire to a connection's provider. */
  line(connection: OpenConnection, patience: Patience): ProviderLine {
    const { name } = PROVIDERS[connection.provider];
    const shared = patience === 'together' ? answerDeadline(DEADLINE) : null;
    const until = (most = DEADLINE) => shared ?? performance.now() + most;
    return {
      connection,
      name,
      call: (call) => this.noted(connection, () => this.repeated(connection, call, until())),
      use: (work, most) =>
        this.noted(connection, () => this.once(connection, until(most), (signal) => work(this.placeOf(connection), signal))),
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.guarded.destroy(), this.open.destroy()]);
  }

  /** Keeps what became of it. A provider that says no to what was asked answers well. */
  private async noted<T>(connection: OpenConnection, work: () => Promise<T>): Promise<T> {
    if (this.database.isInTransaction) throw new Error('A provider was called within a transaction.');
    const { provider } = connection;
    const begun = performance.now();
    const describe = () => ({
      kind: 'delivery' as const,
      name: `call ${provider}`,
      attributes: { 'lost_and_found.provider': provider },
    });
    try {
      const answer = await traced(describe, work);
      this.metrics.called(provider, 'ok', performance.now() - begun);
      await this.health.note(connection, null);
      return answer;
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      const isRefusal = error instanceof ProviderRefused;
      this.metrics.called(provider, isRefusal ? 'refused' : 'failed', performance.now() - begun);
      await this.health.note(connection, isRefusal ? null : error.message);
      throw error;
    }
  }

  private async repeated(connection: OpenConnection, call: ProviderCall, until: number): Promise<ProviderAnswer> {
    if (this.copies.isSilent)
      throw new ProviderFailed('This database is a copy, so that no provider is called', { isSettled: true });
    for (let repeats = 0; ; repeats++) {
      try {
        return await this.once(connection, until, async (signal) =>
          judged(connection, await this.send(connection, call, signal)),
        );
      } catch (error) {
        if (!(error instanceof ProviderFailed) || error instanceof ProviderRefused || repeats === REPEATS) throw error;
        // A call that did nothing may be made again: a connection that was refused, or a 429.
        const mayRepeat = error instanceof Passing && (call.isHarmless || error.isSettled);
        const wait = Math.max(this.settings.pause * 2 ** repeats * (1 + Math.random()), error.retryAfter ?? 0);
        if (!mayRepeat || performance.now() + wait >= until) throw error;
        await pause(wait);
      }
    }
  }

  private async once<T>(connection: OpenConnection, until: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.copies.isSilent)
      throw new ProviderFailed('This database is a copy, so that no provider is called', { isSettled: true });
    const { name } = PROVIDERS[connection.provider];
    const left = until - performance.now();
    const late = `${name} did not answer within ${Math.max(DEADLINE, Math.ceil(left / 1000) * 1000) / 1000} s`;
    if (left <= 0) throw new ProviderFailed(late, { isSettled: true });
    const signal = AbortSignal.timeout(Math.ceil(left));
    try {
      return await work(signal);
    } catch (error) {
      if (error instanceof ProviderFailed) throw error;
      if (signal.aborted) throw new ProviderFailed(late);
      if (error instanceof BlockedAddress)
        throw new ProviderFailed(`${name} was not called: ${error.message}`, { isSettled: true });
      const isSettled = NOT_SENT.has(String((error as { code?: unknown }).code));
      throw new Passing(`${name} could not be reached: ${providerWords(whyUnreachable(error))}`, { isSettled });
    }
  }

  private async send(connection: OpenConnection, call: ProviderCall, signal: AbortSignal): Promise<ProviderAnswer> {
    const { url, isOwn } = this.addressOf(connection, call.path);
    const body =
      call.json === undefined ? (call.form ? new URLSearchParams(call.form).toString() : null) : JSON.stringify(call.json);
    const type = call.json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
    const {
      statusCode,
      headers,
      body: stream,
    } = await request(url, {
      method: call.method ?? 'GET',
      headers: { 'user-agent': 'lost-and-found', ...(body !== null && { 'content-type': type }), ...call.headers },
      body,
      dispatcher: isOwn ? this.open : this.guarded,
      signal,
    });
    const most = call.most ?? MOST;
    const { name } = PROVIDERS[connection.provider];
    const bytes = await bytesOf(stream, most, name);
    return { status: statusCode, headers, body: await unpacked(bytes, String(headers['content-encoding'] ?? ''), most, name) };
  }

  /** @returns the address to call, and whether the operator has set it. @throws ProviderFailed for what is none */
  private addressOf({ provider, settings }: OpenConnection, path: string): { url: URL; isOwn: boolean } {
    const { name, address } = PROVIDERS[provider];
    const base = address(settings).replace(/\/+$/, '');
    const text = /^https?:\/\//i.test(path) ? path : `${base}${path}`;
    if (!URL.canParse(text)) throw new ProviderFailed(`${name} gave an address that is none`, { isSettled: true });
    const url = new URL(text);
    const own = this.settings.urls[provider];
    if (own === undefined) return { url, isOwn: false };
    // A path that begins with two slashes names no host.
    return { url: Object.assign(new URL(own), { pathname: url.pathname, search: url.search }), isOwn: true };
  }

  /** Where a client of the provider's own protocol connects to. @throws BlockedAddress */
  private placeOf({ provider, settings }: OpenConnection): ProviderPlace {
    const own = this.settings.urls[provider];
    const url = new URL(own ?? PROVIDERS[provider].address(settings));
    if (own !== undefined) return { url };
    assertPublic(url.hostname);
    return { url, lookup: publicLookup() };
  }
}

/** @throws ProviderFailed for more than that */
async function bytesOf(stream: Dispatcher.ResponseData['body'], most: number, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += (chunk as Buffer).length;
    if (size > most) throw tooLong(name, most);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks, size);
}
