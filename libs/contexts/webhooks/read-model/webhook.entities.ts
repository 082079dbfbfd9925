import { defineEntity, p } from '@mikro-orm/postgresql';
import { moment } from '#platform/database';
import type { AttemptError, Kind } from '../delivery/attempt.js';

/** The signing secrets of a Group, sealed. */
export const WebhookConfigurationEntity = defineEntity({
  name: 'WebhookConfiguration',
  tableName: 'webhook_configurations',
  properties: {
    groupId: p.integer().primary(),
    secret: p.blob(),
    oldSecret: p.blob().nullable(),
    oldSecretUntil: moment().nullable(),
  },
});

/** Where a Group wants one kind of notification. */
export const WebhookEndpointEntity = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  properties: {
    groupId: p.integer().primary(),
    kind: p.text().$type<Kind>().primary(),
    enabled: p.boolean(),
    url: p.text().nullable(),
    failingSince: moment().nullable(),
  },
});

/** One notification on its way to an endpoint: the exact bytes to send, and how it stands. */
export const WebhookDeliveryEntity = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    groupId: p.integer().primary(),
    id: p.uuid().primary(),
    kind: p.text().$type<Kind>(),
    /** null for a ping. */
    locationId: p.text().nullable(),
    subjectId: p.integer().nullable(),
    subjectStatus: p.text().nullable(),
    body: p.text(),
    createdAt: moment(),
    status: p.text().$type<'success' | 'failed'>().nullable(),
    attempts: p.integer(),
    responseStatus: p.integer().nullable(),
    error: p.text().$type<AttemptError>().nullable(),
    durationMs: p.integer().nullable(),
    endpoint: p.text().nullable(),
    lastAttemptAt: moment().nullable(),
    nextAttemptAt: moment().nullable(),
    step: p.integer(),
    redelivery: p.boolean(),
    claimableAt: moment().nullable(),
    leaseToken: p.uuid().nullable(),
  },
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
});
