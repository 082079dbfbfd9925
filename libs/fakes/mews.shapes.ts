import { Refusal } from './call.js';
import type { Interval } from './mews.world.js';
import { list, nullable, number, object, one, type Shape, text, truth } from './shape.js';

/** Fields that are not named are ignored: https://mews-systems.gitbook.io/connector-api/guidelines/requests */
const tokens = { ClientToken: text(), AccessToken: text(), Client: text() };
const ids = (max: number) => nullable(list(text({ like: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i }), 0, max));
const names = nullable(list(text(), 0, 1_000));

const time = text({ like: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/ });
const THREE_MONTHS = 92 * 86_400_000;
/** An interval of at most three months. */
const interval: Shape = nullable((value, path = []) => {
  const flaws = object({ StartUtc: time, EndUtc: time })(value, path);
  if (flaws.length > 0) return flaws;
  const { StartUtc, EndUtc } = value as Interval;
  const length = Date.parse(EndUtc) - Date.parse(StartUtc);
  return length < 0 || length > THREE_MONTHS ? [{ path, kind: 'value' }] : [];
});
/** https://mews-systems.gitbook.io/connector-api/guidelines/pagination */
const Limitation = object({ Count: number(1, 1_000) }, { Cursor: nullable(text()) });

export const CONFIGURATION = object(tokens, {}, true);

const states = one('Inquired', 'Confirmed', 'Started', 'Processed', 'Canceled', 'Optional', 'Requested');
export const RESERVATIONS = object(
  { ...tokens, Limitation },
  {
    ReservationIds: ids(1_000),
    ServiceIds: ids(1_000),
    AccountIds: ids(1_000),
    ReservationGroupIds: ids(1_000),
    AssignedResourceIds: ids(1_000),
    EnterpriseIds: ids(1_000),
    Numbers: names,
    CreatedUtc: interval,
    UpdatedUtc: interval,
    CollidingUtc: interval,
    ScheduledStartUtc: interval,
    ScheduledEndUtc: interval,
    ActualStartUtc: interval,
    ActualEndUtc: interval,
    States: nullable(list(states)),
  },
  true,
);

export const CUSTOMERS = object(
  { ...tokens, Limitation, Extent: object({}, { Customers: truth, Addresses: truth, Documents: truth }, true) },
  { CustomerIds: ids(1_000), CompanyIds: ids(1), CreatedUtc: interval, UpdatedUtc: interval, Emails: names, LastNames: names },
  true,
);

export const RESOURCES = object(
  { ...tokens, Limitation, Extent: object({}, { Resources: truth, Inactive: truth }, true) },
  { ResourceIds: ids(1_000), EnterpriseIds: ids(1_000), Names: names, CreatedUtc: interval, UpdatedUtc: interval },
  true,
);

export const COMPANIONSHIPS = object(
  { ...tokens, Limitation, Extent: object({}, { Reservations: truth, ReservationGroups: truth, Customers: truth }, true) },
  { CompanionshipIds: ids(1_000), ReservationIds: ids(1_000), CustomerIds: ids(1_000), ReservationGroupIds: ids(1_000) },
  true,
);

/** A refusal as they word it: https://mews-systems.gitbook.io/connector-api/guidelines/responses */
export function problem(status: number, Message: string): Refusal {
  return new Refusal({ status, body: { Message, RequestId: 'request' } });
}

/** @throws Refusal where a body is not as documented, or lacks a filter that is required */
export function judge(shape: Shape, body: unknown, filters: readonly string[] = []): void {
  const [flaw] = shape(body ?? {});
  if (flaw) throw problem(400, `Invalid ${flaw.path.join('.') || 'JSON'}.`);
  const given = body as Record<string, unknown>;
  if (filters.length > 0 && !filters.some((name) => given[name])) throw problem(400, `Invalid ${filters[0]}.`);
}
