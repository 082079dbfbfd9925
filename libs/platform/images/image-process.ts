import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Answer } from './decoder.js';
import type { Pixels } from './pixels/pixels.js';

/** The largest resident memory of the process, in bytes; what needs more is treated as a decompression bomb. */
const MAX_RESIDENT = 560_000_000;
/** How often its memory is looked at, in milliseconds. */
const LOOK = 50;
/** The memory that decoding leaves behind is given back when the process ends. */
const IDLE = 10_000;
/** V8 itself has little to do here. Two arenas, as each decoder thread would otherwise keep memory in one of its own. */
const FLAGS = ['--max-semi-space-size=1', '--max-old-space-size=128'];
/** How a process ends that a fault in a decoder ends: the image is to blame. */
const FAULTS: readonly unknown[] = ['SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL'];

/** `late` when its time was over. */
export type Outcome = Exclude<Answer, 'ready'> | 'late';

/** Decodes images in a process of its own: neither their memory nor a fault in a decoder reaches the caller's process. */
export class ImageProcess {
  private child: ChildProcess | null = null;
  private idle: NodeJS.Timeout | undefined;

  /** @param program the decoder */
  constructor(private readonly program = new URL(`./decoder${extname(new URL(import.meta.url).pathname)}`, import.meta.url)) {}

  /** The process while there is one. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /**
   * Decodes one image; the next only once it is answered.
   * @param signal ends it, whatever it is doing
   * @param most milliseconds of decoding, from when the process is ready
   */
  async decode(pixels: Pixels, signal: AbortSignal, most = Number.POSITIVE_INFINITY): Promise<Outcome> {
    clearTimeout(this.idle);
    let blamed: Outcome | null = null;
    const end = (why: Outcome) => {
      blamed ??= why;
      this.end();
    };
    const leave = () => end('late');
    signal.addEventListener('abort', leave, { once: true });
    const watch = setInterval(() => residentOf(this.child) > MAX_RESIDENT && end({ refused: 'pixels' }), LOOK);
    let late: NodeJS.Timeout | undefined;
    try {
      const child = await this.ready();
      if (!child || signal.aborted) return blamed ?? { failed: 'The decoder did not start.' };
      if (most < Number.POSITIVE_INFINITY) late = setTimeout(leave, most);
      const answer = await answerOf(child, pixels);
      return blamed ?? answer;
    } finally {
      signal.removeEventListener('abort', leave);
      clearInterval(watch);
      clearTimeout(late);
      this.idle = setTimeout(() => this.end(), IDLE).unref();
    }
  }

  /** The next image is for another process, however long this one takes to end. */
  private end(): void {
    this.child?.kill('SIGKILL');
    this.child = null;
  }

  /** The process, once it takes images; null when it can't be started. */
  private async ready(): Promise<ChildProcess | null> {
    if (this.child) return this.child;
    const child = fork(fileURLToPath(this.program), {
      execArgv: FLAGS,
      env: { MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.child = child;
    const gone = () => {
      if (this.child === child) this.child = null;
    };
    child.once('exit', gone).once('error', gone);
    const started = await new Promise((resolve) => {
      child
        .once('message', () => resolve(true))
        .once('exit', () => resolve(false))
        .once('error', () => resolve(false));
    });
    // It must not keep the caller's process from ending; while an image is decoded the waiting request does.
    child.unref();
    child.channel?.unref();
    return started ? child : null;
  }
}

/** The answer of the process, or the meaning of its end. */
function answerOf(child: ChildProcess, pixels: Pixels): Promise<Outcome> {
  return new Promise((resolve) => {
    const settle = (answer: Outcome) => {
      child.off('message', settle).off('exit', ended);
      resolve(answer);
    };
    const ended = (code: number | null, signal: string | null) =>
      settle(FAULTS.includes(signal) ? { refused: 'damaged' } : { failed: `The decoder ended with ${signal ?? code}.` });
    child.once('message', settle).once('exit', ended);
    // Settled by its exit alone: before that is known, the next image would be given to the same dead process.
    child.send(pixels, (problem) => problem && child.kill('SIGKILL'));
  });
}

/** Bytes; 0 where the system does not tell. */
function residentOf(child: ChildProcess | null): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child?.pid}/status`, 'utf8'))![1]) * 1024;
  } catch {
    return 0;
  }
}
