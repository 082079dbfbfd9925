import { OnlineMigration } from '#platform/database';

const ROLES = ['group_admin', 'property_admin', 'property_subuser', 'limited_subuser', 'overview_subuser', 'carrier'];

/** Rights of an API token: any role, in some Locations only, until a moment; and its name. Those that are there keep what they have. */
export class SignInOf020 extends OnlineMigration {
  static readonly replaces = ['sign-in/0002_token_names', 'sign-in/0003_token_limits'];

  override up(): void {
    this.addSql(`
      alter table api_tokens
        add column if not exists name text,
        add column if not exists location_ids text[],
        add column if not exists expires_at timestamptz(3),
        drop constraint if exists api_tokens_role_check,
        add constraint api_tokens_role_check check (role in (${ROLES.map((role) => `'${role}'`).join(', ')})) not valid`);
    this.addSql('alter table api_tokens validate constraint api_tokens_role_check');
  }
}
