import { newKey } from '../device/browser.js';

/** How long after its answer the same call is taken for the same press, in ms. */
const SAME = 2_000;

/** The keys of calls by what they say. */
const keys = new Map<string, string>();

/**
 * Gives a POST an `Idempotency-Key`. The same call has the same one as long as no answer has told what came of it, and two seconds
 * longer: sent twice, it is done once.
 */
export async function keyed(request: Request): Promise<Request> {
  const isText = request.headers.get('Content-Type')?.includes('json') ?? true;
  if (request.method !== 'POST' || request.headers.has('Idempotency-Key') || !isText) return request;
  const content = JSON.stringify([request.url, request.headers.get('If-Match'), await request.clone().text()]);
  const key = keys.get(content) ?? newKey();
  keys.set(content, key);
  request.headers.set('Idempotency-Key', key);
  return request;
}

/** Hears that the service has decided on a call: made again later, it is another. */
export function decided(request: Request): void {
  const sent = request.headers.get('Idempotency-Key');
  setTimeout(() => {
    for (const [content, key] of keys) if (key === sent) keys.delete(content);
  }, SAME);
}
