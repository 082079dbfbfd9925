import { NULLABLE, Shown } from '#platform/http';
import { optionalTimestamp, recordTimestamp } from '#platform/kernel';
import {
  CONNECTION_KINDS,
  CONNECTION_STATUSES,
  type ConnectionKind,
  type ConnectionStatus,
  PROVIDER_NAMES,
  type ProviderName,
} from '../domain/kinds.js';
import { shownSettings } from '../providers/settings.js';
import type { KnownConnection } from '../store/connection-store.js';

const MOMENT = '2026-11-21 02:05:00.000';
const EVENTS_URL = 'https://lost.example.com/api/v2/provider-events/9JxV…';

/** The record of a connection (decisions.md, section 14). */
export class ConnectionRecord {
  static readonly versioned = 'partly';
  @Shown('integer', 'Identifier', 1) ID!: number;
  @Shown(String, 'The system that it leads to.', 'sendcloud', { enum: PROVIDER_NAMES }) provider!: ProviderName;
  @Shown(String, 'What it is for.', 'carrier', { enum: [...CONNECTION_KINDS] }) kind!: ConnectionKind;
  @Shown(String, 'Name, in your words.', 'Parcels') name!: string;
  @Shown(Boolean, 'Whether it is used.', true) enabled!: boolean;
  @Shown([String], 'The Locations that it is for; null for all.', null, NULLABLE) locationIDs!: string[] | null;
  @Shown(
    'object',
    'What the provider needs; of secrets the last four characters.',
    { publicKey: '••••41ac' },
    { additionalProperties: true },
  )
  settings!: Record<string, unknown>;
  @Shown(String, 'By its last call or event.', 'ok', { enum: [...CONNECTION_STATUSES] }) status!: ConnectionStatus;
  @Shown(String, 'Why its last call or event failed.', null, NULLABLE) lastError!: string | null;
  @Shown(String, 'When a call or event last worked (UTC); at most a minute behind.', MOMENT, NULLABLE) lastOkAt!: string | null;
  @Shown(
    String,
    'The address that the provider is to call; null where it calls none. Whoever has it may call it.',
    EVENTS_URL,
    NULLABLE,
  )
  eventsUrl!: string | null;
  @Shown(String, 'Reservations: when they were last read to the end (UTC).', MOMENT, { nullable: true, required: false })
  lastSyncAt?: string | null;
  @Shown('integer', 'Reservations: how many stays came from it.', 180, { required: false }) stays?: number;
  @Shown([String], 'Reservations: services or hotels that no Location is named for.', [], { required: false })
  unmapped?: string[];
  @Shown(String, 'When it was made (UTC).', MOMENT) createdAt!: string;
  @Shown(String, 'When it was last changed (UTC).', MOMENT) updatedAt!: string;
}

export function connectionRecord({ row, settings, eventsUrl }: KnownConnection): ConnectionRecord {
  return {
    ID: row.id,
    provider: row.provider,
    kind: row.kind,
    name: row.name,
    enabled: row.enabled,
    locationIDs: row.location_ids,
    settings: shownSettings(row.provider, settings),
    status: row.status,
    lastError: row.last_error,
    lastOkAt: optionalTimestamp(row.last_ok_at),
    eventsUrl,
    ...(row.kind === 'reservations' && {
      lastSyncAt: optionalTimestamp(row.last_sync_at),
      stays: row.stay_count,
      unmapped: row.unmapped,
    }),
    createdAt: recordTimestamp(row.created_at),
    updatedAt: recordTimestamp(row.updated_at),
  };
}

/** The outcome of asking the provider. */
export class ConnectionTestRecord {
  @Shown(Boolean, 'Whether the provider answered, and took the credentials.', true) ok!: boolean;
  @Shown(String, 'Why not.', null, NULLABLE) error!: string | null;
}
