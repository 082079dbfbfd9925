import type { Answer } from '../support/call.js';
import { type Client, clientOf } from '../support/client.js';
import { createUser } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

/** A service with an Integration's generated client, and one of another Group. */
export interface Contract extends TestService {
  api: Client;
  other: Client;
  /** Creates a user, and the client of who is signed in as that user. */
  user(username: string, changes?: { userRole?: string; locationID?: string }): Promise<{ ID: number; client: Client }>;
  /** Signs in anew: what a user may do is seen at once then, else within 5 seconds. */
  clientFor(username: string): Promise<Client>;
}

export async function startContract(): Promise<Contract> {
  const service = await startService();
  const api = clientOf(service.url, service.token);
  const other = clientOf(service.url, (await service.group('other')).token);
  const clientFor = async (username: string) => clientOf(service.url, (await service.signIn(username)).accessToken);
  return {
    ...service,
    api,
    other,
    clientFor,
    async user(username, { userRole = 'group_admin', locationID = 'demo:1' } = {}) {
      const { ID } = await createUser(service.call, username, userRole, locationID);
      return { ID, client: await clientFor(username) };
    },
  };
}

/** A timestamp of a record (api-v2.md, conventions). */
export const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/;

/** `201` for an answer that is no refusal, `412 precondition_failed` for one, and for wrong fields `colors.0 not_allowed`, sorted. */
export function outcome({ status, body }: Answer): string {
  if (status < 400) return String(status);
  if (body.code !== 'validation_failed') return `${status} ${body.code}`;
  if (status !== 400) return `${status} validation_failed`;
  return body.errors
    .map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
    .sort()
    .join(', ');
}

/** The addresses of a `Link` header by their relation (RFC 8288), with what their queries ask for. */
export function links({ headers }: Answer): Record<string, Record<string, string>> {
  const found = (headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g);
  return Object.fromEntries(
    [...found].map(([, address, rel]) => [rel!, Object.fromEntries(new URL(address!, 'http://x').searchParams)]),
  );
}
