import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ValidationFailed } from '#platform/kernel';

/** Passwords below this score of zxcvbn are too easy to guess (decisions.md, section 11). */
const LEAST_SCORE = 3;
/** Characters that are judged: a password whose beginning is hard to guess is so as a whole, and the time grows with the square. */
const JUDGED = 64;
/** A name as short as this is in every other password by chance. */
const SHORT_NAME = 2;
/** How long the thread with the dictionaries waits for another password before it ends, in milliseconds. */
const IDLE = 60_000;

interface Waiting {
  resolve: (score: number) => void;
  reject: (error: Error) => void;
}

/**
 * Scores passwords in a thread of its own (docs/adr/0028-accounts.md): the dictionaries take 60 MB and loading them a quarter of a
 * second, and a long password takes longer than other calls may wait.
 */
class Scores {
  private thread: Worker | null = null;
  private waiting = new Map<number, Waiting>();
  private asked = 0;
  private idle: NodeJS.Timeout | undefined;

  of(password: string, names: readonly string[]): Promise<number> {
    clearTimeout(this.idle);
    this.thread ??= this.start();
    const thread = this.thread;
    return new Promise((resolve, reject) => {
      const id = this.asked++;
      this.waiting.set(id, { resolve, reject });
      thread.ref();
      thread.postMessage({ id, password, names });
    });
  }

  private start(): Worker {
    const thread = new Worker(new URL(`./password-worker${extname(import.meta.filename)}`, import.meta.url));
    thread.on('message', ({ id, score }: { id: number; score: number }) => {
      this.waiting.get(id)?.resolve(score);
      this.waiting.delete(id);
      if (this.waiting.size > 0) return;
      thread.unref();
      this.idle = setTimeout(() => this.end(thread), IDLE).unref();
    });
    thread.on('error', (error) => this.end(thread, error as Error));
    return thread;
  }

  private end(thread: Worker, error = new Error('The thread that judges passwords has ended.')): void {
    if (this.thread === thread) this.thread = null;
    const { waiting } = this;
    this.waiting = new Map();
    for (const { reject } of waiting.values()) reject(error);
    void thread.terminate();
  }
}

const scores = new Scores();

/**
 * Checks that a new password is hard to guess (decisions.md, section 11).
 * @param field the field it was given in
 * @throws ValidationFailed `too_weak` when zxcvbn gives it less than 3 of 4, or the user's own name is in it
 */
export async function assertHardToGuess(password: string, user: { username: string; email: string | null }, field = 'password') {
  const name = folded(user.username);
  const holdsName = name.length > SHORT_NAME && folded(password).includes(name);
  const names = [user.username, ...(user.email?.split('@') ?? [])];
  if (!holdsName && (await scores.of([...password].slice(0, JUDGED).join(''), names)) >= LEAST_SCORE) return;
  throw new ValidationFailed([
    { field, code: 'too_weak', message: 'Is too easy to guess: take several words, and not your own name.' },
  ]);
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
