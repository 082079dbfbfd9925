import { Webhook } from 'standardwebhooks';
import { expect, vi } from 'vitest';
import type { Call } from '../support/call.js';
import { Receiver } from '../support/receiver.js';
import type { TestService } from '../support/service.js';

/** What endpoints can be told (decisions.md, section 10). */
export const EVENTS = [
  'item.created',
  'item.updated',
  'item.status',
  'item.deleted',
  'item.message',
  'item.shipment',
  'item.payment',
  'request.created',
  'request.updated',
  'request.status',
  'request.deleted',
  'location.updated',
];

/** What an endpoint was told. */
export interface Told {
  type: string;
  timestamp: string;
  data: Record<string, unknown> & { id: number | string };
}

/** A webhook endpoint of a Group and its real receiver, which verifies by the published library of Standard Webhooks. */
export class TestEndpoint {
  private constructor(
    readonly receiver: Receiver,
    readonly ID: number,
    public secret: string,
  ) {}

  /** @param body of the endpoint; all events by default */
  static async open(call: Call, body: object = {}): Promise<TestEndpoint> {
    const receiver = await Receiver.open();
    const answer = await call('POST', '/webhooks/endpoints', { url: receiver.url, events: EVENTS, ...body });
    expect(answer.status).toBe(201);
    return new TestEndpoint(receiver, answer.body.ID, answer.body.secret);
  }

  /** What it was told so far, verified with its secret, without test events. */
  get told(): Told[] {
    const verified = this.receiver.received.map(({ body, headers }) => new Webhook(this.secret).verify(body, headers) as Told);
    return verified.filter(({ type }) => type !== 'test');
  }

  /** Waits for what it is told of a record: the types, in any order, and no others. */
  async hears(id: number | string, ...types: string[]): Promise<Told[]> {
    const about = () => this.told.filter(({ data }) => data.id === id);
    await vi.waitFor(
      () =>
        expect(
          about()
            .map(({ type }) => type)
            .sort(),
        ).toEqual(types.sort()),
      50_000,
    );
    return about();
  }

  close(): Promise<void> {
    return this.receiver.close();
  }
}

/** The calls that specs of endpoints make. */
export function endpointCalls(service: () => TestService) {
  const opened: TestEndpoint[] = [];
  const eventsOf = async (query: string, call = service().call) => (await call('GET', `/webhooks/events?${query}`)).body.events;
  return {
    /** One with a receiver, until the end of the story. */
    async endpoint(body: object = {}): Promise<TestEndpoint> {
      const made = await TestEndpoint.open(service().call, body);
      opened.push(made);
      return made;
    },
    async end(): Promise<void> {
      await deleteAll(service().call);
      for (const endpoint of opened.splice(0)) await endpoint.close();
    },
    create: async (body: object) => (await service().call('POST', '/webhooks/endpoints', body)).body,
    read: async (id: number, call = service().call) => (await call('GET', `/webhooks/endpoints/${id}`)).body,
    change: (id: number, body: object) => service().call('PUT', `/webhooks/endpoints/${id}`, body),
    eventsOf,
    /** Waits until its one event has failed so often: attempts count from their beginning. */
    async failed({ ID: endpointID }: TestEndpoint, times: number): Promise<void> {
      const logOf = async () => {
        const [event] = await eventsOf(`endpointID=${endpointID}`);
        return event && (await service().call('GET', `/webhooks/events/${event.ID}`)).body.attemptLog;
      };
      const failure = { responseStatus: 500, error: 'http_error' };
      await vi.waitFor(async () => expect(await logOf()).toMatchObject(Array(times).fill(failure)), 50_000);
    },
  };
}

/** Deletes all endpoints of a Group. */
async function deleteAll(call: Call): Promise<void> {
  for (const { ID } of (await call('GET', '/webhooks/endpoints')).body)
    expect((await call('DELETE', `/webhooks/endpoints/${ID}`)).status).toBe(204);
}

/** Inserts events of an endpoint that have failed and wait for a retry tomorrow. */
export function backlog(service: TestService, id: number, count: number) {
  return service.sql(
    `insert into webhook_deliveries (group_id, id, kind, location_id, subject_id, event, body, created_at, status, error, attempts, step,
       next_attempt_at, claimable_at)
     select $1,
       (left(uuid_floor(now())::text, 13) || '-7' || right(to_char($2::int, '0000'), 3) || '-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
       'endpoint:' || $2::int, 'demo:1', n, 'item.created', '{}', now(), 'failed', 'http_error', 1, 1,
       now() + interval '1 day', now() + interval '1 day'
     from generate_series(1, $3::int) n`,
    [service.groupID, id, count],
  );
}
