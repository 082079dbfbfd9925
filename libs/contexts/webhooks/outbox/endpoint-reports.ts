import { type ItemEvent, SHIPMENT_STATUSES } from '#contexts/items';
import type { LocationEvent } from '#contexts/locations';
import type { RequestEvent } from '#contexts/requests';
import type { DomainEvent, Recorded } from '#platform/event-store';
import type { Report } from '../domain/endpoint-events.js';

/** What endpoints are told for each kind of event. The code does not compile while a kind is missing here. */
export type Reports<Event extends DomainEvent> = {
  readonly [Type in Event['type']]: (
    event: Recorded<Extract<Event, { type: Type }>>,
    together: readonly Recorded<Event>[],
  ) => readonly Report[];
};

const NOTHING: readonly Report[] = [];

/** The fields of the item's record that an event changes besides the status. The code does not compile while a kind is missing. */
function itemFields({ type, data }: ItemEvent): readonly string[] {
  switch (type) {
    case 'ItemUpdated':
      return Object.keys(data);
    case 'OwnerResponded':
      return Object.keys(data).filter((field) => field !== 'response' && field !== 'respondedAt');
    case 'ItemMatched':
    case 'ItemUnmatched':
      return ['requestID', ...(data.owner ? ['owner'] : [])];
    case 'ItemReopened':
    case 'AnswerTakenBack':
      return ['storageExpiresAt'];
    case 'ItemRegistered':
    case 'ItemStatusChanged':
    case 'ItemPaymentChanged':
    case 'ContactCorrected':
    case 'ShipmentReported':
    case 'ContactBounced':
    case 'OwnerWrittenTo':
    case 'PersonalDataErased':
      return [];
    default:
      return type satisfies never;
  }
}

/** One report for all that a commit changed, with the first of its events. */
function itemUpdated(event: Recorded<ItemEvent>, together: readonly Recorded<ItemEvent>[]): readonly Report[] {
  const first = together.find((each) => itemFields(each).length > 0);
  return event === first ? updated('item.updated', [...new Set(together.flatMap(itemFields))]) : NOTHING;
}

/** A record's making is `created` alone, its deletion `deleted` alone, `status` any later change (decisions.md, section 10). */
export const ITEM_REPORTS: Reports<ItemEvent> = {
  ItemRegistered: () => [{ type: 'item.created' }],
  ItemUpdated: itemUpdated,
  ItemStatusChanged: ({ data: { status, previousStatus } }, together) => {
    if (status === 'deleted') return [{ type: 'item.deleted' }];
    const isReported = together.some(({ type }) => type === 'ShipmentReported');
    const isShipped = (SHIPMENT_STATUSES as readonly string[]).includes(status);
    return [{ type: 'item.status', previousStatus }, ...(isShipped && !isReported ? ([{ type: 'item.shipment' }] as const) : [])];
  },
  OwnerResponded: itemUpdated,
  ItemMatched: itemUpdated,
  ItemUnmatched: itemUpdated,
  ItemReopened: itemUpdated,
  AnswerTakenBack: itemUpdated,
  ItemPaymentChanged: () => [{ type: 'item.payment' }],
  // The update says so.
  ContactCorrected: () => NOTHING,
  ShipmentReported: () => [{ type: 'item.shipment' }],
  // Told of the message that bounced or was sent (message-reports.ts).
  ContactBounced: () => NOTHING,
  OwnerWrittenTo: () => NOTHING,
  PersonalDataErased: () => NOTHING,
};

export const REQUEST_REPORTS: Reports<RequestEvent> = {
  RequestMade: () => [{ type: 'request.created' }],
  DetailsAsked: ({ data }) => [...updated('request.updated', ['askForDetails']), ...changedStatus(data)],
  DetailsGiven: ({ data }) => [...updated('request.updated', ['askForDetails']), ...changedStatus(data)],
  RequestMatched: ({ data }) => [...updated('request.updated', matched(data)), ...changedStatus(data)],
  RequestUnmatched: ({ data }) => [...updated('request.updated', matched(data)), ...changedStatus(data)],
  RequestStatusChanged: ({ data }) => changedStatus(data),
  GuestWrittenTo: () => NOTHING,
  PersonalDataErased: () => NOTHING,
};

export const LOCATION_REPORTS: Reports<LocationEvent> = {
  LocationCreated: () => NOTHING,
  LocationUpdated: ({ data }, together) =>
    together.some(({ type }) => type === 'PersonalDataErased') ? NOTHING : updated('location.updated', Object.keys(data)),
  LocationShippingChanged: () => NOTHING,
  LocationDeactivated: () => updated('location.updated', ['active']),
  LocationReactivated: () => updated('location.updated', ['active']),
  PersonalDataErased: () => updated('location.updated', ['contactDetails']),
};

function updated(type: Extract<Report, { fields: unknown }>['type'], fields: readonly string[]): readonly Report[] {
  return fields.length === 0 ? NOTHING : [{ type, fields }];
}

interface Step {
  status: string;
  previousStatus: string | null;
}

function changedStatus({ status, previousStatus }: Step): readonly Report[] {
  if (status === 'deleted') return [{ type: 'request.deleted' }];
  return status === previousStatus ? NOTHING : [{ type: 'request.status', previousStatus }];
}

/** The fields that follow from a match; `resolved` says whether the status is. */
function matched({ status, previousStatus }: Step): string[] {
  return ['matchedItemID', ...((status === 'resolved') === (previousStatus === 'resolved') ? [] : ['resolved'])];
}
