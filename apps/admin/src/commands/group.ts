import { type Command, InvalidArgumentError, Option } from 'commander';
import { ROLES, type Role, recordTimestamp } from '#platform/kernel';
import type { Admin } from '../admin.js';
import { COMMAND } from '../command-name.js';
import { whole } from '../whole.js';

interface NewGroup {
  code: string;
  name: string;
  retention?: number;
  keepForEver?: true;
}

interface RetentionOptions {
  group: string;
  days?: number;
  off?: true;
  /** false for none. */
  category?: Record<string, number> | false;
}

/**
 * `group create --code acme --name "Acme" [--retention 365 | --keep-for-ever]`, `group list`, `group rename`,
 * `group sso --code acme [--domain example.com] [--off]`,
 * `group retention --group acme --days 365 | --off [--category private_item=30]`,
 * `group security --code acme --second-factor group_admin | --off`
 */
export function groupCommands(program: Command, admin: Admin): void {
  const group = program.command('group').description('account holders');
  group
    .command('create')
    .description('create a Group')
    .requiredOption('--code <code>', '1 to 32 characters of a-z, 0-9 and -; the prefix of its Location identifiers')
    .requiredOption('--name <name>', 'display name')
    .addOption(
      new Option(
        '--retention <days>',
        'for how many days personal data is kept after an item or Request has ended; 365 is proposed',
      )
        .argParser(whole)
        .conflicts('keepForEver'),
    )
    .option('--keep-for-ever', 'keep personal data until it is erased by hand')
    .action((options: NewGroup, command: Command) =>
      admin.run(
        command,
        async (app) => {
          const { Groups } = await import('#contexts/groups');
          const days = options.retention ?? null;
          const { code, name } = await app.get(Groups).create(options.code, options.name, days);
          const text = `The Group ${code} (${name}) has been created. ${keptBy(code, days, options.keepForEver)}`;
          return { json: { code, name }, text };
        },
        'tables',
      ),
    );

  group
    .command('sso')
    .description('allow or forbid single sign-on for the users of a Group, at the identity provider of SSO_ISSUER')
    .requiredOption('--code <code>', 'the Group')
    .option(
      '--domain <name>',
      'an email domain that you have seen proof of: addresses in it are those of this Group alone; may be repeated',
      (one: string, more: string[] | false = []) => [...(more || []), one],
    )
    .option('--no-domain', 'no domain is its own any more')
    .option('--off', 'forbid it')
    .action((options: { code: string; domain?: string[] | boolean; off?: true }, command: Command) =>
      admin.run(command, async (app) => {
        const [code, sso] = [options.code, !options.off];
        const { Groups } = await import('#contexts/groups');
        const { SsoSettings } = await import('#contexts/sign-in');
        if (sso && !app.get(SsoSettings, { strict: false }).provider) {
          throw new RangeError('There is no identity provider: set SSO_ISSUER, SSO_CLIENT_ID and SSO_CLIENT_SECRET.');
        }
        const given = Array.isArray(options.domain) ? options.domain : options.domain === false ? [] : undefined;
        const domains = await app.get(Groups).setSso(code, sso, given);
        const own = domains.length > 0 ? ` Addresses in ${domains.join(', ')} are its own.` : '';
        const text = `The users of ${code} ${sso ? 'may' : 'may not'} sign in at the identity provider.${own}`;
        return { json: { code, sso, domains }, text };
      }),
    );

  group
    .command('retention')
    .description('set for how many days personal data is kept after an item or Request has ended')
    .requiredOption('--group <code>', 'the Group')
    .option('--days <number>', '1 to 3650', whole)
    .option('--off', 'keep it for ever')
    .option(
      '--category <category=days>',
      'days of a Category instead, such as private_item=30; may be repeated; those not given keep no days of their own',
      (one: string, more: Record<string, number> | false = {}) => ({ ...(more || {}), ...daysOf(one) }),
    )
    .option('--no-category', 'no Category has days of its own any more')
    .action(({ group: code, days, off, category }: RetentionOptions, command: Command) =>
      admin.run(command, async (app) => {
        if ((days === undefined) !== (off === true)) throw new RangeError('Give either --days or --off.');
        const { Groups } = await import('#contexts/groups');
        const byCategory = category === false ? {} : category;
        if (byCategory) await app.get(Groups).setRetentionByCategory(code, byCategory, days ?? null);
        else await app.get(Groups).setRetentionDays(code, days ?? null);
        const all = days === undefined ? `${code} keeps personal data for ever` : `${code} keeps personal data for ${days} days`;
        const kinds = Object.entries(byCategory ?? {}).map(([name, number]) => `, of ${name} for ${number}`);
        const json = { code, retentionDays: days ?? null, ...(byCategory && { retentionByCategory: byCategory }) };
        return { json, text: `${all}${kinds.join('')}.` };
      }),
    );

  group
    .command('security')
    .description('demand a second factor of the users with certain roles')
    .requiredOption('--code <code>', 'the Group')
    .option('--second-factor <roles>', 'role codes, separated by commas', roles)
    .option('--off', 'demand it of nobody')
    .action(({ code, secondFactor, off }: { code: string; secondFactor?: Role[]; off?: true }, command: Command) =>
      admin.run(command, async (app) => {
        if ((secondFactor === undefined) !== (off === true)) throw new RangeError('Give either --second-factor or --off.');
        const { Groups } = await import('#contexts/groups');
        await app.get(Groups).setSecondFactorRoles(code, secondFactor ?? []);
        const text = secondFactor
          ? `${code} demands a second factor of ${secondFactor.join(', ')}.`
          : `${code} demands no second factor.`;
        return { json: { code, secondFactor: secondFactor ?? [] }, text };
      }),
    );

  group
    .command('list')
    .description('list the Groups')
    .action((_: object, command: Command) =>
      admin.run(
        command,
        async (app) => {
          const { Groups } = await import('#contexts/groups');
          const groups = (await app.get(Groups).all()).map((row) => ({
            code: row.code,
            name: row.name,
            createdAt: recordTimestamp(row.created_at),
            sso: row.sso,
            retentionDays: row.retention_days,
            retentionByCategory: row.retention_by_category ?? {},
            secondFactor: row.second_factor_roles,
          }));
          return { json: groups, text: groups.map(({ code, name }) => `${code}  ${name}`).join('\n') || 'There are no Groups.' };
        },
        'tables',
      ),
    );

  group
    .command('rename')
    .description('change the name of a Group; its code stays')
    .requiredOption('--code <code>', 'the Group')
    .requiredOption('--name <name>', 'the new display name')
    .action((options: { code: string; name: string }, command: Command) =>
      admin.run(command, async (app) => {
        const { Groups } = await import('#contexts/groups');
        const { code, name } = await app.get(Groups).rename(options.code, options.name);
        return { json: { code, name }, text: `The Group ${code} is called ${name} now.` };
      }),
    );
}

/** How long a new Group keeps personal data, and what is proposed where nobody has decided. */
function keptBy(code: string, days: number | null, isMeant = false): string {
  if (days !== null) return `Personal data is erased ${days} days after an item or Request has ended.`;
  const kept = 'Personal data is kept for ever.';
  return isMeant
    ? kept
    : `${kept} A year after the end is usual: "${COMMAND} group retention --group ${code} --days 365", or in the desk on Today.`;
}

function roles(text: string): Role[] {
  const given = text.split(',').map((role) => role.trim());
  const unknown = given.find((role) => !(ROLES as readonly string[]).includes(role));
  if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is none of ${ROLES.join(', ')}`);
  return given as Role[];
}

/** `private_item=30` */
function daysOf(text: string): Record<string, number> {
  const [, category, days] = /^(\w+)=(\d+)$/.exec(text) ?? [];
  if (category === undefined) throw new InvalidArgumentError('Must be a Category and its days, such as private_item=30.');
  return { [category]: Number(days) };
}
