import { CommandBus } from '@nestjs/cqrs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { MessagingSettings } from '#contexts/messages';
import { type Admin, callerIn } from '../admin.js';
import { whole } from '../whole.js';

interface Options {
  location: string;
  quiet?: MessagingSettings['quiet'] | false;
  zone?: string;
  perHour?: number;
}

/**
 * `location list --group demo`,
 * `location messages --location demo:1 [--quiet 21:00-08:00 | --no-quiet] [--zone Europe/Amsterdam] [--per-hour 60]`
 */
export function locationCommands(program: Command, admin: Admin): void {
  const location = program.command('location').description('establishments');
  location
    .command('list')
    .description('list the Locations of a Group, deactivated ones included')
    .requiredOption('--group <code>', 'the Group')
    .action((options: { group: string }, command: Command) =>
      admin.run(command, async (app) => {
        const { LocationQueries } = await import('#contexts/locations');
        const caller = await callerIn(app, options.group);
        const { records } = await app.get(LocationQueries).list(caller, { page: 1 });
        const locations = records.map(({ location_id: locationID, name, active }) => ({ locationID, name, active }));
        const lines = locations.map(({ locationID, name, active }) => `${locationID}  ${name}${active ? '' : '  (deactivated)'}`);
        return { json: locations, text: lines.join('\n') || 'There are no Locations.' };
      }),
    );

  location
    .command('messages')
    .description('show or change the quiet hours and the rate limit of a Location’s messages')
    .requiredOption('--location <locationID>', 'the Location')
    .addOption(new Option('--quiet <from-to>', 'quiet hours in which nothing is sent, such as 21:00-08:00').argParser(parseHours))
    .option('--no-quiet', 'no quiet hours')
    .option('--zone <name>', 'time zone of the Location, such as Europe/Amsterdam')
    .addOption(new Option('--per-hour <count>', 'maximum number of messages per hour').argParser(whole))
    .action((options: Options, command: Command) =>
      admin.run(command, async (app) => {
        const { LocationQueries, UpdateLocation, zoneOf } = await import('#contexts/locations');
        const { LocationMessaging } = await import('#contexts/messages');
        const locationID = options.location;
        const caller = await callerIn(app, locationID.split(':')[0]!);
        const { quiet, zone, perHour } = options;
        const location =
          zone === undefined
            ? await app.get(LocationQueries).one(caller, locationID)
            : await app
                .get(CommandBus)
                .execute(new UpdateLocation(caller, locationID, { timeZone: await zoneOfName(zone) }, null));
        const changes = {
          ...(quiet !== undefined && { quiet: quiet || null }),
          ...(perHour !== undefined && { perHour }),
        };
        const settings = await app.get(LocationMessaging).change(caller.group.id, locationID, changes);
        const there = zoneOf(location);
        return { json: { locationID, zone: there, ...settings }, text: summary(locationID, there, settings) };
      }),
    );
}

async function zoneOfName(name: string): Promise<string> {
  const { canonicalZone } = await import('#contexts/reference');
  const zone = canonicalZone(name);
  if (zone === null) throw new RangeError('--zone must be a time zone of the tz database, such as Europe/Amsterdam');
  return zone;
}

function parseHours(text: string): MessagingSettings['quiet'] {
  const [from, to, ...rest] = text.split('-');
  if (from === undefined || to === undefined || rest.length > 0) throw new InvalidArgumentError('must be like 21:00-08:00');
  return { from, to };
}

function summary(locationID: string, zone: string, { quiet, perHour }: MessagingSettings): string {
  const pause = quiet ? `not between ${quiet.from} and ${quiet.to} (${zone})` : 'at any time';
  return `Messages of ${locationID} are sent ${pause}, at most ${perHour} per hour.`;
}
