import { type Command, Option } from 'commander';
import type { MessageKind } from '#contexts/messages';
import type { PageLanguage } from '#contexts/texts';
import { type Admin, callerIn } from '../admin.js';

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

interface Options {
  language: PageLanguage;
  kind: MessageKind;
  html?: true;
}

/** `message preview --language de --kind item-found [--html]`, `message resume [--group acme] [--failed]` */
export function messageCommands(program: Command, admin: Admin): void {
  const message = program.command('message').description('emails and SMS to owners and guests');
  message
    .command('preview')
    .description('show a message with sample data')
    .addOption(new Option('--language <code>', 'its language').choices(LANGUAGES).default('en'))
    .addOption(new Option('--kind <kind>', 'which message').choices(KINDS).makeOptionMandatory())
    .option('--html', 'as HTML, to be opened in a browser')
    .action((options: Options, command: Command) =>
      admin.show(command, async ({ publicUrl }) => {
        const { preview } = await import('#contexts/messages');
        const { subject, text, html, sms } = preview(options.language, options.kind, publicUrl);
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
        const { ResumeMessages } = await import('#contexts/messages');
        const groupID = group === undefined ? null : (await callerIn(app, group)).group.id;
        const resumed = await app.get(ResumeMessages).resume(groupID, failed);
        return { json: { resumed }, text: `${resumed} messages are queued again.` };
      }),
    );
}
