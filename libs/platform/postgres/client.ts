import pg from 'pg';
import { Timeouts } from '#platform/concurrency';
import { type Address, addressOf, type Session, type Tls } from './address.js';
import type { Limits } from './limits.js';
import { isSqlError } from './sql-state.js';
import { withTextArrays } from './text-array.js';

/** A client's settings beside its address. */
export interface ClientOptions {
  limits: Limits;
  /** Settings of its sessions; they are not sent to a pooler, which refuses or ignores them. */
  settings?: Record<string, string>;
  applicationName?: string;
  /** Whether statements are prepared by name; absent: unless a pooler is in front. */
  prepared?: boolean;
}

/** Milliseconds without traffic after which TCP asks whether the other side is still there. */
const KEEPALIVE = 10_000;

/** Milliseconds that a client being closed waits for the other side. */
const CLOSING = 2_000;

/** Whether a pooler refused a setting of the session that it does not know (SQLSTATE 08P01). */
export function isUnknownToPooler(error: unknown): boolean {
  return isSqlError(error, 'protocol_violation');
}

/** The ways to a database, and the one that worked last. */
class Ways {
  /** A pooler in front refused the settings of sessions. */
  isPooled = false;
  private readonly ways: { host: string; port: number; ssl: Tls }[];
  private current = 0;

  constructor({ hosts, tls }: Address) {
    this.ways = hosts.flatMap((place) => (place.host.startsWith('/') ? [false as Tls] : tls).map((ssl) => ({ ...place, ssl })));
  }

  get count(): number {
    return this.ways.length;
  }

  get next() {
    return this.ways[this.current]!;
  }

  /** The next client tries another way, unless another one has gone on already. */
  failed(way: object, error: unknown): void {
    if (isUnknownToPooler(error)) this.isPooled = true;
    else if (way === this.next) this.current = (this.current + 1) % this.ways.length;
  }
}

/** Findings about an address hold for all clients of the process. */
const known = new Map<string, Ways>();

/** `pg.Client` on a database: each new client goes the way that worked last, and the next one another when it did not. */
export type ClientClass = (new (
  config?: pg.ClientConfig,
) => pg.Client) & {
  /** Number of clients to open until every address was tried. */
  readonly ways: number;
};

/** Settings with which timestamps and texts read the same, whatever a database or role sets; poolers know them. */
const READ_ALIKE = { TimeZone: 'UTC', DateStyle: 'ISO, MDY', standard_conforming_strings: 'on' };

/**
 * The class of the clients of a database, for a pool or to be opened singly.
 * @throws Error when the URL is wrong
 */
export function clientClass(url: string, { limits, settings = {}, applicationName, prepared }: ClientOptions): ClientClass {
  const address = addressOf(url);
  const ways = known.get(url) ?? new Ways(address);
  known.set(url, ways);
  const { user, password, database, session, options } = address;
  const common: pg.ClientConfig = {
    user,
    password,
    database,
    options,
    application_name: applicationName ?? 'lost-and-found',
    connectionTimeoutMillis: limits.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE,
  };
  const own = {
    // A page costs less than compiling its plan, and what is compiled is not kept.
    jit: 'off',
    // Another one, which a database or role may set, refuses what is done at the same time.
    default_transaction_isolation: 'read committed',
    ...settings,
    ...(limits.statement === undefined ? {} : { statement_timeout: String(limits.statement) }),
    ...(limits.idleInTransaction === undefined ? {} : { idle_in_transaction_session_timeout: String(limits.idleInTransaction) }),
  };
  const timeouts = limits.query === undefined ? undefined : new Timeouts(limits.query);
  return class extends pg.Client {
    private readonly way = ways.next;
    /** For round trips: `pg` would make a timer for each. */
    readonly timeouts = timeouts;

    static get ways(): number {
      return ways.count;
    }

    constructor(config: pg.ClientConfig = {}) {
      const { host, port, ssl } = ways.next;
      super({ ...config, ...common, types: withTextArrays(config.types), host, port, ssl });
    }

    /**
     * The loss of a client that nobody is asking anything is no fault: its next use fails. A server that ends may say so in the packet in
     * which it lets a client in, before whoever opened it can listen.
     */
    override emit(event: string, ...given: unknown[]): boolean {
      return (event !== 'error' || this.listenerCount(event) > 0) && super.emit(event as never, ...(given as never[]));
    }

    override getStartupConf(): Record<string, string> {
      return { ...super.getStartupConf(), ...READ_ALIKE, ...(ways.isPooled ? {} : own) };
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
    override connect(callback?: (error: Error | null, client?: pg.Client) => void): Promise<pg.Client> | undefined {
      const connected = this.open();
      if (!callback) return connected;
      connected.then(
        () => callback(null, this),
        (error) => callback(error),
      );
      return undefined;
    }

    /** Whether statements may be prepared by name. */
    get prepares(): boolean {
      return prepared ?? !ways.isPooled;
    }

    // biome-ignore lint/suspicious/noExplicitAny: the overloads of `pg` are its own
    override query(config: any, ...rest: any[]): any {
      const send = super.query.bind(this) as (...given: unknown[]) => unknown;
      if (typeof config?.submit === 'function') return send(config, ...rest);
      const query = typeof config === 'string' ? { text: config } : config;
      return send({ query_timeout: limits.query, ...query, ...(!this.prepares && { name: undefined }) }, ...rest);
    }

    /** A socket would stay open for ever after its other side is gone. */
    // biome-ignore lint/suspicious/noExplicitAny: the overloads of `pg` are its own
    override end(...given: any[]): any {
      const { stream } = this.connection;
      const destroying = setTimeout(() => this.connection.stream.destroy(), CLOSING).unref();
      stream.once('close', () => clearTimeout(destroying));
      return (super.end as (...given: unknown[]) => unknown)(...given);
    }

    private async open(): Promise<pg.Client> {
      try {
        await super.connect();
        await requireSession(this, session);
        return this;
      } catch (error) {
        ways.failed(this.way, error);
        void this.end().catch(() => undefined);
        throw error;
      }
    }
  };
}

/** @throws Error when the server is not what `target_session_attrs` asks for */
async function requireSession(client: pg.Client, session: Session): Promise<void> {
  if (session === 'any') return;
  const { rows } = await client.query(
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as read_only`,
  );
  const { standby, read_only: readOnly } = rows[0];
  const is = { 'read-write': !readOnly, 'read-only': readOnly, primary: !standby, standby };
  if (!is[session]) throw new Error(`Connection terminated: the server is not ${session}.`);
}
