import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { assertPublic, type BlockedAddress, publicLookup } from './address-filter.js';

/** How an agent connects. Times in milliseconds. */
export interface AgentSettings {
  allowPrivateAddresses: boolean;
  /** For connecting; the deadline of a whole call is its caller's. */
  timeout: number;
  /** Maximum connections to one host. */
  connections: number;
  /** For specs: a fake resolver, a private certificate authority. */
  lookup?: LookupFunction;
  ca?: string;
}

/**
 * A pool of connections to addresses that others have set: they are checked when connecting, and proxy settings of the environment are
 * ignored. Redirects are not followed.
 */
export function guardedAgent(settings: AgentSettings): Agent {
  return new Agent({
    connections: settings.connections,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    // One deadline covers the whole call.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connect: guardedConnector(settings),
  });
}

/** The lookup checks host names; IP literals are never looked up and are checked before connecting. */
function guardedConnector(settings: AgentSettings): buildConnector.connector {
  const { allowPrivateAddresses, timeout, ca } = settings;
  const lookup = settings.lookup ?? (allowPrivateAddresses ? undefined : publicLookup());
  const connect = buildConnector({ timeout, allowH2: false, ...(lookup ? { lookup } : {}), ...(ca ? { ca } : {}) });
  return (options, callback) => {
    try {
      if (!allowPrivateAddresses) assertPublic(options.hostname);
    } catch (blocked) {
      callback(blocked as BlockedAddress, null);
      return;
    }
    connect(options, callback);
  };
}
