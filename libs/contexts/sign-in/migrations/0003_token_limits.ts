import { OnlineMigration } from '#platform/database';

const ROLES = ['group_admin', 'property_admin', 'property_subuser', 'limited_subuser', 'overview_subuser', 'carrier'];

/** What an API token may do: any role, in some Locations only, until a moment. Those that are there keep what they have. */
export class TokenLimits extends OnlineMigration {
  override up(): void {
    this.addSql(`
      alter table api_tokens
        add location_ids text[],
        add expires_at timestamptz(3),
        drop constraint api_tokens_role_check,
        add constraint api_tokens_role_check check (role in (${ROLES.map((role) => `'${role}'`).join(', ')})) not valid`);
    this.addSql('alter table api_tokens validate constraint api_tokens_role_check');
  }
}
