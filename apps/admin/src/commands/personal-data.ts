import type { Command } from 'commander';
import { NotFound } from '#platform/kernel';
import type { Admin } from '../admin.js';
import { asked, fromInput, type Input } from '../input.js';
import { replayed } from '../replayed.js';
import { whole } from '../whole.js';

const ADDRESS = '; that on items, Requests, stays and Locations now, case does not matter';

interface Person {
  emailStdin?: true;
  group?: string;
}

/** `person export|erase --email-stdin`, `item erase --group acme --id 7` */
export function personalDataCommands(program: Command, admin: Admin): void {
  const person = program
    .command('person')
    .description('owners of items, guests with Requests or stays, and contact persons of Locations');
  const commandOf = (name: string) => fromInput(person.command(name), '--email', 'Email address', ADDRESS);
  commandOf('export')
    .description('print all data about a person as JSON')
    .option('--group <code>', 'only in this Group')
    .action(({ emailStdin, group }: Person, command: Command) => {
      admin.requireInput(command, '--email-stdin', emailStdin);
      return admin.run(command, async (app) => {
        const { Persons } = await import('#contexts/retention');
        const email = await address(admin.input);
        const json = await app.get(Persons).export(email, group ?? null);
        return { json, text: JSON.stringify(json, null, 2) };
      });
    });
  commandOf('erase')
    .description('erase the personal data of all items, Requests, stays and contact details of a person; this cannot be undone')
    .option('--group <code>', 'only in this Group')
    .action(({ emailStdin, group }: Person, command: Command) => {
      admin.requireInput(command, '--email-stdin', emailStdin);
      return admin.run(command, async (app) => {
        const { Persons } = await import('#contexts/retention');
        const email = await address(admin.input);
        const json = await app.get(Persons).erase(email, group ?? null);
        const lines = json.map(
          ({ group: code, items, requests, locations, stays }) =>
            `${code}: ${items} items, ${requests} Requests, ${locations} Locations, ${stays} stays`,
        );
        return { json, text: lines.join('\n') || 'There is no data about this person.' };
      });
    });

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
    .requiredOption('--id <number>', 'the item', whole)
    .action(({ group, id }: { group: string; id: number }, command: Command) =>
      admin.run(command, async (app) => {
        const { Persons } = await import('#contexts/retention');
        const erased = await app.get(Persons).eraseItem(group, id);
        if (!erased) throw new NotFound(`Personal data of the item ${id}`);
        return { json: { group, itemID: id, erased }, text: `The personal data of the item ${id} has been erased.` };
      }),
    );
}

/** @throws ValidationFailed for what is no address: nobody has it, and nothing would be found */
async function address(input: Input): Promise<string> {
  const [email] = await asked(input, ['Email address']);
  const { EmailGiven } = await import('../users.js');
  const { readRequest } = await import('#platform/http');
  return readRequest(EmailGiven, { email }).email;
}
