import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Semaphore, SharedSemaphore } from '#platform/concurrency';
import { Unavailable, ValidationFailed } from '#platform/kernel';

/** Passwords below this score of zxcvbn are too easy to guess (decisions.md, section 11). */
const LEAST_SCORE = 3;
/**
 * Characters that are judged: a password with a beginning that is hard to guess is so as a whole, and the time grows with the length. The
 * worst 32 take 0.2 s of CPU (`npm run bench -- passwords`), a second and more on a machine that has too much to do.
 */
const JUDGED = 32;
/** A name as short as this is in every other password by chance. */
const SHORT_NAME = 2;
/** How long the thread with the dictionaries waits for another password before it ends, in milliseconds. */
const IDLE = 60_000;
/** Milliseconds after which a judgement is given up, with its thread: only what is long and varied takes so long, and is hard to guess. */
const MAX_TIME = 2_000;
/** Passwords that may wait, of all and of one caller, who has one place at a time; and for how many milliseconds. */
const [MOST_WAITING, MOST_OF_ONE, MAX_WAIT] = [100, 50, 6_000];

/** A thread, and the message that its dictionaries are there. */
interface Started {
  thread: Worker;
  ready: Promise<unknown>;
}

/**
 * Scores passwords in a thread of its own (docs/adr/0028-accounts.md): the dictionaries take 60 MB and loading them a quarter of a
 * second, and a long password takes longer than other calls may wait.
 */
class Scores {
  private readonly turns = new SharedSemaphore<string>(
    new Semaphore(1, MOST_WAITING, MAX_WAIT),
    () => new Semaphore(1, MOST_OF_ONE, MAX_WAIT),
  );
  private started: Started | null = null;
  private idle: NodeJS.Timeout | undefined;

  /** @throws Unavailable when too many wait already, or once it has waited too long */
  of(password: string, names: readonly string[], caller: string): Promise<number> {
    return this.turns.run(caller, () => this.judged(password, names));
  }

  private async judged(password: string, names: readonly string[]): Promise<number> {
    clearTimeout(this.idle);
    this.started ??= this.start();
    const { thread, ready } = this.started;
    thread.ref();
    try {
      await ready;
      const answer = once(thread, 'message', { signal: AbortSignal.timeout(MAX_TIME) });
      thread.postMessage({ password, names });
      const [score] = await answer;
      return score;
    } catch (error) {
      this.end(thread);
      if ((error as Error).name === 'AbortError') return LEAST_SCORE;
      throw new Unavailable('busy', 'The password could not be judged. Try again later.');
    } finally {
      thread.unref();
      this.idle = setTimeout(() => this.end(thread), IDLE).unref();
    }
  }

  private start(): Started {
    const thread = new Worker(new URL(`./password-worker${extname(import.meta.filename)}`, import.meta.url));
    thread.on('error', () => this.end(thread));
    // A caller that waits for its answer would wait for ever.
    thread.once('exit', () => thread.emit('error', new Error('The thread that judges passwords has ended.')));
    return { thread, ready: once(thread, 'message') };
  }

  private end(thread: Worker): void {
    if (this.started?.thread === thread) this.started = null;
    void thread.terminate();
  }
}

const scores = new Scores();

/**
 * Checks that a new password is hard to guess (decisions.md, section 11).
 * @param caller the owner of the turn that it takes
 * @param field the field it was given in
 * @throws ValidationFailed `too_weak` when zxcvbn gives it less than 3 of 4, or the user's own name is in it; Unavailable
 */
export async function assertHardToGuess(
  password: string,
  user: { username: string; email: string | null },
  caller: string,
  field = 'password',
): Promise<void> {
  const name = folded(user.username);
  const holdsName = name.length > SHORT_NAME && folded(password).includes(name);
  const names = [user.username, ...(user.email?.split('@') ?? [])];
  if (!holdsName && (await scores.of([...password].slice(0, JUDGED).join(''), names, caller)) >= LEAST_SCORE) return;
  throw new ValidationFailed([
    { field, code: 'too_weak', message: 'Is too easy to guess: take several words, and not your own name.' },
  ]);
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
