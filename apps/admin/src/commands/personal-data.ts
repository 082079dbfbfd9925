import type { Command } from 'commander';
import { NotFound } from '#platform/kernel';
import type { Admin } from '../admin.js';
import { replayed } from '../replayed.js';

const ADDRESS = 'current address on items, Requests, stays and Locations; case does not matter';

interface Person {
  email: string;
  group?: string;
}

/** `person export|erase --email …`, `item erase --group acme --id 7` */
export function personalDataCommands(program: Command, admin: Admin): void {
  const person = program
    .command('person')
    .description('owners of items, guests with Requests or stays, and contact persons of Locations');
  person
    .command('export')
    .description('print all data about a person as JSON')
    .requiredOption('--email <address>', ADDRESS)
    .option('--group <code>', 'only in this Group')
    .action(({ email, group }: Person, command: Command) =>
      admin.run(command, async (app) => {
        const { Persons } = await import('#contexts/retention');
        const json = await app.get(Persons).export(email, group ?? null);
        return { json, text: JSON.stringify(json, null, 2) };
      }),
    );
  person
    .command('erase')
    .description('erase the personal data of all items, Requests, stays and contact details of a person; this cannot be undone')
    .requiredOption('--email <address>', ADDRESS)
    .option('--group <code>', 'only in this Group')
    .action(({ email, group }: Person, command: Command) =>
      admin.run(command, async (app) => {
        const { Persons } = await import('#contexts/retention');
        const json = await app.get(Persons).erase(email, group ?? null);
        const lines = json.map(
          ({ group: code, items, requests, locations, stays }) =>
            `${code}: ${items} items, ${requests} Requests, ${locations} Locations, ${stays} stays`,
        );
        return { json, text: lines.join('\n') || 'There is no data about this person.' };
      }),
    );

  program
    .command('erasures')
    .description('the journal of erasures, kept outside the database beside the images')
    .command('replay')
    .description('erase again what a restored backup brought back; "restore" and "restored" do it by themselves')
    .action((_options: object, command: Command) =>
      admin.run(command, async (app) => {
        const { ReplayErasures } = await import('#contexts/retention');
        const json = await app.get(ReplayErasures).run();
        return { json, text: replayed(json) };
      }),
    );

  program
    .command('item')
    .description('lost items')
    .command('erase')
    .description('erase the personal data of one item; this cannot be undone')
    .requiredOption('--group <code>', 'the Group')
    .requiredOption('--id <number>', 'the item', Number)
    .action(({ group, id }: { group: string; id: number }, command: Command) =>
      admin.run(command, async (app) => {
        const { Persons } = await import('#contexts/retention');
        const erased = await app.get(Persons).eraseItem(group, id);
        if (!erased) throw new NotFound(`Personal data of the item ${id}`);
        return { json: { group, itemID: id, erased }, text: `The personal data of the item ${id} has been erased.` };
      }),
    );
}
