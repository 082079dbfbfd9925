import type { Command } from 'commander';
import { NotFound } from '#platform/kernel';
import { type Admin, callerIn } from '../admin.js';

interface Person {
  email: string;
  group?: string;
}

/** `person export|erase --email …`, `item erase --group acme --id 7` */
export function personalDataCommands(program: Command, admin: Admin): void {
  const person = program.command('person').description('owners of items and guests with Requests');
  person
    .command('export')
    .description('print all data about a person as JSON')
    .requiredOption('--email <address>', 'current address on items and Requests; case does not matter')
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
    .description('erase the personal data of all items and Requests of a person; this cannot be undone')
    .requiredOption('--email <address>', 'current address on items and Requests; case does not matter')
    .option('--group <code>', 'only in this Group')
    .action(({ email, group }: Person, command: Command) =>
      admin.run(command, async (app) => {
        const { Persons } = await import('#contexts/retention');
        const json = await app.get(Persons).erase(email, group ?? null);
        const lines = json.map(({ group: code, items, requests }) => `${code}: ${items} items, ${requests} Requests`);
        return { json, text: lines.join('\n') || 'There is no data about this person.' };
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
        const { CommandBus } = await import('@nestjs/cqrs');
        const { EraseItem } = await import('#contexts/items');
        const { id: groupID } = (await callerIn(app, group)).group;
        const erased = await app.get(CommandBus).execute(new EraseItem(groupID, id));
        if (!erased) throw new NotFound(`Personal data of the item ${id}`);
        return { json: { group, itemID: id, erased }, text: `The personal data of the item ${id} has been erased.` };
      }),
    );
}
