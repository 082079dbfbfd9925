import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, type Statement, serviceTime, statement, tables } from '#platform/database';
import { Clock } from '#platform/kernel';
import { Secrets } from '#platform/secrets';
import { KINDS, type Kind } from '../domain/kinds.js';
import type { WebhookEndpointEntity } from '../read-model/webhook.entities.js';
import { newSecret } from '../signing/signature.js';
import { secretContext } from '../signing/signing-secrets.js';

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

/** The webhook configuration of each Group. */
@Injectable()
export class WebhookConfigurations {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  async of(groupID: number): Promise<WebhookConfiguration> {
    const query = db.selectFrom('webhook_endpoints').select(['kind', 'enabled', 'url']).where('group_id', '=', groupID);
    const rows = await this.database.query(query);
    const configuration: WebhookConfiguration = {
      webhooks: { itemStatus: false, requestStatus: false },
      endpoints: { itemStatus: null, requestStatus: null },
    };
    for (const { kind, enabled, url } of rows) {
      configuration.webhooks[kind] = enabled;
      configuration.endpoints[kind] = url;
    }
    return configuration;
  }

  /** Whether webhooks of this kind are sent now: it is enabled and has a URL. */
  async sends(groupID: number, kind: Kind): Promise<boolean> {
    const { webhooks, endpoints } = await this.of(groupID);
    return webhooks[kind] && endpoints[kind] !== null;
  }

  async change(groupID: number, { webhooks = {}, endpoints = {} }: ConfigurationChanges): Promise<WebhookConfiguration> {
    const changes = KINDS.map((kind) => {
      const [enabled, url] = [webhooks[kind], endpoints[kind]];
      // An endpoint that is enabled or changed starts without past failures.
      return statement(sql`
        insert into webhook_endpoints as e (group_id, kind, enabled, url)
        values (${groupID}::int, ${kind}::text, ${enabled ?? false}::boolean, ${url ?? null}::text)
        on conflict (group_id, kind) do update set
          enabled = coalesce(${enabled ?? null}::boolean, e.enabled),
          url = case when ${url !== undefined}::boolean then excluded.url else e.url end,
          failing_since = case when ${enabled === true || url !== undefined}::boolean then null else e.failing_since end`);
    });
    await this.database.batch([this.firstSecret(groupID), ...changes]);
    return this.of(groupID);
  }

  /** Creates a new secret; the old one keeps signing for 24 hours. The secret is shown nowhere else. */
  async rotateSecret(groupID: number): Promise<string> {
    const secret = newSecret();
    await this.database.batch([
      this.firstSecret(groupID),
      statement(sql`
        update webhook_configurations
        set old_secret = secret, old_secret_until = ${serviceTime(this.clock)} + interval '24 hours', secret = ${this.seal(groupID, secret)}
        where group_id = ${groupID}::int`),
    ]);
    return secret;
  }

  /** A Group's secret is created when it is first needed. */
  private firstSecret(groupID: number): Statement {
    return statement(sql`
      insert into webhook_configurations (group_id, secret) values (${groupID}::int, ${this.seal(groupID, newSecret())})
      on conflict do nothing`);
  }

  private seal(groupID: number, secret: string): Buffer {
    return this.secrets.seal(secret, secretContext(groupID));
  }
}
