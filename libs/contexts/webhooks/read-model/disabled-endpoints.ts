import { sql } from 'kysely';
import { statement } from '#platform/database';

/** Reads how many endpoints the service has disabled, and nobody has enabled again. */
export const DISABLED_ENDPOINTS = statement(sql<{ disabled: number }>`
  select ((select count(*) from webhook_endpoints where not enabled and disabled_reason is not null)
    + (select count(*) from webhook_event_endpoints where not enabled and disabled_reason is not null))::int as disabled`);
