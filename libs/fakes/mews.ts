import { randomUUID } from 'node:crypto';
import { MewsHotel } from './mews.hotel.js';
import { COMPANIONSHIPS, CONFIGURATION, CUSTOMERS, judge, problem, RESERVATIONS, RESOURCES } from './mews.shapes.js';
import { colliding, type Interval, utc, within } from './mews.world.js';
import type { Shape } from './shape.js';

/** A question to a list, as far as it is judged. */
interface Asked {
  Limitation: { Cursor?: string | null; Count: number };
  Extent?: Record<string, boolean>;
  [filter: string]: unknown;
}

const FILTERS = [
  'ReservationIds',
  'ServiceIds',
  'AccountIds',
  'ReservationGroupIds',
  'Numbers',
  'AssignedResourceIds',
  'CreatedUtc',
  'UpdatedUtc',
  'CollidingUtc',
  'ScheduledStartUtc',
  'ScheduledEndUtc',
  'ActualStartUtc',
  'ActualEndUtc',
  'States',
];
const TIMES = ['CreatedUtc', 'UpdatedUtc', 'ScheduledStartUtc', 'ScheduledEndUtc', 'ActualStartUtc', 'ActualEndUtc'] as const;

/** Mews' Connector API. Each operation has the address of its page, below https://mews-systems.gitbook.io/connector-api/operations */
export class FakeMews extends MewsHotel {
  constructor(
    readonly clientToken = 'client-token',
    readonly accessToken = 'access-token',
  ) {
    super();
    const on = (path: string, shape: Shape, handle: (asked: Asked) => object, filters?: readonly string[]) =>
      this.api('POST', `/api/connector/v1${path}`, ({ body }) => {
        judge(shape, body, filters);
        this.authorize(body as Record<string, string>);
        const answer = structuredClone(handle(body as Asked));
        this.meanwhile();
        return { body: answer };
      });
    // configuration#get-configuration
    on('/configuration/get', CONFIGURATION, () => this.configuration());
    // reservations#get-all-reservations-ver-2023-06-06
    on('/reservations/getAll/2023-06-06', RESERVATIONS, (asked) => this.reservations(asked), FILTERS);
    // customers#get-all-customers: one of these filters is required
    const people = ['CustomerIds', 'UpdatedUtc', 'CreatedUtc', 'Emails', 'LastNames', 'CompanyIds'];
    on('/customers/getAll', CUSTOMERS, (asked) => this.customers(asked), people);
    // resources#get-all-resources
    on('/resources/getAll', RESOURCES, (asked) => this.resources(asked));
    // companionships#get-all-companionships
    const stays = ['ReservationIds', 'CompanionshipIds', 'CustomerIds', 'ReservationGroupIds'];
    on('/companionships/getAll', COMPANIONSHIPS, (asked) => this.companionships(asked), stays);
  }

  private configuration(): object {
    const Enterprise = { Id: randomUUID(), Name: 'Hotel', TimeZoneIdentifier: this.timeZone, DefaultLanguageCode: 'en-GB' };
    return { NowUtc: utc(this.now()), Enterprise };
  }

  private reservations(asked: Asked): object {
    return pageOf('Reservations', this.ledger.reservations, asked, (one) => {
      const named = { ReservationIds: one.Id, ServiceIds: one.ServiceId, AccountIds: one.AccountId, Numbers: one.Number };
      const more = { States: one.State, ReservationGroupIds: one.GroupId, AssignedResourceIds: one.AssignedResourceId };
      const timely = TIMES.every((name) => within(one[name], asked[name] as Interval));
      return timely && among({ ...named, ...more }, asked) && colliding(one, asked.CollidingUtc as Interval);
    });
  }

  private customers(asked: Asked): object {
    const page = pageOf('Customers', this.ledger.customers, asked, (one) => {
      const timely = within(one.UpdatedUtc, asked.UpdatedUtc as Interval) && within(one.CreatedUtc, asked.CreatedUtc as Interval);
      return timely && among({ CustomerIds: one.Id, Emails: one.Email, LastNames: one.LastName }, asked);
    });
    return asked.Extent?.Customers ? page : { ...page, Customers: null };
  }

  private resources(asked: Asked): object {
    const page = pageOf('Resources', this.ledger.resources, asked, (one) => {
      const there = one.IsActive || asked.Extent?.Inactive === true;
      return (
        there && within(one.UpdatedUtc, asked.UpdatedUtc as Interval) && among({ ResourceIds: one.Id, Names: one.Name }, asked)
      );
    });
    return asked.Extent?.Resources ? page : { ...page, Resources: null };
  }

  private companionships(asked: Asked): object {
    const page = pageOf('Companionships', this.ledger.companionships, asked, (one) =>
      among(
        { ReservationIds: one.ReservationId, CustomerIds: one.CustomerId, ReservationGroupIds: one.ReservationGroupId },
        asked,
      ),
    );
    const customers = this.ledger.customers.filter(({ Id }) => page.Companionships?.some(({ CustomerId }) => CustomerId === Id));
    return { ...page, Customers: asked.Extent?.Customers ? customers : null };
  }

  private authorize({ ClientToken, AccessToken }: Record<string, string>): void {
    if (ClientToken !== this.clientToken) throw problem(401, 'Invalid ClientToken.');
    if (AccessToken !== this.accessToken) throw problem(401, 'Invalid AccessToken.');
  }
}

const SETS = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether each list of values that is asked for has that of one. */
function among(values: Record<string, string | null>, asked: Asked): boolean {
  return Object.entries(values).every(([name, value]) => {
    const wanted = asked[name] as string[] | null | undefined;
    if (!wanted) return true;
    // A hotel may have tens of thousands, of which hundreds are asked for at once.
    if (!SETS.has(wanted)) SETS.set(wanted, new Set(wanted));
    return value !== null && SETS.get(wanted)!.has(value);
  });
}

/** A page of the latest that were made, from behind the cursor, wherever that is now. The cursor of a page is its last. */
function pageOf<One extends { Id: string }, Name extends string>(
  name: Name,
  all: One[],
  { Limitation: { Cursor, Count } }: Asked,
  wanted: (one: One) => boolean,
) {
  const latest = all.toReversed();
  const at = Cursor ? latest.findIndex(({ Id }) => Id === Cursor) : -1;
  if (Cursor && at < 0) throw problem(400, 'Invalid Cursor.');
  const page = latest
    .slice(at + 1)
    .filter(wanted)
    .slice(0, Count);
  return { [name]: page, Cursor: page.at(-1)?.Id ?? null } as Record<Name, One[]> & { Cursor: string | null };
}
