import { Injectable } from '@nestjs/common';
import {
  ConnectionReaders,
  type MailboxPlace,
  type OpenConnection,
  ProviderEvents,
  Providers,
  type ReadingUnderWay,
} from '#contexts/connections';
import { Replies } from './replies.js';

/** Milliseconds after which is noted how far a mailbox was read: what came behind it is known by its Message-ID. */
const EVERY = 1_000;

/** Reads the mailboxes that guests answer to, and takes the mails that are handed over. */
@Injectable()
export class Mailboxes {
  constructor(
    private readonly replies: Replies,
    private readonly providers: Providers,
    readers: ConnectionReaders,
    events: ProviderEvents,
  ) {
    readers.of('mail', (connection, reading) => this.read(connection, reading));
    events.of('mail', async (connection, event) => {
      await this.replies.take(connection, this.providers.mailbox(connection, 'together').event(event));
    });
  }

  private async read(connection: OpenConnection, { progress, signal, keep }: ReadingUnderWay): Promise<void> {
    let kept = performance.now();
    const take = async (mail: Buffer, place: MailboxPlace) => {
      if (performance.now() - kept > EVERY) {
        await keep(place);
        kept = performance.now();
      }
      return this.replies.take(connection, mail);
    };
    const place = await this.providers.mailbox(connection, 'each').read(progress as MailboxPlace | null, take, signal);
    if (place) await keep(place);
  }
}
