import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { parse } from 'pg-connection-string';

/** How a connection is encrypted; false: not at all. */
export type Tls = ConnectionOptions | false;

/** The kind of server to connect to. */
export const SESSIONS = ['any', 'read-write', 'read-only', 'primary', 'standby'] as const;
export type Session = (typeof SESSIONS)[number];

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof MODES)[number];

/** A database and the servers that may have it, from a URL as libpq takes it. */
export interface Address {
  /** In the order in which they are tried; a host that begins with `/` is the folder of a unix socket. */
  hosts: readonly { host: string; port: number }[];
  user: string | undefined;
  password: string | undefined;
  database: string | undefined;
  /** The ways to encrypt, in the order in which they are tried. */
  tls: readonly Tls[];
  session: Session;
  /** Settings for the server, as `-c search_path=app`. */
  options: string | undefined;
}

/** The parameters that are read; those of other drivers are left out. */
const READ = [
  ...['host', 'port', 'user', 'password', 'dbname', 'options', 'target_session_attrs'],
  ...['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'],
];

/** `postgres://`, credentials, hosts and the rest of the URL. */
const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s;

/** Drivers of JavaScript call `require` so, as Heroku has it set. */
const UNCHECKED = 'no-verify';
/** `ssl=true` is JDBC's, which libpq takes too; `ssl=1` is that of drivers for Node.js. */
const SSL: Readonly<Record<string, Mode>> = { true: 'require', 1: 'require', false: 'disable', 0: 'disable' };
/**
 * Reads a URL with libpq's meanings of `sslmode`, `sslrootcert`, `sslcert`, `sslkey`, several hosts and `target_session_attrs`
 * (docs/operations.md). Files are read now.
 * @throws Error saying what is wrong, without the password
 */
export function addressOf(url: string): Address {
  const special = unescaped(url);
  if (special !== null) throw new Error(special);
  const [, scheme, credentials = '', authority = '', rest] = PARTS.exec(url) ?? [];
  if (scheme === undefined) throw new Error('must be a URL that begins with postgres:// or postgresql://');
  const single = new URL(`${scheme}${credentials}host${rest}`);
  const { searchParams } = single;
  const other = [...searchParams.keys()].flatMap(otherwiseWritten)[0];
  if (other !== undefined) throw new Error(other);
  const hosts = hostsOf(authority, searchParams);
  const mode = modeOf(searchParams);
  const session = oneOf('target_session_attrs', SESSIONS, searchParams.get('target_session_attrs') ?? 'any');
  for (const name of ['host', 'port', 'sslmode']) searchParams.delete(name);
  return {
    hosts,
    user: searchParams.get('user') ?? (decodeURIComponent(single.username) || undefined),
    password: searchParams.get('password') ?? (decodeURIComponent(single.password) || undefined),
    database: searchParams.get('dbname') ?? (decodeURIComponent(single.pathname.slice(1)) || undefined),
    tls: waysOf(mode, searchParams),
    session,
    options: searchParams.get('options') ?? undefined,
  };
}

/** Why a parameter would be left out without a word, as `ssl_mode` of MySQL and `SslMode` of Npgsql. */
function otherwiseWritten(name: string): string[] {
  const letters = (text: string) => text.toLowerCase().replace(/[_-]/g, '');
  const meant = READ.find((one) => letters(one) === letters(name));
  return meant === undefined || meant === name ? [] : [`has the parameter ${name}, which is written ${meant}`];
}

function modeOf(query: URLSearchParams): Mode {
  const ssl = query.get('ssl');
  const mode = query.get('sslmode') ?? (ssl === null ? null : SSL[oneOf('ssl', Object.keys(SSL), ssl)]!);
  const named = mode ?? process.env.PGSSLMODE ?? 'disable';
  return named === UNCHECKED ? 'require' : oneOf('sslmode', MODES, named);
}

/** The parameter by which other drivers name a schema, where it names another than `public`: PostgreSQL has none; null without. */
export function schemaParameter(url: string): string | null {
  const query = new URLSearchParams(url.split('?').slice(1).join('?'));
  return ['schema', 'currentSchema', 'search_path'].find((name) => !['public', null].includes(query.get(name))) ?? null;
}

/**
 * Why a URL does not mean what it seems to: `#`, and `/` or `?` before the `@` that ends a password, begin another part of it, and `%`
 * a character by its number. Without any of its text, which holds the password; null: it does.
 */
export function unescaped(url: string): string | null {
  // Parsers of URLs leave them out: two lines would be one address.
  if (/[\r\n\t]/.test(url)) return 'has a line break or tab within';
  const [, before] = /^(?!http)[a-z]+:\/\/[^/?#@]*([/?#])(?:(?<=\/)[^?@]*|[^=@]*)@/.exec(url) ?? [];
  const sign = url.includes('#') ? '#' : /^[a-z]+:\/\/[^/?#]*%(?![\da-f]{2})/i.test(url) ? '%' : before;
  if (sign === undefined) return null;
  return `has a ${sign} that is none of a URL: in a password it is written ${encodeURIComponent(sign)}`;
}

function hostsOf(authority: string, query: URLSearchParams): Address['hosts'] {
  const parts = authority === '' ? [''] : authority.split(',');
  const split = parts.map((part) => /^(\[[^\]]*\]|[^:\s]*)(?::(\d*))?$/.exec(part));
  if (split.includes(null)) throw new Error('has a host that is neither a name nor an address');
  const names = query.get('host')?.split(',') ?? split.map((part) => decodeURIComponent(part![1]!.replace(/^\[|\]$/g, '')));
  const ports = query.get('port')?.split(',') ?? split.map((part) => part![2] ?? '');
  if (ports.length !== 1 && ports.length !== names.length) throw new Error('has another number of ports than of hosts');
  return names.map((name, index) => {
    const port = Number((ports.length === 1 ? ports[0] : ports[index]) || 5432);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error('has a port that is not between 1 and 65535');
    return { host: name || 'localhost', port };
  });
}

/** `allow` and `prefer` use what the server offers and check nothing, the one plain text first, the other encryption. */
function waysOf(mode: Mode, query: URLSearchParams): readonly Tls[] {
  if (mode === 'disable') return [false];
  const encrypted = tlsOf(mode === 'allow' ? 'prefer' : mode, query);
  if (mode === 'allow') return [false, encrypted];
  return mode === 'prefer' ? [encrypted, false] : [encrypted];
}

/** pg-connection-string knows libpq's meanings; `system` stands for the certificate authorities that Node.js trusts. */
function tlsOf(mode: Exclude<Mode, 'disable' | 'allow'>, query: URLSearchParams): ConnectionOptions {
  const given = new URLSearchParams([['sslmode', mode]]);
  const authority = query.get('sslrootcert');
  const isSystem = authority === 'system';
  if (isSystem && mode !== 'verify-full') throw new Error('sslrootcert=system needs sslmode=verify-full');
  for (const name of ['sslcert', 'sslkey', ...(isSystem ? [] : ['sslrootcert'])]) {
    const file = query.get(name);
    if (file === null) continue;
    requireReadable(name, file);
    given.set(name, file);
  }
  if (mode === 'verify-ca' && authority === null) throw new Error('sslmode=verify-ca needs sslrootcert');
  const { ssl } = parse(`postgres://host/?${given}`, { useLibpqCompat: true });
  return ssl as ConnectionOptions;
}

/** @throws Error naming parameter and file, which the parser's own error may not */
function requireReadable(name: string, file: string): void {
  try {
    readFileSync(file);
  } catch (error) {
    throw new Error(`${name}: ${file} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function oneOf<Value extends string>(name: string, values: readonly Value[], value: string): Value {
  if (!values.includes(value as Value)) throw new Error(`${name} must be one of ${values.join(', ')}`);
  return value as Value;
}
