import { type Command, Option } from 'commander';
import type { Admin } from '../admin.js';
import { readable, STANDARD, writable } from '../files.js';
import type { ImportOptions } from '../imports.js';
import { asked, fromInput } from '../input.js';

/** The filters of `GET /items/export`, each as an option. */
const FILTERS = [
  ['--status <statuses>', 'status', 'items with one of these statuses, separated by commas'],
  ['--location <locationID>', 'locationID', 'items of this Location'],
  ['--category <id>', 'category', 'items in this category'],
  ['--color <id>', 'color', 'items of this color'],
  ['--external-id <key>', 'externalID', 'the item with this key'],
  ['--from <moment>', 'createdFrom', 'items registered then or later, such as 2026-11-20'],
  ['--to <moment>', 'createdTo', 'items registered then or earlier'],
  ['--updated-since <moment>', 'updatedSince', 'items changed then or later'],
  ['--departured-from <date>', 'departuredFrom', 'items whose owner checked out then or later'],
  ['--departured-to <date>', 'departuredTo', 'items whose owner checked out then or earlier'],
  ['--expires-before <moment>', 'expiresBefore', 'items whose storage ends earlier'],
  ['--has-contact <flag>', 'hasContact', 'true or false: items whose owner has an email address or a phone number'],
] as const;

/** Options that tell of a person: words are names as well. */
const PERSONAL = [
  ['--words', 'q', 'Words'],
  ['--reservation', 'reservationNumber', 'Reservation number'],
] as const;

interface ExportOptions extends Record<string, string | undefined> {
  group: string;
  format: string;
  file: string;
}

/** `import --group acme --file hotel.csv`, `export --group acme --file items.csv` */
export function itemCommands(program: Command, admin: Admin): void {
  program
    .command('import')
    .description('register items from a CSV, each row by itself; exit code 1 unless all rows were worked on')
    .requiredOption('--group <code>', 'the Group')
    .addOption(new Option('--file <path>', 'the CSV; - is standard input').argParser(readable).makeOptionMandatory())
    .option('--location <locationID>', 'the Location of rows without one')
    .option('--columns <json>', 'what the columns are by their names: {"Guest": "owner.lastName"}, null leaves one out')
    .option('--date-format <format>', 'how dates are written, such as DD.MM.YYYY')
    .option('--encoding <name>', 'such as utf-8, windows-1250 or shift_jis; found out by default')
    .option('--dry-run', 'only find out what would be refused')
    .option('--notify', 'write to the owners of the items')
    .addOption(
      new Option('--errors <path>', 'write what is wrong with refused rows into this CSV; - is the output').argParser(writable),
    )
    .addOption(
      new Option('--refused <path>', 'write the refused rows into this CSV, to be mended; - is the output').argParser(writable),
    )
    .action((options: ImportOptions, command: Command) =>
      admin.run(command, async (app, progress) => {
        const { importFile } = await import('../imports.js');
        return importFile(app, options, progress, admin.input);
      }),
    );

  const exporting = program
    .command('export')
    .description('write items as CSV or JSON lines, newest first')
    .requiredOption('--group <code>', 'the Group')
    .addOption(new Option('--format <format>', 'how it is written').choices(['csv', 'ndjson']).default('csv'))
    .addOption(
      new Option('--file <path>', 'where to; - is the output, which then has nothing else').argParser(writable).default(STANDARD),
    );
  const filters = FILTERS.map(([flags, field, description]) => ({ option: new Option(flags, description), field }));
  for (const { option } of filters) exporting.addOption(option);
  for (const [option, , name] of PERSONAL) fromInput(exporting, option, name);
  exporting.action(({ group, format, file, ...given }: ExportOptions, command: Command) =>
    admin.run(command, async (app, progress) => {
      const { exportItems } = await import('../exports.js');
      const chosen = filters.flatMap(({ option, field }) => {
        const value = given[option.attributeName()];
        return value === undefined ? [] : [[field, value]];
      });
      const personal = PERSONAL.filter(([option]) => given[`${option.slice(2)}Stdin`]);
      const lines =
        personal.length === 0
          ? []
          : await asked(
              admin.input,
              personal.map(([, , name]) => name),
            );
      const query = { format, ...Object.fromEntries([...chosen, ...personal.map(([, field], index) => [field, lines[index]])]) };
      return exportItems(app, { group, query, file }, progress);
    }),
  );
}
