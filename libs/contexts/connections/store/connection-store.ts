import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { assertLocations } from '#contexts/locations';
import { Audit } from '#platform/audit';
import { Database, serviceTime, statement, takeTurn } from '#platform/database';
import {
  type Caller,
  Clock,
  type ExpectedVersions,
  LimitReached,
  NotFound,
  PreconditionFailed,
  ValidationFailed,
} from '#platform/kernel';
import { assertAlone } from '../domain/coverage.js';
import { KIND_OF, type ProviderName } from '../domain/kinds.js';
import type { Provider, Settings } from '../providers/provider.js';
import { PROVIDERS } from '../providers/registry.js';
import { openPart, readSettings, secretsIn } from '../providers/settings.js';
import type { ConnectionRow } from './connection.entity.js';
import { eventsKeyHash, newEventsKey, SealedConnections } from './connection-secrets.js';
import { ConnectionUsers } from './connection-users.js';
import { ConnectionWork } from './connection-work.js';
import { EndingConnections } from './ending-connections.js';
import { changedFields, type GivenConnection } from './given-connection.js';
import { OpenConnections } from './open-connections.js';

/** Connections of a Group at most. */
const MOST = 50;

/** A connection, and its settings with their secrets. */
export interface KnownConnection {
  row: ConnectionRow;
  settings: Settings;
  eventsUrl: string | null;
}

/** The connections of a Group, as its admins see and change them (decisions.md, section 14). */
@Injectable()
export class ConnectionStore {
  constructor(
    private readonly database: Database,
    private readonly secrets: SealedConnections,
    private readonly open: OpenConnections,
    private readonly work: ConnectionWork,
    private readonly users: ConnectionUsers,
    private readonly ending: EndingConnections,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** In the order they were made. */
  async list({ group }: Caller): Promise<KnownConnection[]> {
    return (await this.database.query(listed(group.id))).map((row) => this.known(row));
  }

  /** @throws NotFound */
  async one({ group }: Caller, id: number): Promise<KnownConnection> {
    const row = await this.database.queryOne(listed(group.id, id));
    if (!row) throw new NotFound('The connection');
    return this.known(row);
  }

  /** @returns its ID @throws ValidationFailed, UnknownReferences, LimitReached; DomainError `conflict` beside another of its kind */
  async create(caller: Caller, provider: ProviderName, given: GivenConnection): Promise<number> {
    const settings = readSettings(provider, given.settings, null);
    await this.assertLocations(caller, provider, given, settings);
    return this.change(caller, async (rows, id) => {
      if (rows.length >= MOST) throw new LimitReached('connections', MOST);
      const kind = KIND_OF[provider];
      assertAlone({ ...given, id, kind }, rows.map(covering));
      const eventsKey = PROVIDERS[provider].takesEvents ? newEventsKey() : null;
      const now = serviceTime(this.clock);
      const groupID = caller.group.id;
      await this.database.query(
        statement(sql`
          insert into connections (group_id, id, provider, kind, name, enabled, location_ids, settings, secrets, events_key, created_at,
            updated_at)
          values (${groupID}::int, ${id}::int, ${provider}::text, ${kind}::text, ${given.name}::text, ${given.enabled}::boolean,
            ${given.locationIDs}::text[], ${openPart(provider, settings)}::json,
            ${this.secrets.seal(groupID, id, { settings: secretsIn(provider, settings), eventsKey })}::bytea,
            ${eventsKey && eventsKeyHash(eventsKey)}::bytea, ${now}, ${now})`),
      );
      await this.work.plan({ groupID, id, provider, isUsed: given.enabled }, settings);
      await this.tell(caller, id, { change: 'created', provider, locationIDs: given.locationIDs, enabled: given.enabled });
      return id;
    });
  }

  /**
   * @param provider as given again; it never changes
   * @throws NotFound, ValidationFailed, UnknownReferences, PreconditionFailed; DomainError `conflict` beside another of its kind
   */
  async replace(
    caller: Caller,
    id: number,
    provider: ProviderName | undefined,
    given: GivenConnection,
    expected: ExpectedVersions,
  ): Promise<void> {
    const { row: seen, settings: had } = await this.one(caller, id);
    if (provider !== undefined && provider !== seen.provider) {
      const message = `Is ${seen.provider}, and never changes: make another connection.`;
      throw new ValidationFailed([{ field: 'provider', code: 'not_allowed', message }]);
    }
    await this.assertLocations(caller, seen.provider, given, readSettings(seen.provider, given.settings, had));
    await this.change(caller, async (rows) => {
      const row = rows.find((one) => one.id === id);
      if (!row) throw new NotFound('The connection');
      if (expected?.includes(row.version) === false) throw new PreconditionFailed();
      const { settings: before } = this.known(row);
      const settings = readSettings(row.provider, given.settings, before);
      assertAlone({ ...given, id, kind: row.kind }, rows.map(covering));
      const fields = changedFields(row, before, given, settings);
      if (fields.length === 0) return;
      const { eventsKey } = this.secrets.open(row);
      const sealed = this.secrets.seal(row.group_id, id, { settings: secretsIn(row.provider, settings), eventsKey });
      // A call with other settings says nothing of these.
      const untested = fields.includes('settings') ? sql`, status = 'untested', last_error = null` : sql``;
      await this.database.query(
        statement(sql`
          update connections set name = ${given.name}::text, enabled = ${given.enabled}::boolean,
            location_ids = ${given.locationIDs}::text[], settings = ${openPart(row.provider, settings)}::json,
            secrets = ${sealed}::bytea, version = version + 1, updated_at = ${serviceTime(this.clock)} ${untested}
          where group_id = ${row.group_id}::int and id = ${id}::int`),
      );
      await this.work.plan({ groupID: row.group_id, id, provider: row.provider, isUsed: given.enabled }, settings);
      if (fields.includes('enabled') || fields.includes('locationIDs')) {
        const locationIDs = given.enabled ? given.locationIDs : [];
        await this.users.left(row.kind, { groupID: row.group_id, id, locationIDs }, caller);
      }
      await this.tell(caller, id, { change: 'updated', fields });
    });
  }

  /** Forgets its settings and secrets, once what was begun by it is settled at the provider. @throws NotFound, PreconditionFailed */
  async remove(caller: Caller, id: number, expected: ExpectedVersions): Promise<void> {
    await this.change(caller, async (rows) => {
      const row = rows.find((one) => one.id === id);
      if (!row) throw new NotFound('The connection');
      if (expected?.includes(row.version) === false) throw new PreconditionFailed();
      const its = sql`group_id = ${row.group_id}::int and id = ${id}::int`;
      await this.database.query(
        statement(sql`
          update connections set deleted = true, enabled = false, name = '', last_error = null, unmapped = '{}',
            updated_at = ${serviceTime(this.clock)} where ${its}`),
      );
      await this.work.plan({ groupID: row.group_id, id, provider: row.provider, isUsed: false }, {});
      await this.users.left(row.kind, { groupID: row.group_id, id, locationIDs: [] }, caller);
      await this.ending.begin(row);
      await this.tell(caller, id, { change: 'deleted', provider: row.provider });
    });
  }

  /** One change of a Group's connections at a time, as they are compared with each other. @param change is given the next number too */
  private change<T>({ group }: Caller, change: (rows: readonly ConnectionRow[], next: number) => Promise<T>): Promise<T> {
    return this.database.inTransaction(async () => {
      await this.database.query(takeTurn({ name: `${group.id}/connections` }));
      const next = statement(sql<{ next: number }>`
        select coalesce(max(id), 0) + 1 as next from connections where group_id = ${group.id}::int`);
      const [rows, [numbered]] = await this.database.pipeline<[ConnectionRow, { next: number }]>(listed(group.id), next);
      return change(rows, numbered!.next);
    });
  }

  /** @throws UnknownReferences for Locations that the Group has not, those in settings included */
  private assertLocations({ group }: Caller, provider: ProviderName, { locationIDs }: GivenConnection, settings: Settings) {
    const { locations }: Provider = PROVIDERS[provider];
    const mapped = Object.entries((locations && settings[locations]) ?? {}) as [string, string][];
    const named = [
      ...(locationIDs ?? []).map((id, index) => ({ id, field: `locationIDs.${index}` })),
      ...mapped.map(([name, id]) => ({ id, field: `settings.${locations}.${name}` })),
    ];
    const ids = named.map(({ id }) => id);
    return assertLocations(this.database, group.id, ids, (index) => named[index]!.field);
  }

  private known(row: ConnectionRow): KnownConnection {
    const { settings, eventsUrl } = this.open.opened(row);
    return { row, settings, eventsUrl };
  }

  /** Nothing is said of settings but that they changed: they hold secrets. */
  private tell(caller: Caller, ID: number, details: Record<string, unknown>): Promise<void> {
    const target = { kind: 'connection', ID } as const;
    return this.audit.tell({ groupID: caller.group.id, action: 'connection.changed', by: caller, target, details });
  }
}

/** The Group's connections, or one of them. */
const listed = (groupID: number, id: number | null = null) =>
  statement(sql<ConnectionRow>`
    select * from connections
    where group_id = ${groupID}::int and not deleted and (${id}::int is null or id = ${id}::int) order by id`);

const covering = ({ id, kind, enabled, location_ids }: ConnectionRow) => ({ id, kind, enabled, locationIDs: location_ids });
