import { setTimeout as pause } from 'node:timers/promises';
import { checkExchange } from './contract.js';

/** A response of the service, with its body. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: specs look into records without restating their types
  body: any;
}

/** Calls the service as one caller: a method, a path below `/api/v2`, body and headers. */
export type Call = (method: string, path: string, body?: object | FormData, headers?: Record<string, string>) => Promise<Answer>;

/** Calls with a token, or without one; every exchange is checked against openapi.json. */
export function callsWith(url: string, token: string | null): Call {
  return async (method, path, body, headers = {}) => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const address = `${url}/api/v2${path}`;
    const response = await fetch(address, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(isJson && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isJson ? JSON.stringify(body) : (body as FormData | undefined),
    });
    const { status, headers: answered, redirected } = response;
    const type = answered.get('content-type')?.split(';')[0]?.trim() ?? null;
    // A stream does not end by itself.
    const isStream = type === 'text/event-stream';
    if (isStream) await response.body?.cancel();
    const text = isStream ? '' : await response.text();
    const isRecord = type !== null && /^application\/(problem\+)?json$/.test(type);
    const read = text === '' ? null : isRecord ? JSON.parse(text) : text;
    if (!redirected && method !== 'HEAD') {
      const sent = isJson ? JSON.parse(JSON.stringify(body)) : undefined;
      checkExchange({
        method,
        url: address,
        sent,
        status,
        headers: answered,
        type,
        body: isRecord ? (read ?? undefined) : undefined,
      });
    }
    return { status, headers: answered, body: read };
  };
}

/** Calls again while a service with more work than it can do refuses (503), as integrators do: it did nothing then. */
export function patiently(call: Call): Call {
  return async (...given) => {
    for (;;) {
      const answer = await call(...given);
      if (answer.status !== 503) return answer;
      await pause(1_000);
    }
  };
}
