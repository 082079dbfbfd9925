import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { basicAuthorization } from '#platform/outgoing';
import { type AttemptResult, SENT } from '../attempts/attempt.js';

/** An SMS, ready to send. */
export interface Sms {
  /** As its owner writes it, with its prefix. */
  to: string;
  text: string;
  id: string;
}

/** Sends SMS. */
export interface SmsGateway {
  send(sms: Sms): Promise<AttemptResult>;
}

const TIMEOUT = 20_000;

/**
 * Sends through a gateway: `POST` to the URL in which `{to}`, `{text}` and `{id}` are replaced. Any 2xx is a success; a user and
 * password in the URL become Basic authentication.
 */
export function httpGateway(template: string): SmsGateway {
  return {
    async send(sms) {
      const { url, headers } = request(template, sms);
      try {
        const response = await fetch(url, { method: 'POST', headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) });
        await response.body?.cancel();
        return verdictOf(response.status);
      } catch (problem) {
        const code = ((problem as Error).cause as { code?: string } | undefined)?.code ?? '';
        if (NEVER_CONNECTED.includes(code)) return { outcome: 'again', error: 'connection', responseCode: null };
        return { outcome: 'unknown', error: 'unanswered', responseCode: null };
      }
    },
  };
}

/** The development mailbox for SMS. */
export function folderGateway(folder: string): SmsGateway {
  return {
    async send({ to, text, id }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, `${id}.sms.txt`), `To: ${to}\n\n${text}\n`, { mode: 0o600 });
      return SENT;
    },
  };
}

const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

function request(template: string, { to, text, id }: Sms) {
  // `+44 07911 …` is valid to people, who leave the 0 out; a gateway dials what is there.
  const number = parsePhoneNumberFromString(to)?.number ?? to.replace(/[^+\d]/g, '');
  const values: Record<string, string> = { to: number, text, id };
  const url = new URL(template.replace(/\{(to|text|id)\}/g, (_match, name: string) => encodeURIComponent(values[name]!)));
  const authorization = basicAuthorization(url);
  url.username = '';
  url.password = '';
  const headers: Record<string, string> = authorization === null ? {} : { authorization };
  return { url, headers };
}

function verdictOf(status: number): AttemptResult {
  if (status >= 200 && status < 300) return { ...SENT, responseCode: status };
  // It may have been passed on: what a gateway says of the one behind it is 5xx too.
  if (status >= 500) return { outcome: 'unknown', error: 'unanswered', responseCode: status };
  const later = status === 429 || status === 408;
  if (status === 401 || status === 403) return { outcome: 'again', error: 'authentication', responseCode: status };
  return { outcome: later ? 'again' : 'never', error: later ? 'temporary' : 'refused', responseCode: status };
}
