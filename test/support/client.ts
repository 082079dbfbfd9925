import * as sdk from '../../clients/typescript/src/generated/sdk.gen.js';
import { connect } from '../../clients/typescript/src/index.js';
import type { Answer } from './call.js';
import { checkedFetch } from './contract.js';

declare global {
  /** The generated client uses this browser type, which Node does not declare. */
  type BodyInit = NonNullable<RequestInit['body']>;
}

type Operations = typeof sdk;
type Received = { data?: unknown; error?: unknown; response?: Response };
type OptionsOf<Name extends keyof Operations> = NonNullable<Parameters<Operations[Name]>[0]>;

/** The generated client (`npm run client`), a method for each operation of the document. */
export type Client = { [Name in keyof Operations]: (options?: Partial<OptionsOf<Name>>) => Promise<Answer> };

/** The generated client for one token; every exchange is checked against openapi.json. */
export function clientOf(baseUrl: string, token?: string): Client {
  // One attempt: a refusal is what many specs are about.
  const client = connect({ baseUrl, token, attempts: 1, fetch: checkedFetch });
  const bound = Object.entries(sdk).map(([name, operation]) => [
    name,
    async (options: object = {}): Promise<Answer> => {
      // A stream of events, which has neither, is followed by specs of its own.
      const { data, error, response } = (await operation({ ...options, client } as never)) as Received;
      if (!response) throw error;
      return { status: response.status, headers: response.headers, body: response.status === 204 ? null : (data ?? error) };
    },
  ]);
  return Object.fromEntries(bound);
}

/** A value that the generated types don't allow, for calls that must be rejected. */
export function wrong(value: unknown): never {
  return value as never;
}
