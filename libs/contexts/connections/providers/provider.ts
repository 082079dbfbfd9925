import type { ProviderLine } from '../calls/provider-line.js';
import type { ConnectionKind } from '../domain/kinds.js';
import type { Connected } from '../kinds/connected.js';

/** Settings of a connection as they are stored, secrets included. */
export type Settings = Readonly<Record<string, unknown>>;

/** A provider that connections lead to. */
export interface Provider<Opened extends Connected = Connected> {
  kind: ConnectionKind;
  /** For people: `Sendcloud`. */
  name: string;
  /** The class of its settings: how they are given and judged. */
  settings: abstract new () => object;
  /** The settings that are sealed, and shown masked. */
  secrets: readonly string[];
  /** The setting that says which Locations its own names stand for. */
  locations?: string;
  /** Whether it calls an `eventsUrl`. */
  takesEvents: boolean;
  /** Whether secrets that are not given again keep their value; they do by default. */
  keepsSecrets?(given: Settings): boolean;
  /** Its settings with what follows from them, such as the usual port. */
  completed?(settings: Settings): Settings;
  /** Whether what it sends says nothing by itself: what it is about is read again, whenever that is of use. */
  readsAgain?: boolean;
  /** Whether the worker reads it; by its kind alone where this is not said. */
  isRead?(settings: Settings): boolean;
  /** Where it is called: scheme, host, port and maybe a path. */
  address(settings: Settings): string;
  /** Its adapter, on the wire of a connection. */
  open(line: ProviderLine): Opened;
}

/** Credentials of Basic authentication. */
export function basic(user: unknown, password: unknown): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
