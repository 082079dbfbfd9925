import { Choice, Flag, InOrder, Integer, MomentOrDay, Part, QueryInteger, Text, TextCursorQuery, WebUrl } from '#platform/http';
import { EVENT_TYPES } from '../domain/endpoint-events.js';
import { KINDS, type Kind } from '../domain/kinds.js';

const OUTCOMES = ['success', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Query of the four lists of events (api-v2.md, Webhook monitoring). */
@InOrder('startDate', 'endDate')
export class EventsQuery extends TextCursorQuery(50) {
  @Choice(OUTCOMES, { description: 'Filter by the outcome of the latest attempt.' }) status?: Outcome;
  @MomentOrDay('start') startDate?: Date;
  @MomentOrDay('end') endDate?: Date;
}

/** Query of the list of all events (decisions.md, section 10). */
export class AllEventsQuery extends EventsQuery {
  @Choice(EVENT_TYPES, { description: 'Filter by type.', example: 'item.status' }) type?: string;
  @QueryInteger({ min: 1, description: 'Filter by the endpoint that was told, also one that was deleted since.' })
  endpointID?: number;
  @Text({ min: 1, description: 'Filter by Location.', example: 'demo:1' }) locationID?: string;
}

/** The kinds that are switched on or off. */
export class WebhookFlagsRequest {
  @Flag({ description: 'Whether item-status webhooks are enabled.', example: true }) itemStatus?: boolean;
  @Flag({ description: 'Whether request-status webhooks are enabled.', example: true }) requestStatus?: boolean;
}

const ENDPOINT = 'URL that receives the webhooks. While it is null nothing is sent, even if the event type is enabled.';

/** Where each kind is sent; null sends it nowhere. */
export class WebhookEndpointsRequest {
  @WebUrl({ nullable: true, description: ENDPOINT, example: 'https://hooks.example.com/items' }) itemStatus?: string | null;
  @WebUrl({ nullable: true, description: ENDPOINT, example: 'https://hooks.example.com/requests' }) requestStatus?: string | null;
}

/** Omitted fields keep their value. */
export class WebhookConfigurationRequest {
  @Part(() => WebhookFlagsRequest, { description: 'Which event types are enabled.' }) webhooks?: WebhookFlagsRequest;
  @Part(() => WebhookEndpointsRequest, { description: 'Endpoint URL of each event type.' }) endpoints?: WebhookEndpointsRequest;
}

/** The kind of the test event. */
export class WebhookTestRequest {
  @Choice(KINDS, { required: true, description: 'Event type whose URL receives the test event.', example: 'itemStatus' })
  type!: Kind;
}

/** Selects the events to redeliver; an omitted date leaves the range open. */
@InOrder('startDate', 'endDate')
export class RedeliveryRequest {
  @MomentOrDay('start') startDate?: Date;
  @MomentOrDay('end') endDate?: Date;
  @Choice(OUTCOMES, {
    default: 'failed',
    description: 'Redeliver events whose latest attempt had this outcome.',
    example: 'failed',
  })
  status!: Outcome;
  @Choice(EVENT_TYPES, { description: 'Redeliver only this event type; all types if omitted.', example: 'itemStatus' })
  type?: string;
  @Integer({ min: 1, description: 'Redeliver only what this endpoint was told.', example: 3 }) endpointID?: number;
}
