import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { GroupLimits, isBelow } from '#contexts/groups';
import { assertLocations } from '#contexts/locations';
import { Audit, type Told } from '#platform/audit';
import { BY_KEY, Database, type Placed, serviceTime, statement, tables } from '#platform/database';
import { type Caller, Clock, type ExpectedVersions, LimitReached, NotFound, PreconditionFailed } from '#platform/kernel';
import { laneOf } from '../domain/lane-name.js';
import { failingFirst } from '../outbox/pending.js';
import type { WebhookEventEndpointEntity } from '../read-model/webhook.entities.js';
import { newSecret } from '../signing/signature.js';
import { givenAddress } from './given-address.js';
import { UserParts } from './user-parts.js';
import { type EventEndpoint, endpointFor, endpointsWithin } from './visible-endpoints.js';
import { WebhookConfigurations } from './webhook-configurations.js';

const db = tables<typeof WebhookEventEndpointEntity>();

/** The fields of an endpoint that can be changed; omitted ones keep their value. */
export interface EndpointChanges {
  url?: string;
  description?: string | null;
  events?: readonly string[];
  locationIDs?: readonly string[] | null;
  enabled?: boolean;
}

export type NewEndpoint = EndpointChanges & Required<Pick<EndpointChanges, 'url' | 'events'>>;

/** The endpoints of each Group that are subscribed to event types (decisions.md, section 10). */
@Injectable()
export class EventEndpoints {
  constructor(
    private readonly database: Database,
    private readonly configurations: WebhookConfigurations,
    private readonly userParts: UserParts,
    private readonly limits: GroupLimits,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  /** In the order they were made: those for all Locations, and those for one that the caller reaches. */
  async list(caller: Caller): Promise<EventEndpoint[]> {
    const rows = await this.database.query(endpointsWithin(caller).orderBy('id'));
    return rows.map((row) => endpointFor(caller, row, this.userParts));
  }

  /** @throws NotFound when it does not exist or is for Locations out of reach */
  async one(caller: Caller, id: number): Promise<EventEndpoint> {
    const row = await this.database.queryOne(endpointsWithin(caller).where('id', '=', id));
    if (!row) throw new NotFound('The endpoint');
    return endpointFor(caller, row, this.userParts);
  }

  /** @returns its ID, and the secret, which is shown nowhere else @throws LimitReached, UnknownReferences */
  async create(caller: Caller, endpoint: NewEndpoint): Promise<{ id: number; secret: string }> {
    const { group } = caller;
    const { description = null, events, locationIDs = null, enabled = true } = endpoint;
    if (locationIDs !== null) await assertLocations(this.database, group.id, locationIDs);
    const address = await givenAddress(endpoint.url, 'url', async () => null);
    const secret = newSecret();
    const most = this.limits.webhookEndpoints;
    const held = sql`select count(*) from webhook_event_endpoints where group_id = ${group.id}::int`;
    const at = this.clock.now().toISOString();
    const statements = [
      this.configurations.firstSecret(group.id),
      // Locks the configuration, so that those who come at once count each other's.
      statement(sql`update webhook_configurations set endpoints_made = endpoints_made + 1 where group_id = ${group.id}::int`),
      statement(sql<{ id: number }>`
        insert into webhook_event_endpoints
          (group_id, id, url, user_part, description, event_types, location_ids, enabled, secret, created_at, updated_at)
        select c.group_id, c.endpoints_made, ${address.url}::text, ${this.userParts.seal(group.id, address.userPart)}::bytea,
          ${description}::text, ${events}::text[], ${locationIDs}::text[], ${enabled}::boolean,
          ${this.configurations.seal(group.id, secret)}::bytea, ${at}::timestamptz, ${at}::timestamptz
        from webhook_configurations c
        where c.group_id = ${group.id}::int and ${isBelow(most, held)}
        returning id`),
    ];
    const ofNew = sql`select id from webhook_event_endpoints e join webhook_configurations c using (group_id)
      where e.group_id = ${group.id}::int and e.id = c.endpoints_made`;
    const [, , made] = await this.audit.commit(statements, {
      ...this.told(caller, sql<number>`${ofNew}`, { change: 'created', events, locationIDs, enabled }),
      when: sql<boolean>`exists (${ofNew})`,
    });
    const row = made?.[0] as { id: number } | undefined;
    if (!row) throw new LimitReached('webhook endpoints', most);
    return { id: row.id, secret };
  }

  /**
   * One that is enabled or moved starts without past failures.
   * @param expected the versions of which it must have one; null for any
   * @throws NotFound, UnknownReferences, ValidationFailed, PreconditionFailed
   */
  async update(caller: Caller, id: number, changes: EndpointChanges, expected: ExpectedVersions): Promise<void> {
    const { group } = caller;
    const { url, description, events, locationIDs, enabled } = changes;
    const before = await this.one(caller, id);
    if (locationIDs) await assertLocations(this.database, group.id, locationIDs);
    const address = url === undefined ? null : await givenAddress(url, 'url', async () => before.address);
    if (expected?.includes(before.version) === false) throw new PreconditionFailed();
    if (Object.values(changes).every((value) => value === undefined)) return;
    const query = db
      .updateTable('webhook_event_endpoints')
      .set({
        updated_at: this.clock.now().toISOString(),
        version: sql<number>`version + 1`,
        ...(address && { url: address.url, user_part: this.userParts.seal(group.id, address.userPart) }),
        ...(description !== undefined && { description }),
        ...(events && { event_types: [...events] }),
        ...(locationIDs !== undefined && { location_ids: locationIDs && [...locationIDs] }),
        ...(enabled !== undefined && { enabled, disabled_reason: null }),
        ...((address || enabled) && { failing_since: null }),
      })
      .where('group_id', '=', group.id)
      .where('id', '=', id)
      .where(hasVersion(expected))
      .returning('id');
    const same: Record<keyof EndpointChanges, unknown> = {
      ...{ url: before.address, description: before.description, events: before.event_types },
      ...{ locationIDs: before.location_ids, enabled: before.enabled },
    };
    const given = { ...changes, url: address ?? undefined };
    const names = Object.keys(same) as (keyof EndpointChanges)[];
    const fields = names.filter(
      (name) => given[name] !== undefined && JSON.stringify(given[name]) !== JSON.stringify(same[name]),
    );
    await this.database.inTransaction(async () => {
      if ((await this.database.query(query)).length === 0) await this.refuse(caller, id);
      if (fields.length > 0) await this.audit.tell(this.told(caller, id, { change: 'updated', fields }));
    });
  }

  /**
   * Deletes it. Deliveries that wait for it fail, a long backlog bit by bit; its log stays.
   * @param expected the versions of which it must have one; null for any
   * @throws NotFound, PreconditionFailed
   */
  async remove(caller: Caller, id: number, expected: ExpectedVersions): Promise<void> {
    const { group } = caller;
    await this.one(caller, id);
    const of = db.deleteFrom('webhook_event_endpoints').where('group_id', '=', group.id).where('id', '=', id);
    const statements = [BY_KEY, of.where(hasVersion(expected)).returning('id'), failingFirst(group.id, laneOf(id), true)];
    await this.database.inTransaction(async () => {
      const [, deleted] = await this.database.batch(statements, { groupID: group.id });
      if (deleted?.length === 0) await this.refuse(caller, id);
      await this.audit.tell(this.told(caller, id, { change: 'deleted' }));
    });
  }

  /** Says why nothing was changed. @throws NotFound when it is gone, else PreconditionFailed */
  private async refuse(caller: Caller, id: number): Promise<never> {
    await this.one(caller, id);
    throw new PreconditionFailed();
  }

  /** Creates a new secret; the old one keeps signing for 24 hours. The secret is shown nowhere else. @throws NotFound */
  async rotateSecret(caller: Caller, id: number): Promise<string> {
    const { group } = caller;
    const secret = newSecret();
    const rotating = statement(sql`
      update webhook_event_endpoints
      set old_secret = secret, old_secret_until = ${serviceTime(this.clock)} + interval '24 hours',
        secret = ${this.configurations.seal(group.id, secret)}::bytea
      where group_id = ${group.id}::int and id = ${id}::int returning id`);
    const isThere = sql<boolean>`exists (
      select from webhook_event_endpoints where group_id = ${group.id}::int and id = ${id}::int)`;
    const told = this.told(caller, id, { change: 'updated', fields: ['secret'] });
    const [rotated] = await this.audit.commit([rotating], { ...told, when: isThere });
    if (rotated!.length === 0) throw new NotFound('The endpoint');
    return secret;
  }

  /** The entry about an endpoint: of its address nothing is said, which may hold a secret. */
  private told(caller: Caller, ID: Placed<number>, details: Record<string, unknown>): Told {
    return { groupID: caller.group.id, action: 'webhooks.changed', by: caller, target: { kind: 'endpoint', ID }, details };
  }
}

const hasVersion = (expected: ExpectedVersions) =>
  sql<boolean>`(${expected}::int[] is null or version in (select unnest(${expected}::int[])))`;
