import { availableParallelism } from 'node:os';
import { isIP } from 'class-validator';
import { EnvError, makeExactValidator } from 'envalid';
import ms from 'ms';
import { addressOf as databaseAddressOf, unescaped } from '#platform/postgres';

/** `5s`, `30m`, `3d`, `-1h`; in milliseconds. */
function milliseconds(text: string): number {
  const value = /^(0|-?\d+(\.\d+)?(ms|s|m|h|d))$/.test(text) ? ms(text as ms.StringValue) : Number.NaN;
  if (!Number.isFinite(value)) throw new EnvError(`"${text}" is not a duration such as 15s, 5m or 2h`);
  if (Math.abs(value) > ms(`${FURTHEST}d`)) throw new EnvError(`"${text}" is more than ${FURTHEST}d`);
  return value;
}

/** Moments further away have no date in PostgreSQL. */
const FURTHEST = 1_000_000;

function positive(text: string): number {
  const value = milliseconds(text);
  if (value <= 0) throw new EnvError('must be greater than zero');
  return value;
}

const FLAGS = new Map([
  ...['true', 't', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

/** Yes or no, in whatever case: YAML and Python write `True`. */
export const flag = makeExactValidator<boolean>((text) => {
  const value = FLAGS.get(text.toLowerCase());
  if (value === undefined) throw new EnvError(`"${text}" is neither true nor false`);
  return value;
});

/** A path; what a shell would put in is none in files of settings, and would become a folder of that name. */
export const folder = makeExactValidator<string>((text) => {
  const word = /^(?:~[^/]*|\$\w+|\$\{\w+\})(?=\/|$)/.exec(text)?.[0];
  if (word !== undefined) throw new EnvError(`a shell alone knows what ${word} is: write the path in full`);
  return text;
});

/** One of some words, in whatever case. */
export const choice = <Word extends string>(words: readonly Word[]) =>
  makeExactValidator<Word>((text) => {
    const word = words.find((one) => one === text.toLowerCase());
    if (word === undefined) throw new EnvError(`"${text}" is none of ${words.join(', ')}`);
    return word;
  });

export const duration = makeExactValidator<number>(positive);

/** A duration that may be none. */
export const wait = makeExactValidator<number>((text) => {
  const value = milliseconds(text);
  if (value < 0) throw new EnvError('must not be less than zero');
  return value;
});

/** How far the service's clock is moved; may be negative. */
export const offset = makeExactValidator<number>(milliseconds);

/** Durations separated by commas, in milliseconds. */
export const schedule = (text: string): readonly number[] => text.split(',').map((part) => positive(part.trim()));

export const durations = makeExactValidator<readonly number[]>(schedule);

/** A whole number in a range, both ends inclusive, with no more digits than the last has. */
const whole = (least: number, most: number, what: string) =>
  makeExactValidator<number>((text) => {
    const isWhole = /^\d+$/.test(text) && text.length <= String(most).length;
    if (!isWhole || Number(text) < least || Number(text) > most) throw new EnvError(`"${text}" is not ${what}`);
    return Number(text);
  });

export const count = whole(0, 999_999_999, 'a whole number of 0 or more');

export const tcpPort = whole(1, 65_535, 'a port from 1 to 65535');

/** A number of this installation among others. */
export const cellNumber = whole(0, 999, 'a cell from 0 to 999');

/** How many connections a process may hold: the costly kinds of call leave the others some. */
export const poolSize = whole(4, 9_999, 'a whole number from 4 to 9999');

/** A number of processes; `auto` is one for each core that this process may use. */
export const processes = makeExactValidator<number>((text) => {
  if (text === 'auto') return availableParallelism();
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1) throw new EnvError(`"${text}" is not a number of processes, nor auto`);
  return Number(text);
});

/** @throws EnvError when it is no URL of a protocol, or has a sign in a password that ends what comes before it */
function addressOf(protocols: readonly string[], text: string): string {
  const special = unescaped(text);
  if (special !== null) throw new EnvError(special);
  // Parsers of URLs take `https:host` too, and what is made of it is no address in a mail.
  const isOne = protocols.some((protocol) => text.toLowerCase().startsWith(`${protocol}//`));
  if (!isOne || !URL.canParse(text)) throw new EnvError(`must be a URL that begins with ${protocols.join('// or ')}//`);
  return text;
}

/** An address of this machine, or a name of one; that of IPv6 also in brackets, as in URLs. */
export const listenedAt = makeExactValidator<string>((text) => {
  const host = text.replace(/^\[(.*)\]$/, '$1');
  if (!isIP(host) && !/^[\w.-]+$/.test(host)) throw new EnvError('must be an address or name alone, as 0.0.0.0, :: or localhost');
  return host;
});

/** As libpq takes it; several hosts are separated by commas. */
export const databaseAddress = makeExactValidator<string>((text) => {
  try {
    databaseAddressOf(text);
  } catch (error) {
    throw new EnvError((error as Error).message);
  }
  return text;
});

/** One node, or several separated by commas: a cluster. */
export const redisAddresses = makeExactValidator<string>((text) =>
  text
    .split(',')
    .map((part) => {
      const address = addressOf(['redis:', 'rediss:'], part.trim());
      // A name would be taken for the first one.
      if (!/^\/?\d*$/.test(new URL(address).pathname))
        throw new EnvError('must name its database by number, as redis://queue:6379/1');
      return address;
    })
    .join(','),
);

/** The address that guests and integrations have. Its pages and files are at the root. */
export const publicAddress = makeExactValidator<string>((text) => {
  const { origin, pathname, search, username } = new URL(addressOf(['http:', 'https:'], text));
  if (pathname !== '/') throw new EnvError(`must have no path: pages are at the root, as of ${origin}`);
  if (search !== '' || username !== '') throw new EnvError(`must be a host alone, as ${origin}`);
  // As browsers write it, whatever its case: by it cookies are secure, and pages of its own are known.
  return origin;
});

/** `Name <address>`, or an address. */
export const sender = makeExactValidator<string>((text) => {
  if (!/^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text)) {
    throw new EnvError('must be an address such as Lost and Found <found@hotel.example>');
  }
  return text;
});

/** A base URL, to which paths are added. */
export const webAddress = makeExactValidator<string>((text) => {
  if (new URL(addressOf(['http:', 'https:'], text)).search !== '')
    throw new EnvError('must have no query: paths are added to it');
  return text.replace(/\/+$/, '');
});

/** Name that looks like an address and is compared to the letter: nothing is taken from it, a slash at its end included. */
export const webIdentifier = makeExactValidator<string>((text) => addressOf(['http:', 'https:'], text));

/** Origins as browsers send them, separated by commas. */
export const origins = makeExactValidator<readonly string[]>((text) =>
  text.split(',').map((part) => {
    const origin = addressOf(['http:', 'https:'], part.trim());
    if (new URL(origin).origin !== origin || origin.includes('*'))
      throw new EnvError(`"${origin}" is not an origin such as https://desk.example.com`);
    return origin;
  }),
);

/** The URL may contain credentials and options. */
export const mailServer = makeExactValidator<string>((text) => {
  const { hostname, port, protocol } = new URL(addressOf(['smtp:', 'smtps:'], text));
  if (hostname === '') throw new EnvError('must have a host, as smtp://mail.example:587');
  // Either side would wait for the other to begin.
  if (protocol === 'smtp:' && port === '465')
    throw new EnvError('must begin with smtps://, as port 465 is encrypted from the first byte');
  return text;
});

/** A URL in which `{to}` and `{text}` are replaced. */
export const smsGateway = makeExactValidator<string>((text) => {
  for (const part of ['{to}', '{text}']) if (!text.includes(part)) throw new EnvError(`must contain ${part}`);
  return addressOf(['http:', 'https:'], text);
});

/** Addresses that may be called elsewhere: the providers of connections, with the schemes of their addresses. */
const CONNECTABLE: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['sendcloud', 'easypost', 'stripe', 'mollie', 'mews', 'opera'].map((name) => [name, ['http:', 'https:']]),
  ),
  mail: ['imap:', 'imaps:'],
};

/** JSON: by provider the scheme, host and port that take the place of its own. */
export const connectionUrls = makeExactValidator<Readonly<Record<string, string>>>((text) => {
  const given = parsedJson(text);
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new EnvError('must be JSON such as {"stripe":"http://127.0.0.1:4010"}');
  }
  for (const [provider, address] of Object.entries(given)) {
    const schemes = Object.hasOwn(CONNECTABLE, provider) ? CONNECTABLE[provider]! : null;
    if (schemes === null) throw new EnvError(`"${provider}" is none of ${Object.keys(CONNECTABLE).join(', ')}`);
    const { pathname, search, username, hostname } = new URL(addressOf(schemes, String(address)));
    if (!['', '/'].includes(pathname) || search !== '' || username !== '' || hostname === '') {
      throw new EnvError(`of "${provider}" must be scheme, host and port alone: paths stay the provider's`);
    }
  }
  return given as Record<string, string>;
});

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const key32 = makeExactValidator<Buffer>((text) => {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) throw new EnvError('must be 32 bytes in base64, for example from: openssl rand -base64 32');
  return key;
});

export const bucketName = makeExactValidator<string>((text) => {
  if (!/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(text)) throw new EnvError(`"${text}" is not a valid bucket name`);
  return text;
});
