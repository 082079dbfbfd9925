import { type ItemEvent, itemStream } from '#contexts/items';
import { type LocationEvent, locationStream } from '#contexts/locations';
import { type RequestEvent, requestStream } from '#contexts/requests';
import { type DomainEvent, type OutgoingHandlers, outgoing, type Recorded, type Subscription } from '#platform/event-store';
import type { Report } from '../domain/endpoint-events.js';
import { ITEM_REPORTS, LOCATION_REPORTS, REQUEST_REPORTS, type Reports } from './endpoint-reports.js';
import { deliveriesOf, type StatusReport } from './outbox.js';

/** What the configuration's URLs are told for an event; nothing where null (decisions.md, section 7). */
type StatusReports<Event extends DomainEvent> = (event: Recorded<Event>) => StatusReport | null;

/** `itemStatus` is sent when an item is registered and whenever its status changes. */
const itemStatus: StatusReports<ItemEvent> = ({ type, data }) => {
  if (type === 'ItemRegistered') return { kind: 'itemStatus', status: data.status, previousStatus: null };
  return type === 'ItemStatusChanged' ? { kind: 'itemStatus', ...data } : null;
};

/** `requestStatus` is sent when a Request is made and whenever its status changes: each of its other events is one of these. */
const requestStatus: StatusReports<RequestEvent> = ({ type, data }) =>
  type === 'PersonalDataErased' || type === 'GuestWrittenTo' ? null : { kind: 'requestStatus', ...data };

/** One statement for each event that anybody may be told of; none where there is nothing to tell. */
function handlersOf<Event extends DomainEvent>(reports: Reports<Event>, statusOf: StatusReports<Event>): OutgoingHandlers<Event> {
  type Teller = (event: Recorded<Event>, together: readonly Recorded<Event>[]) => readonly Report[];
  const handlers = Object.entries(reports as unknown as Record<string, Teller>).map(([type, tell]) => {
    const handle = (event: Recorded<Event>, together: readonly Recorded<Event>[]) => {
      const [status, told] = [statusOf(event), tell(event, together)];
      return status === null && told.length === 0 ? [] : deliveriesOf(event, status, told);
    };
    return [type, handle];
  });
  return Object.fromEntries(handlers);
}

/** Projections that write webhook deliveries. Webhooks are not sent again when projections are rebuilt. */
export const WEBHOOK_PROJECTIONS: readonly Subscription[] = [
  outgoing('item-webhooks', itemStream, handlersOf<ItemEvent>(ITEM_REPORTS, itemStatus)),
  outgoing('request-webhooks', requestStream, handlersOf<RequestEvent>(REQUEST_REPORTS, requestStatus)),
  outgoing(
    'location-webhooks',
    locationStream,
    handlersOf<LocationEvent>(LOCATION_REPORTS, () => null),
  ),
];
