/** What endpoints can be told (decisions.md, section 10). */
export const ENDPOINT_EVENTS = [
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
] as const;
export type EndpointEvent = (typeof ENDPOINT_EVENTS)[number];

/** Why the service has disabled an endpoint (decisions.md, section 7): it answered 410, or everything failed for five days. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** What happened to a record, for its endpoints: an event's name, and what its `data` has beside the record's own keys and status. */
export type Report =
  | { type: Extract<EndpointEvent, `${string}.${'created' | 'deleted' | 'shipment' | 'payment'}`> }
  | { type: Extract<EndpointEvent, `${string}.updated`>; fields: readonly string[] }
  | { type: Extract<EndpointEvent, `${string}.status`>; previousStatus: string | null }
  | { type: 'item.message'; message: MessageReport };

/** A message to the owner of an item, without whom it went to. */
export interface MessageReport {
  kind: string;
  channel: 'email' | 'sms';
  status: 'sent' | 'failed' | 'bounced';
}
