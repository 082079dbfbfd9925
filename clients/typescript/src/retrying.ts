export interface RetryOptions {
  /** How often a call is tried at most; 5 by default. */
  attempts?: number;
  /** Milliseconds before the second attempt, doubled before each further one, unless `Retry-After` says otherwise; 500 by default. */
  firstDelay?: number;
  /** The longest wait in milliseconds that `Retry-After` may ask for; what asks for more is answered as it is. 60 s by default. */
  longestDelay?: number;
  /** What calls the service; `fetch` by default. */
  fetch?: (request: Request) => Promise<Response>;
}

/** Too many calls, and what a restart or an overload of the service or of a proxy before it answers. */
const PASSING = new Set([429, 502, 503, 504]);

/**
 * `fetch` that tries again after a broken connection, 429, 502, 503 and 504. A POST without an `Idempotency-Key` gets one: the attempts
 * then take effect once. While one whose connection broke is still at work, the next is refused as `idempotency_conflict`, and tried again.
 */
export function retrying(options: RetryOptions = {}): typeof fetch {
  const { attempts = 5, firstDelay = 500, longestDelay = 60_000, fetch: call = (request) => fetch(request) } = options;
  return async (input, init) => {
    const request = new Request(input, init);
    if (request.method === 'POST' && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', randomKey());
    }
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt >= attempts;
      const answer = await call(request.clone()).catch((error: unknown) => {
        if (last || request.signal.aborted) throw error;
        return undefined;
      });
      if (answer && (last || !(PASSING.has(answer.status) || (await isUnderWay(answer))))) return answer;
      const wait = waitAfter(answer) ?? firstDelay * 2 ** (attempt - 1) * (0.8 + 0.4 * Math.random());
      if (answer && wait > longestDelay) return answer;
      await answer?.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  };
}

/** As `crypto.randomUUID`, which browsers have with https alone. */
const randomKey = (): string =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ (byte! & (15 >> (Number(digit) / 4)))).toString(16);
  });

/** Whether an attempt with the same `Idempotency-Key` is still at work: what it comes to is told to a later one. */
async function isUnderWay(answer: Response): Promise<boolean> {
  if (answer.status !== 409) return false;
  const problem: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return (problem as { code?: unknown } | null | undefined)?.code === 'idempotency_conflict';
}

/** Milliseconds; undefined where the answer says nothing. The service gives seconds, a proxy may give a date. */
function waitAfter(answer: Response | undefined): number | undefined {
  const given = answer?.headers.get('Retry-After');
  if (!given) return undefined;
  const wait = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
