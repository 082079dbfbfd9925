import { type Command, Option } from 'commander';
import { MESSAGE_KINDS, MESSAGE_LANGUAGES, type MessageKind, preview } from '#messages';
import type { Admin } from '../admin.js';

interface Options {
  language: string;
  kind: MessageKind;
  html?: true;
}

/** `message preview --language de --kind item-found [--html]` */
export function messageCommands(program: Command, admin: Admin): void {
  const message = program.command('message').description('what owners and guests are told');
  message
    .command('preview')
    .description('show how a message reads, about something made up')
    .addOption(new Option('--language <code>', 'its language').choices(MESSAGE_LANGUAGES).default('en'))
    .addOption(new Option('--kind <kind>', 'which message').choices(MESSAGE_KINDS).makeOptionMandatory())
    .option('--html', 'as HTML, to be looked at in a browser')
    .action((options: Options, command: Command) =>
      admin.show(command, ({ publicUrl }) => {
        const { subject, text, html, sms } = preview(options.language, options.kind, publicUrl);
        const plain = `Subject: ${subject}\n\n${text}\nSMS: ${sms}`;
        return { json: { subject, text, html, sms }, text: options.html ? html : plain };
      }),
    );
}
