import { Webhooks } from './0001_webhooks.js';
import { UserParts } from './0002_user_parts.js';
import { EventEndpoints } from './0003_event_endpoints.js';
import { EndpointVersions } from './0004_endpoint_versions.js';
import { LongBacklogs } from './0005_long_backlogs.js';
import { PartitionsVacuumed } from './0006_vacuumed.js';

/** In order; a release only appends. */
export const webhookMigrations = {
  'webhooks/0001_webhooks': Webhooks,
  'webhooks/0002_user_parts': UserParts,
  'webhooks/0003_event_endpoints': EventEndpoints,
  'webhooks/0004_endpoint_versions': EndpointVersions,
  'webhooks/0005_long_backlogs': LongBacklogs,
  'webhooks/0006_vacuumed': PartitionsVacuumed,
};
