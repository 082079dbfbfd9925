import { setTimeout as pause } from 'node:timers/promises';
import { checkResponse, isJson, send } from './contract.js';

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
    const address = `${url}/api/v2${path}`;
    const form = body instanceof FormData ? body : undefined;
    const sent = form ? undefined : JSON.stringify(body);
    const response = await send(address, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ?? sent,
    });
    const text = await textOf(response);
    checkResponse({ method, url: address, sent }, response, isJson(response) ? text : undefined);
    const read = text === '' ? null : isJson(response) ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, body: read };
  };
}

/** Nothing of a stream, which does not end by itself. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  await response.body?.cancel();
  return '';
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
