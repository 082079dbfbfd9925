import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { sql } from 'kysely';
import { Audit, type Told } from '#platform/audit';
import { Database, isSqlError, type Statement, serviceTime, statement, tables } from '#platform/database';
import { type Caller, Clock } from '#platform/kernel';
import { Keyring, type Sealer } from '#platform/secrets';
import { KINDS, type Kind } from '../domain/kinds.js';
import { bareAddress, maskedAddress, type SplitAddress, splitAddress } from '../domain/user-part.js';
import type { WebhookEndpointEntity } from '../read-model/webhook.entities.js';
import { newSecret } from '../signing/signature.js';
import { secretContext, WEBHOOK_SECRET } from '../signing/signing-secrets.js';
import { givenAddress } from './given-address.js';
import { UserParts } from './user-parts.js';

const db = tables<typeof WebhookEndpointEntity>();

/** Webhook configuration (api-v2.md). */
export interface WebhookConfiguration {
  webhooks: Record<Kind, boolean>;
  endpoints: Record<Kind, string | null>;
}

/** Omitted fields keep their value. */
export interface ConfigurationChanges {
  webhooks?: Partial<Record<Kind, boolean>>;
  endpoints?: Partial<Record<Kind, string | null>>;
}

/** One kind as it is configured. */
interface StoredEndpoint {
  kind: Kind;
  enabled: boolean;
  address: SplitAddress | null;
}

/** The webhook configuration of each Group. */
@Injectable()
export class WebhookConfigurations implements OnApplicationBootstrap {
  private readonly sealer: Sealer;

  constructor(
    private readonly database: Database,
    keyring: Keyring,
    private readonly userParts: UserParts,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {
    this.sealer = keyring.of(WEBHOOK_SECRET);
  }

  /** Before migrations there is nothing that this release could seal; the worker starts after them, and seals what they leave. */
  async onApplicationBootstrap(): Promise<void> {
    await this.sealAddresses().catch((error) => {
      if (!isSqlError(error, 'undefined_table', 'undefined_column')) throw error;
    });
  }

  /** Seals credentials that stand in addresses in clear, as releases before wrote them. */
  private async sealAddresses(): Promise<void> {
    const rows = await this.database.query(
      db
        .selectFrom('webhook_endpoints')
        .select(['group_id', 'kind', 'url'])
        .where('url', 'like', '%@%')
        .$narrowType<{ url: string }>(),
    );
    for (const { group_id, kind, url: written } of rows) {
      const { url, userPart } = splitAddress(written);
      if (userPart === null) continue;
      await this.database.query(
        db
          .updateTable('webhook_endpoints')
          .set({ url, user_part: this.userParts.seal(group_id, userPart) })
          .where('group_id', '=', group_id)
          .where('kind', '=', kind)
          .where('url', '=', written),
      );
    }
  }

  /** The configuration as a caller may see it: passwords hidden, or addresses without credentials and query. */
  async of(groupID: number, shows: 'masked' | 'bare' = 'bare'): Promise<WebhookConfiguration> {
    const configuration: WebhookConfiguration = {
      webhooks: { itemStatus: false, requestStatus: false },
      endpoints: { itemStatus: null, requestStatus: null },
    };
    for (const { kind, enabled, address } of await this.stored(groupID)) {
      configuration.webhooks[kind] = enabled;
      configuration.endpoints[kind] = address && (shows === 'masked' ? maskedAddress(address) : bareAddress(address.url));
    }
    return configuration;
  }

  /**
   * Changes what is given. A masked password, as `of` shows it, stands for the stored one of the same user at the same host.
   * @throws ValidationFailed for the mask of another
   */
  async change(caller: Caller, { webhooks = {}, endpoints = {} }: ConfigurationChanges): Promise<void> {
    const { id: groupID } = caller.group;
    const addresses = await this.addressesOf(groupID, endpoints);
    const fields = changedFields(await this.stored(groupID), webhooks, addresses);
    const changes = KINDS.map((kind) => {
      const [enabled, address] = [webhooks[kind], addresses[kind]];
      const userPart = this.userParts.seal(groupID, address?.userPart ?? null);
      // An endpoint that is enabled or changed starts without past failures.
      return statement(sql`
        insert into webhook_endpoints as e (group_id, kind, enabled, url, user_part)
        values (${groupID}::int, ${kind}::text, ${enabled ?? false}::boolean, ${address?.url ?? null}::text, ${userPart}::bytea)
        on conflict (group_id, kind) do update set
          enabled = coalesce(${enabled ?? null}::boolean, e.enabled),
          disabled_reason = case when ${enabled === undefined}::boolean then e.disabled_reason end,
          url = case when ${address !== undefined}::boolean then excluded.url else e.url end,
          user_part = case when ${address !== undefined}::boolean then excluded.user_part else e.user_part end,
          failing_since = case when ${enabled === true || address !== undefined}::boolean then null else e.failing_since end`);
    });
    const statements = [this.firstSecret(groupID), ...changes];
    if (fields.length === 0) await this.database.batch(statements, { groupID });
    else await this.audit.commit(statements, told(caller, { fields }));
  }

  /** Creates a new secret; the old one keeps signing for 24 hours. The secret is shown nowhere else. */
  async rotateSecret(caller: Caller): Promise<string> {
    const { id: groupID } = caller.group;
    const secret = newSecret();
    const statements = [
      this.firstSecret(groupID),
      statement(sql`
        update webhook_configurations
        set old_secret = secret, old_secret_until = ${serviceTime(this.clock)} + interval '24 hours', secret = ${this.seal(groupID, secret)}
        where group_id = ${groupID}::int`),
    ];
    await this.audit.commit(statements, told(caller, { fields: ['secret'] }));
    return secret;
  }

  private async stored(groupID: number): Promise<StoredEndpoint[]> {
    const query = db
      .selectFrom('webhook_endpoints')
      .select(['kind', 'enabled', 'url', 'user_part'])
      .where('group_id', '=', groupID);
    return (await this.database.query(query)).map(({ kind, enabled, url, user_part }) => ({
      kind,
      enabled,
      address: url === null ? null : { url, userPart: this.userParts.open(groupID, user_part && Buffer.from(user_part)) },
    }));
  }

  /** The given addresses, with the stored credentials where they are masked; null takes one away. */
  private async addressesOf(groupID: number, given: Partial<Record<Kind, string | null>>) {
    const addresses: Partial<Record<Kind, SplitAddress | null>> = {};
    for (const kind of KINDS) {
      const written = given[kind];
      const stored = async () => (await this.stored(groupID)).find((row) => row.kind === kind)?.address;
      addresses[kind] = typeof written === 'string' ? await givenAddress(written, `endpoints.${kind}`, stored) : written;
    }
    return addresses;
  }

  /** A Group's secret is created when it is first needed. */
  firstSecret(groupID: number): Statement {
    return statement(sql`
      insert into webhook_configurations (group_id, secret) values (${groupID}::int, ${this.seal(groupID, newSecret())})
      on conflict do nothing`);
  }

  /** A signing secret of the Group, encrypted. */
  seal(groupID: number, secret: string): Buffer {
    return this.sealer.seal(secret, secretContext(groupID));
  }
}

/** The names of the fields that change. */
function changedFields(
  stored: readonly StoredEndpoint[],
  webhooks: Partial<Record<Kind, boolean>>,
  addresses: Partial<Record<Kind, SplitAddress | null>>,
): string[] {
  return KINDS.flatMap((kind) => {
    const { enabled, address } = stored.find((row) => row.kind === kind) ?? { enabled: false, address: null };
    const isMoved = addresses[kind] !== undefined && JSON.stringify(addresses[kind]) !== JSON.stringify(address);
    const isSwitched = webhooks[kind] !== undefined && webhooks[kind] !== enabled;
    return [...(isSwitched ? [`webhooks.${kind}`] : []), ...(isMoved ? [`endpoints.${kind}`] : [])];
  });
}

const told = (caller: Caller, details: Told['details'] & object): Told => ({
  ...{ groupID: caller.group.id, action: 'webhooks.changed', by: caller, target: { kind: 'group', ID: caller.group.code } },
  details,
});
