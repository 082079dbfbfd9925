/** A request as the provider got it. */
export interface Seen {
  /** The method and the route, as the fake names it: `POST /v1/refunds`. */
  route: string;
  path: string;
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** JSON or a form; a form's values are texts, its brackets objects and arrays. */
  body: unknown;
  /** The status of its answer, or null where it had none. */
  status: number | null;
}

/** The answer of a handler: an object is sent as JSON, a text as a page, bytes as they are. */
export interface Answer {
  status?: number;
  body?: object | string | Buffer;
  headers?: Record<string, string>;
}

/** A handler throws it to answer at once. */
export class Refusal extends Error {
  constructor(readonly answer: Answer) {
    super(`Refused with ${answer.status}`);
  }
}

/**
 * A fault of a call. `before`: nothing has happened at the provider; `after`: it has. A `silent` call takes effect and is
 * never answered, a `slow` one is answered late.
 */
export type Fault = 'slow' | 'silent' | '408' | '422' | '429' | '500 before' | '500 after' | 'reset before' | 'reset after';

/** The header of a user and a password. */
export const basic = (user: string, password = '') => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
