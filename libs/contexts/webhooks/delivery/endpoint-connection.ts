import diagnostics from 'node:diagnostics_channel';
import type { LookupFunction, Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { Agent } from 'undici';
import { Timeouts } from '#platform/concurrency';
import { basicAuthorization, guardedAgent } from '#platform/outgoing';
import type { AttemptResult } from '../domain/attempt.js';
import { Call } from './call.js';
import { WORKER_SETTINGS, type WorkerSettings } from './settings.js';

/** A call under way that can be stopped, and whether any of it may have arrived. */
export interface Stoppable {
  stop: (() => void) | null;
  isSent: boolean;
}

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
  /** The call that undici is about to write. */
  private begun: Call | null = null;
  private readonly onSend = (message: unknown) => this.rememberAddress(message as { socket: Socket });

  constructor(@Inject(WORKER_SETTINGS) settings: ConnectionSettings) {
    this.timeouts = new Timeouts(settings.timeout);
    // Endpoints of many Groups may share a host; the concurrency of an endpoint is limited by its lane.
    this.agent = guardedAgent({ ...settings, connections: settings.concurrency });
    diagnostics.subscribe('undici:client:sendHeaders', this.onSend);
  }

  /**
   * Sends one request and returns the result. Never throws.
   * @param held its `stop` ends this call only, until it has ended; the deadline does the same
   */
  post(
    url: string,
    headers: Record<string, string>,
    body: string,
    held: Stoppable = { stop: null, isSent: false },
  ): Promise<AttemptResult> {
    return new Promise((resolve) => {
      const expire = () => call.end(new DOMException('deadline', 'TimeoutError'));
      const deadline = this.timeouts.begin(expire);
      const call = new Call(
        (result) => {
          this.timeouts.end(deadline, expire);
          held.stop = null;
          resolve(result);
        },
        (begun) => {
          this.begun = begun;
          held.isSent = true;
        },
      );
      held.stop = () => call.end(new DOMException('stopped', 'AbortError'));
      try {
        const target = new URL(url);
        const authorization = basicAuthorization(target);
        const ours = { 'content-type': 'application/json', 'user-agent': 'lost-and-found-webhooks' };
        const fixed = { ...ours, ...(authorization !== null && { authorization }) };
        const { origin, pathname, search } = target;
        this.agent.dispatch({ origin, path: pathname + search, method: 'POST', headers: { ...fixed, ...headers }, body }, call);
      } catch (problem) {
        call.end(problem);
      }
    });
  }

  async close(): Promise<void> {
    diagnostics.unsubscribe('undici:client:sendHeaders', this.onSend);
    await this.agent.destroy();
  }

  /** undici exposes the socket of a request only here, right behind `onRequestStart` of its handler. */
  private rememberAddress({ socket }: { socket: Socket }): void {
    if (this.begun) this.begun.address = socket.remoteAddress ?? null;
    this.begun = null;
  }
}
