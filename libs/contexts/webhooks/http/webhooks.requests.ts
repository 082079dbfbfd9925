import { Choice, Flag, InOrder, MomentFilter, Part, TextCursorQuery, WebUrl } from '#platform/http';
import { KINDS, type Kind } from '../domain/kinds.js';

const OUTCOMES = ['success', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Query of the four listings (api-v2.md, Webhook monitoring). */
@InOrder('startDate', 'endDate')
export class EventsQuery extends TextCursorQuery(50) {
  @Choice(OUTCOMES, { description: 'The outcome of the latest attempt.' }) status?: Outcome;
  @MomentFilter() startDate?: Date;
  @MomentFilter() endDate?: Date;
}

export class WebhookFlagsRequest {
  @Flag({ description: 'Whether item-status notifications are sent.', example: true }) itemStatus?: boolean;
  @Flag({ description: 'Whether request-status notifications are sent.', example: true }) requestStatus?: boolean;
}

const ENDPOINT = 'Where notifications are delivered; nothing is sent while it is null, even when the kind is enabled.';

export class WebhookEndpointsRequest {
  @WebUrl({ nullable: true, description: ENDPOINT, example: 'https://hooks.example.com/items' }) itemStatus?: string | null;
  @WebUrl({ nullable: true, description: ENDPOINT, example: 'https://hooks.example.com/requests' }) requestStatus?: string | null;
}

/** What is given changes, field by field. */
export class WebhookConfigurationRequest {
  @Part(() => WebhookFlagsRequest, { description: 'Whether each kind is sent' }) webhooks?: WebhookFlagsRequest;
  @Part(() => WebhookEndpointsRequest, { description: 'Where each kind is delivered' }) endpoints?: WebhookEndpointsRequest;
}

export class WebhookTestRequest {
  @Choice(KINDS, { required: true, description: 'The kind whose URL is called.', example: 'itemStatus' }) type!: Kind;
}

/** Which events are sent again; a bound that is not given is open. */
@InOrder('startDate', 'endDate')
export class RedeliveryRequest {
  @MomentFilter() startDate?: Date;
  @MomentFilter() endDate?: Date;
  @Choice(OUTCOMES, { default: 'failed', description: 'The outcome of the latest attempt.', example: 'failed' }) status!: Outcome;
  @Choice(KINDS, { description: 'Both kinds without it.', example: 'itemStatus' }) type?: Kind;
}
