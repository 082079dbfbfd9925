import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Email } from 'postal-mime';
import { Semaphore } from '#platform/concurrency';
import { Unavailable } from '#platform/kernel';
import { type ReadMail, readMail } from './read-mail.js';

/** Milliseconds that a mail may take, and that the thread waits for another one. */
const [MAX_TIME, IDLE] = [10_000, 60_000];
/** MiB that a thread may take: a mail of 10 MiB and what is made of it. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
/** Mails that wait, and for how many milliseconds at most. */
const [WAITING, MAX_WAIT] = [100, 30_000];

/** A mail took more time or memory than one may, or another one did on a machine that has too much to do. */
export class MailTooMuch extends Unavailable {
  constructor() {
    super('busy', 'The mail could not be read in time.');
  }
}

/**
 * Takes mails apart in a thread of its own, one at a time: whatever a stranger sends, it takes neither the time of others nor more
 * memory than it is given. Where that does not do, the thread ends.
 */
class Mails {
  private readonly turns = new Semaphore(1, WAITING, MAX_WAIT);
  private thread: Worker | null = null;
  private idle: NodeJS.Timeout | undefined;

  /** null for a mail that can't be read. @throws MailTooMuch; Unavailable when too many wait */
  read(bytes: Uint8Array): Promise<Email | null> {
    return this.turns.run(() => this.readNow(bytes));
  }

  private async readNow(bytes: Uint8Array): Promise<Email | null> {
    clearTimeout(this.idle);
    this.thread ??= this.start();
    const { thread } = this;
    thread.ref();
    try {
      const answer = once(thread, 'message', { signal: AbortSignal.timeout(MAX_TIME) });
      thread.postMessage(bytes);
      const [read] = (await answer) as [{ email?: Email }];
      return read.email ?? null;
    } catch {
      this.end(thread);
      throw new MailTooMuch();
    } finally {
      thread.unref();
      this.idle = setTimeout(() => this.end(thread), IDLE).unref();
    }
  }

  private start(): Worker {
    const program = new URL(`./mail-worker${extname(import.meta.filename)}`, import.meta.url);
    const thread = new Worker(program, { resourceLimits: MEMORY });
    thread.on('error', () => this.end(thread));
    // The call that waits for its answer would wait for ever.
    thread.once('exit', () => thread.emit('error', new Error('The thread that reads mails has ended.')));
    return thread;
  }

  private end(thread: Worker): void {
    if (this.thread === thread) this.thread = null;
    void thread.terminate();
  }
}

const mails = new Mails();

/** The parts that matter of a mail as it came; null where it can't be read. @throws MailTooMuch; Unavailable when too many wait */
export async function mailIn(bytes: Uint8Array): Promise<ReadMail | null> {
  const email = await mails.read(bytes);
  return email && readMail(email);
}
