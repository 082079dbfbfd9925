import { defineEntity, p } from '@mikro-orm/postgresql';
import { ofGroup } from '#contexts/groups';
import { isOneOf, moment } from '#platform/database';
import type { AttemptError } from '../domain/attempt.js';
import { DISABLED_REASONS, type DisabledReason } from '../domain/endpoint-events.js';
import { KINDS, type Kind } from '../domain/kinds.js';
import type { LaneName } from '../domain/lane-name.js';

/** The signing secrets of a Group, encrypted. */
export const WebhookConfigurationEntity = defineEntity({
  name: 'WebhookConfiguration',
  tableName: 'webhook_configurations',
  properties: {
    groupId: ofGroup().primary(),
    secret: p.blob(),
    oldSecret: p.blob().nullable(),
    oldSecretUntil: moment().nullable(),
    /** Its endpoints are numbered from 1 and never again, also once they are deleted. */
    endpointsMade: p.integer().default(0),
  },
});

/** A Group's URL for one kind of webhook. */
export const WebhookEndpointEntity = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  properties: {
    groupId: p.manyToOne(WebhookConfigurationEntity).mapToPk().fieldName('group_id').primary(),
    kind: p.text().$type<Kind>().primary(),
    enabled: p.boolean(),
    url: p.text().nullable(),
    failingSince: moment().nullable(),
    /** The credentials of the address, encrypted. */
    userPart: p.blob().nullable(),
    /** Why the service disabled it. */
    disabledReason: p.text().$type<DisabledReason>().nullable(),
  },
  checks: [
    { property: 'kind', expression: isOneOf('kind', KINDS) },
    { property: 'disabledReason', expression: isOneOf('disabled_reason', DISABLED_REASONS) },
  ],
});

/** An endpoint subscribed to event types (decisions.md, section 10), with its own secrets, encrypted. */
export const WebhookEventEndpointEntity = defineEntity({
  name: 'WebhookEventEndpoint',
  tableName: 'webhook_event_endpoints',
  properties: {
    groupId: p.manyToOne(WebhookConfigurationEntity).mapToPk().fieldName('group_id').primary(),
    id: p.integer().primary(),
    url: p.text(),
    /** The credentials of the address, encrypted. */
    userPart: p.blob().nullable(),
    description: p.text().nullable(),
    eventTypes: p.array(),
    /** null: all. */
    locationIds: p.array().nullable(),
    enabled: p.boolean(),
    disabledReason: p.text().$type<DisabledReason>().nullable(),
    secret: p.blob(),
    oldSecret: p.blob().nullable(),
    oldSecretUntil: moment().nullable(),
    failingSince: moment().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
    /** Counts the changes of its record. */
    version: p.integer().default(1),
  },
  checks: [{ property: 'disabledReason', expression: isOneOf('disabled_reason', DISABLED_REASONS) }],
});

const KEY: ('groupId' | 'kind' | 'id')[] = ['groupId', 'kind', 'id'];
const KEY_OF_LOCATION: ('groupId' | 'locationId' | 'kind' | 'id')[] = ['groupId', 'locationId', 'kind', 'id'];

/** One webhook to deliver: the exact bytes to send and the delivery status. */
export const WebhookDeliveryEntity = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    groupId: p.integer().primary(),
    id: p.uuid().primary(),
    /** The lane. */
    kind: p.text().$type<LaneName>(),
    /** null for a ping. */
    locationId: p.text().nullable(),
    subjectId: p.integer().nullable(),
    subjectStatus: p.text().nullable(),
    body: p.text(),
    createdAt: moment(),
    status: p.text().$type<'success' | 'failed'>().nullable(),
    attempts: p.integer().default(0),
    responseStatus: p.integer().nullable(),
    error: p.text().$type<AttemptError>().nullable(),
    durationMs: p.integer().nullable(),
    endpoint: p.text().nullable(),
    lastAttemptAt: moment().nullable(),
    nextAttemptAt: moment().nullable(),
    step: p.integer().default(0),
    redelivery: p.boolean().default(false),
    claimableAt: moment().nullable(),
    leaseToken: p.uuid().nullable(),
    /** Events that an endpoint receives; null for the configuration's webhooks, and for a ping. */
    event: p.text().nullable(),
  },
  // Monthly partitions are created ahead of time (DeliveryPartitions).
  partitionBy: { type: 'range', expression: 'id', partitions: [{ name: 'webhook_deliveries_default', values: 'default' }] },
  checks: [{ property: 'status', expression: `status in ('success', 'failed')` }],
  indexes: [
    { name: 'webhook_deliveries_due', properties: ['groupId', 'kind', 'claimableAt'], where: 'claimable_at is not null' },
    { name: 'webhook_deliveries_listed', properties: KEY, where: 'status is not null and location_id is not null' },
    { name: 'webhook_deliveries_failed', properties: KEY, where: `status = 'failed' and location_id is not null` },
    { name: 'webhook_deliveries_listed_by_location', properties: KEY_OF_LOCATION, where: 'status is not null' },
    { name: 'webhook_deliveries_failed_by_location', properties: KEY_OF_LOCATION, where: `status = 'failed'` },
    {
      name: 'webhook_deliveries_health',
      properties: ['groupId', 'locationId', 'kind', 'lastAttemptAt'],
      where: 'status is not null',
    },
  ],
});

/** A range of a lane's events that are redelivered, and how far that is. */
export const WebhookRedeliveryEntity = defineEntity({
  name: 'WebhookRedelivery',
  tableName: 'webhook_redeliveries',
  properties: {
    groupId: ofGroup().primary(),
    id: p.uuid().primary(),
    kind: p.text().$type<LaneName>(),
    status: p.text().$type<'success' | 'failed'>(),
    /** Only these events of the lane; null for all. */
    event: p.text().nullable(),
    /** The last one that was looked at. */
    afterId: p.uuid(),
    lastId: p.uuid(),
  },
  checks: [{ property: 'status', expression: `status in ('success', 'failed')` }],
});

/** One call to an endpoint. */
export const WebhookAttemptEntity = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempts',
  properties: {
    groupId: p.integer().primary(),
    deliveryId: p.uuid().primary(),
    attempt: p.integer().primary(),
    trigger: p.text().$type<'automatic' | 'manual'>(),
    requestedAt: moment(),
    durationMs: p.integer().nullable(),
    responseStatus: p.integer().nullable(),
    error: p.text().$type<AttemptError>().nullable(),
    address: p.text().nullable(),
    responseBody: p.text().nullable(),
  },
  partitionBy: { type: 'range', expression: 'deliveryId', partitions: [{ name: 'webhook_attempts_default', values: 'default' }] },
});
