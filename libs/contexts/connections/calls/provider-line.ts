import type { LookupFunction } from 'node:net';
import type { ProviderName } from '../domain/kinds.js';
import { Answer } from './answer.js';
import type { ProviderAnswer, ProviderCall } from './provider-call.js';
import { EventUnreadable, ProviderFailed } from './provider-failed.js';

/** A connection that may be called. */
export interface OpenConnection {
  groupID: number;
  id: number;
  provider: ProviderName;
  /** null: all. */
  locationIDs: readonly string[] | null;
  enabled: boolean;
  /** Its settings, secrets included. */
  settings: Readonly<Record<string, unknown>>;
  eventsUrl: string | null;
  status: string;
  lastError: string | null;
  lastOkAt: Date | null;
}

/** How long calls may take: `together` all that one answer waits for, of several connections too; `each` of a worker. */
export type Patience = 'together' | 'each';

/** The wire to the provider of one connection: what its adapter calls it with. */
export interface ProviderLine {
  readonly connection: OpenConnection;
  /** The provider's name for people. */
  readonly name: string;
  /** @throws ProviderFailed */
  call(call: ProviderCall): Promise<ProviderAnswer>;
  /**
   * Does work as one call with a client of the provider's own protocol, such as IMAP. Its errors are a failure to reach the provider.
   * @param work ends with its connection when the signal is aborted
   * @param most milliseconds that a conversation of a worker may take, each answer in it 10 s at most
   */
  use<T>(work: (place: ProviderPlace, signal: AbortSignal) => Promise<T>, most?: number): Promise<T>;
}

/** Where such a client connects to. */
export interface ProviderPlace {
  /** Its protocol says whether it is encrypted from the beginning; user and password are in the settings. */
  url: URL;
  /** Finds public addresses alone; absent where the operator has set the address. */
  lookup?: LookupFunction;
}

/** The JSON of an answer. @throws ProviderFailed, also for an answer that is none */
export async function jsonOf(line: ProviderLine, call: ProviderCall): Promise<Answer> {
  const headers = { accept: 'application/json', ...call.headers };
  const { headers: answered, body } = await line.call({ ...call, headers });
  const type = String(answered['content-type'] ?? '');
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    throw new ProviderFailed(`${line.name} answered with ${type === '' ? 'no Content-Type' : type.slice(0, 50)} instead of JSON`);
  }
  return parsed(line.name, body);
}

/** JSON that came from a provider, without a mark of its encoding. @throws ProviderFailed */
export function parsed(name: string, body: Buffer): Answer {
  try {
    return new Answer(name, JSON.parse(new TextDecoder().decode(body)));
  } catch {
    throw new ProviderFailed(`${name} sent JSON that can not be read`);
  }
}

/** The words of an event. @throws EventUnreadable */
export function readEvent<T>(name: string, body: Buffer, read: (event: Answer) => T): T {
  try {
    return read(parsed(name, body));
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    throw new EventUnreadable(error.message);
  }
}
