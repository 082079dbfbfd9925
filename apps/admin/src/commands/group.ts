import type { Command } from 'commander';
import { Groups } from '#contexts/groups';
import type { Admin } from '../admin.js';

/** `group create --code acme --name "Acme"`, `group sso --code acme [--off]`, `group retention --group acme --days 365 | --off` */
export function groupCommands(program: Command, admin: Admin): void {
  const group = program.command('group').description('account holders');
  group
    .command('create')
    .description('create a Group')
    .requiredOption('--code <code>', '1 to 32 characters of a-z, 0-9 and -; the prefix of its Location identifiers')
    .requiredOption('--name <name>', 'display name')
    .action((options: { code: string; name: string }, command: Command) =>
      admin.run(command, async (app) => {
        const { code, name } = await app.get(Groups).create(options.code, options.name);
        return { json: { code, name }, text: `The Group ${code} (${name}) has been created.` };
      }),
    );

  group
    .command('sso')
    .description('allow or forbid single sign-on for the users of a Group, at the identity provider of SSO_ISSUER')
    .requiredOption('--code <code>', 'the Group')
    .option('--off', 'forbid it')
    .action((options: { code: string; off?: true }, command: Command) =>
      admin.run(command, async (app) => {
        const [code, sso] = [options.code, !options.off];
        await app.get(Groups).setSso(code, sso);
        return { json: { code, sso }, text: `The users of ${code} ${sso ? 'may' : 'may not'} sign in at the identity provider.` };
      }),
    );

  group
    .command('retention')
    .description('set for how many days personal data is kept after an item or Request has ended')
    .requiredOption('--group <code>', 'the Group')
    .option('--days <number>', '1 to 3650', Number)
    .option('--off', 'keep it for ever')
    .action(({ group: code, days, off }: { group: string; days?: number; off?: true }, command: Command) =>
      admin.run(command, async (app) => {
        if ((days === undefined) !== (off === true)) throw new RangeError('Give either --days or --off.');
        await app.get(Groups).setRetentionDays(code, days ?? null);
        const text =
          days === undefined ? `${code} keeps personal data for ever.` : `${code} keeps personal data for ${days} days.`;
        return { json: { code, retentionDays: days ?? null }, text };
      }),
    );
}
