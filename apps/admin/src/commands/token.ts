import { type Command, InvalidArgumentError, Option } from 'commander';
import { optionalTimestamp, recordTimestamp, TOKEN_ROLES, type TokenRole } from '#platform/kernel';
import { type Admin, callerIn } from '../admin.js';

interface NewToken {
  group: string;
  for: TokenRole;
  name?: string;
  location?: string[];
  expires?: string;
}

/**
 * `token create --group acme [--name PMS] [--for property_subuser] [--location acme:1] [--expires 2027-12-31T00:00:00Z]`,
 * `token list --group acme`, `token revoke --id …`
 */
export function tokenCommands(program: Command, admin: Admin): void {
  const token = program.command('token').description('API tokens of Integrations');

  token
    .command('create')
    .description('create an API token; it is shown only once')
    .requiredOption('--group <code>', 'the Group it belongs to')
    .addOption(
      new Option('--for <role>', 'group_admin: an Integration; carrier: may only report shipments; or another role of users')
        .choices(TOKEN_ROLES)
        .default('group_admin'),
    )
    .option('--name <name>', 'what it is for')
    .option('--location <locationID>', 'limit it to this Location; may be repeated', (one: string, more: string[] = []) => [
      ...more,
      one,
    ])
    .option('--expires <moment>', 'when it ends by itself, such as 2027-12-31T00:00:00Z')
    .action((options: NewToken, command: Command) =>
      admin.run(command, async (app) => {
        const { ApiTokenEnd, ApiTokens } = await import('#contexts/sign-in');
        const { readRequest } = await import('#platform/http');
        const { group } = await callerIn(app, options.group);
        const { location: locationIDs, expires } = options;
        const { expiresAt } = readRequest(ApiTokenEnd, { expiresAt: expires });
        const made = await app.get(ApiTokens).create(group.id, options.for, options.name ?? null, { locationIDs, expiresAt });
        return { json: made, text: `${made.token}\n\nKeep it: it is not shown again. Its id is ${made.id}.` };
      }),
    );

  token
    .command('list')
    .description('list the API tokens of a Group, revoked ones included')
    .requiredOption('--group <code>', 'the Group they belong to')
    .action((options: { group: string }, command: Command) =>
      admin.run(command, async (app) => {
        const { ApiTokens } = await import('#contexts/sign-in');
        const { group } = await callerIn(app, options.group);
        const tokens = (await app.get(ApiTokens).list(group.id)).map((row) => ({
          id: row.id,
          prefix: row.prefix,
          name: row.name,
          role: row.role,
          locationIDs: row.location_ids,
          createdAt: recordTimestamp(row.created_at),
          expiresAt: optionalTimestamp(row.expires_at),
          lastUsedAt: optionalTimestamp(row.last_used_at),
          revokedAt: optionalTimestamp(row.revoked_at),
        }));
        const lines = tokens.map(({ id, prefix, name, role, locationIDs, createdAt, expiresAt, lastUsedAt, revokedAt }) =>
          [
            id,
            `${prefix}…`,
            name ?? '–',
            role,
            locationIDs?.join(', ') ?? 'all Locations',
            `created ${createdAt}`,
            `last used ${lastUsedAt ?? 'never'}`,
            expiresAt ? `ends ${expiresAt}` : '',
            revokedAt ? `revoked ${revokedAt}` : '',
          ].join('  '),
        );
        return { json: tokens, text: lines.join('\n') || 'There are no tokens.' };
      }),
    );

  token
    .command('revoke')
    .description('revoke an API token; every process rejects it within 5 seconds')
    .requiredOption('--id <id>', 'its id, as `token list` shows it', identifier)
    .action((options: { id: string }, command: Command) =>
      admin.run(command, async (app) => {
        const { ApiTokens } = await import('#contexts/sign-in');
        await app.get(ApiTokens).revoke(options.id);
        return { json: { id: options.id }, text: `The token ${options.id} has been revoked.` };
      }),
    );
}

function identifier(value: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) throw new InvalidArgumentError('must be a UUID');
  return value;
}
