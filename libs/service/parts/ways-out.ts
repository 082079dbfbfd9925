import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { asksMailServer } from '#contexts/messages';
import { discoverProvider } from '#contexts/sign-in';
import type { Configuration } from '#platform/configuration';
import { whyUnreachable } from '#platform/kernel';
import type { ProcessName } from './parts.js';
import type { Ways } from './watch-ways.js';

/** Milliseconds that what is asked has for its answer. */
const LIMIT = 10_000;

/** Ways out of the machine, each tried without sending anything. @throws Error saying in words why it does not work */
export function waysOut({ messages, publicUrl, sso }: Configuration): Ways {
  return {
    mail: () => asksMailServer(messages.smtpUrl!, messages.from, new URL(publicUrl).hostname),
    sms: () => opens('SMS_URL', messages.smsUrl!),
    public_url: () => answersAsService(publicUrl),
    sign_on: async () => {
      await discoverProvider(sso!);
      return `${sso!.issuer} is found and calls itself so; the secret shows with the first sign-in`;
    },
  };
}

/**
 * The ways that a process tries by itself, where they are set up. The public address is left out: many networks lead to it from outside
 * alone.
 */
export function waysOf(configuration: Configuration, process: ProcessName): Ways {
  const { mail, sms, sign_on } = waysOut(configuration);
  const { messages, sso } = configuration;
  if (process === 'api') return sso === null ? {} : { sign_on: sign_on! };
  return { ...(messages.smtpUrl !== null && { mail: mail! }), ...(messages.smsUrl !== null && { sms: sms! }) };
}

/** Opens a connection to the host of an address, encrypted where the address is. */
async function opens(variable: string, address: string): Promise<string> {
  // The part that is replaced in it is no part of the host.
  const { protocol, hostname, port } = new URL(address.replaceAll(/[{}]/g, ''));
  const isSecure = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const to = { host, port: Number(port || (isSecure ? 443 : 80)) };
  const socket = isSecure ? connectSecurely({ ...to, servername: host }) : connect(to);
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(LIMIT) });
  } catch (error) {
    throw new Error(`${host}:${to.port} (${variable}) could not be reached: ${whyUnreachable(error)}`);
  } finally {
    socket.destroy();
  }
  return `${host}:${to.port} takes connections; nothing was sent`;
}

/** Asks the service under its public address, as guests do. @throws Error saying in words why it is not found there */
export async function answersAsService(publicUrl: string): Promise<string> {
  const url = `${publicUrl}/health/ready`;
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(LIMIT) }).catch((error) => {
    throw new Error(`${publicUrl} (PUBLIC_URL) could not be reached from here: ${whyUnreachable(error)}`);
  });
  const text = await answer.text();
  if (answer.status === 503 && /"code":\s*"unavailable"/.test(text)) throw new Error(`${url} says that the service is not ready`);
  if (!/"checks":\s*\{[^}]*"migrations"/.test(text)) {
    throw new Error(`something else than this service answers at ${url}, with ${answer.status}: see PUBLIC_URL and the proxy`);
  }
  return `${publicUrl} leads to this service`;
}
