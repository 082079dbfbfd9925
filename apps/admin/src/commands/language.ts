import type { Command } from 'commander';
import { type Admin, callerIn } from '../admin.js';

interface Options {
  group: string;
  language: string;
  code: string;
  default?: true;
  location?: string;
}

/** `language add --group acme --language German --code de [--default] [--location acme:1]` */
export function languageCommands(program: Command, admin: Admin): void {
  const language = program.command('language').description('Languages for item owners');
  language
    .command('add')
    .description('enable a Language for a Group, or for one of its Locations')
    .requiredOption('--group <code>', 'the Group')
    .requiredOption('--language <name>', 'display name, such as German')
    .requiredOption('--code <code>', 'ISO 639-1, optionally with a region: de, pt-BR')
    .option('--default', 'use it for items without a known Language')
    .option('--location <locationID>', 'only for this Location')
    .action((options: Options, command: Command) =>
      admin.run(command, async (app) => {
        const { AddLanguage, languageRecord } = await import('#contexts/languages');
        const { LocationQueries } = await import('#contexts/locations');
        const caller = await callerIn(app, options.group);
        const locationID = options.location ?? null;
        if (locationID !== null) await app.get(LocationQueries).one(caller, locationID);
        const row = await app.get(AddLanguage).execute(caller.group.id, {
          language: options.language,
          code: options.code,
          default: options.default ?? false,
          locationID,
        });
        return { json: languageRecord(row), text: `${row.language} (${row.code}) is enabled with the ID ${row.id}.` };
      }),
    );
}
