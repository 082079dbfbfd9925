import type { Command } from 'commander';
import type { Admin } from '../admin.js';
import { replayed } from '../replayed.js';

interface Options {
  speak?: true;
  dropWaiting?: true;
}

/** `restored [--speak [--drop-waiting]]` */
export function restoredCommand(program: Command, admin: Admin): void {
  program
    .command('restored')
    .description('say what a restored, moved or copied database is: a silent copy, or with --speak the real one')
    .option('--speak', 'it is the real one now: webhooks and messages are sent, also those that wait')
    .option('--drop-waiting', 'with --speak: what waits now is never sent; for a copy that tests with receivers of its own')
    .action(({ speak, dropWaiting }: Options, command: Command) => {
      if (dropWaiting && !speak) throw new RangeError('--drop-waiting goes with --speak.');
      return admin.run(command, async (app) => {
        const { MessageUpkeep } = await import('#contexts/messages');
        const { ReplayErasures } = await import('#contexts/retention');
        const { WebhookDispatch } = await import('#contexts/webhooks');
        const { Copies } = await import('#platform/copies');
        const erased = await app.get(ReplayErasures).run();
        const dropped = { webhooks: 0, messages: 0 };
        if (dropWaiting) {
          dropped.webhooks = await app.get(WebhookDispatch, { strict: false }).dropWaiting();
          dropped.messages = await app.get(MessageUpkeep, { strict: false }).dropWaiting();
        }
        await (speak ? app.get(Copies).speak() : app.get(Copies).silence());
        const ended = dropWaiting
          ? ` ${dropped.webhooks} webhooks and ${dropped.messages} messages that waited were dropped.`
          : '';
        const text = speak
          ? `This database speaks: webhooks and messages are sent.${ended}`
          : 'This database is a copy: nothing is sent.';
        return { json: { silent: !speak, dropped, erased }, text: `${text}\n${replayed(erased)}` };
      });
    });
}
