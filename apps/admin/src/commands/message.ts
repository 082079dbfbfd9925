import { type Command, InvalidArgumentError, Option } from 'commander';
import type { LoggedMessage, MessageFilters, MessageKind, MessageStatus } from '#contexts/messages';
import type { PageLanguage } from '#contexts/texts';
import { type Admin, callerIn } from '../admin.js';
import { whole } from '../whole.js';

// Written here, so that help does not load the contexts; a spec compares them with the messages there are.
const LANGUAGES = ['en', 'de', 'fr', 'es', 'nl', 'it', 'pt', 'pl', 'sv', 'ja', 'zh', 'ar'];
const KINDS = [
  'item-found',
  'item-reminder',
  'answer-received',
  'item-shipment',
  'request-received',
  'request-question',
  'request-resolved',
  'request-not-found',
  'text',
  'desk-news',
];

const STATUSES = ['waiting', 'sent', 'failed', 'uncertain', 'obsolete', 'held'] as const satisfies readonly MessageStatus[];

/** The most messages that are listed at once. */
const MOST = 1000;

interface ListOptions {
  group: string;
  status?: MessageStatus;
  item?: number;
  request?: number;
  limit: number;
}

interface Options {
  language: PageLanguage;
  kind: MessageKind;
  html?: true;
}

/**
 * `message list --group acme [--status failed] [--item 7 | --request 7] [--limit 50]`,
 * `message preview --language de --kind item-found [--html]`, `message resume [--group acme] [--failed]`
 */
export function messageCommands(program: Command, admin: Admin): void {
  const message = program.command('message').description('emails and SMS to owners and guests');
  message
    .command('list')
    .description('list messages and what became of them, newest first; contacts are masked')
    .requiredOption('--group <code>', 'the Group')
    .addOption(new Option('--status <status>', 'only with this status').choices(STATUSES))
    .addOption(new Option('--item <number>', 'only about this item').argParser(positive).conflicts('request'))
    .addOption(new Option('--request <number>', 'only about this Request').argParser(positive))
    .addOption(new Option('--limit <count>', `at most so many, up to ${MOST}`).argParser(positive).default(50))
    .action((options: ListOptions, command: Command) =>
      admin.run(command, async (app) => {
        const { MessageLog } = await import('#contexts/messages');
        const { id } = (await callerIn(app, options.group)).group;
        const json = await app.get(MessageLog).list(id, filtersOf(options));
        return { json, text: json.map(line).join('\n') || 'There are no messages.' };
      }),
    );
  message
    .command('preview')
    .description('show a message with sample data')
    .addOption(new Option('--language <code>', 'its language').choices(LANGUAGES).default('en'))
    .addOption(new Option('--kind <kind>', 'which message').choices(KINDS).makeOptionMandatory())
    .option('--html', 'as HTML, to be opened in a browser')
    .action((options: Options, command: Command) =>
      admin.show(command, async (configuration) => {
        const { preview } = await import('#contexts/messages');
        const { subject, text, html, sms } = preview(options.language, options.kind, configuration().publicUrl);
        const plain = `Subject: ${subject}\n\n${text}\nSMS: ${sms}`;
        return { json: { subject, text, html, sms }, text: options.html ? html : plain };
      }),
    );
  message
    .command('resume')
    .description('requeue messages that were held because no mail server or SMS gateway was configured')
    .option('--group <code>', 'only in this Group')
    .option('--failed', 'also those that the mail server or gateway rejected')
    .action(({ group, failed = false }: { group?: string; failed?: boolean }, command: Command) =>
      admin.run(command, async (app) => {
        const { MessageUpkeep } = await import('#contexts/messages');
        const groupID = group === undefined ? null : (await callerIn(app, group)).group.id;
        const resumed = await app.get(MessageUpkeep).resume(groupID, failed);
        return { json: { resumed }, text: `${resumed} messages are queued again.` };
      }),
    );
}

function filtersOf({ status, item, request, limit }: ListOptions): MessageFilters {
  const about = item !== undefined ? ({ record: 'item', id: item } as const) : ({ record: 'request', id: request! } as const);
  return { limit: Math.min(limit, MOST), ...(status && { status }), ...((item ?? request) !== undefined && { about }) };
}

function line({ createdAt, status, kind, about, locationID, channel, to, error }: LoggedMessage): string {
  const where = [about, locationID && `at ${locationID}`, channel && `by ${channel}`, to && `to ${to}`, error && `(${error})`];
  return `${createdAt}  ${status.padEnd(9)}  ${kind.padEnd(17)}  ${where.filter(Boolean).join(' ')}`;
}

function positive(text: string): number {
  const number = whole(text);
  if (number < 1) throw new InvalidArgumentError('must be a number from 1');
  return number;
}
