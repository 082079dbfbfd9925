/** An answer of a provider, as a spec looks at it. */
export interface Answered {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: specs look into answers without restating their types
  body: any;
}

/** Asks a provider, as its spec does: JSON by default, a form where the body is one. */
export async function ask(url: string, method: string, headers: Record<string, string>, body?: object): Promise<Answered> {
  const form = body instanceof URLSearchParams;
  const sent = form || body === undefined ? body : JSON.stringify(body);
  const type = form || body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers: { ...type, ...headers }, body: sent, redirect: 'manual' });
  const text = await answer.text();
  const json = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, headers: answer.headers, body: json ? JSON.parse(text) : text };
}
