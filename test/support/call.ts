import { checkedFetch } from './contract.js';

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
    const response = await checkedFetch(`${url}/api/v2${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(isJson && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isJson ? JSON.stringify(body) : (body as FormData | undefined),
    });
    // A stream does not end by itself.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      await response.body?.cancel();
      return { status: response.status, headers: response.headers, body: null };
    }
    const text = await response.text();
    const isRecord = /^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: text === '' ? null : isRecord ? JSON.parse(text) : text };
  };
}
