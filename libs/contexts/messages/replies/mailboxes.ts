import { Injectable } from '@nestjs/common';
import {
  ConnectionReaders,
  type MailboxPlace,
  type MailOutcome,
  type OpenConnection,
  ProviderEvents,
  Providers,
  type ReadingUnderWay,
} from '#contexts/connections';
import { RateLimited } from '#platform/http';
import { MailTooMuch } from './mails/mails.js';
import { Replies } from './replies.js';

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

  private read(connection: OpenConnection, { progress, signal, keep }: ReadingUnderWay): Promise<boolean> {
    const taker = {
      mayTake: (head: Buffer) => orElse(MailTooMuch, true, this.replies.mayTake(connection, head)),
      take: (mail: Buffer) => this.take(connection, mail),
      keep,
    };
    return this.providers.mailbox(connection, 'each').read(progress as MailboxPlace | null, taker, signal);
  }

  private async take(connection: OpenConnection, mail: Buffer): Promise<MailOutcome> {
    const outcome = this.replies.take(connection, mail).then((isTaken) => (isTaken ? 'taken' : 'left'));
    return orElse<MailOutcome>(MailTooMuch, 'once more', orElse<MailOutcome>(RateLimited, 'later', outcome));
  }
}

/** The outcome of the work, or another instead where it ended with an error of this kind. */
function orElse<T>(kind: abstract new (...given: never[]) => Error, instead: T, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof kind) return instead;
    throw error;
  });
}
