import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import type { Decoded } from './decoder.js';

/** The largest resident memory of the process, in bytes; what needs more is treated as a decompression bomb. */
const MAX_RESIDENT = 448_000_000;
/** How often its memory is looked at, in milliseconds. */
const LOOK = 50;
/** Longer than the decoder's own limit, which it looks at between two pieces of work only. */
const MAX_TIME = 30_000;
/** The memory that decoding leaves behind is given back when the process ends. */
const IDLE = 10_000;
/** V8 itself has little to do here. Two arenas, as each decoder thread would otherwise keep memory in one of its own. */
const FLAGS = ['--max-semi-space-size=1', '--max-old-space-size=128'];

/** Decodes images in a process of its own, one at a time: neither their memory nor a fault in a decoder reaches the caller's process. */
export class ImageProcess {
  private readonly turn = pLimit(1);
  private child: ChildProcess | null = null;
  private idle: NodeJS.Timeout | undefined;

  /** The process while there is one. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** @returns null when the image can't be decoded within the limits @throws when the process can't be started */
  decode(bytes: Uint8Array): Promise<Decoded> {
    return this.turn(async () => {
      clearTimeout(this.idle);
      const child = await this.running();
      const late = setTimeout(() => child.kill('SIGKILL'), MAX_TIME);
      const watch = setInterval(() => residentOf(child) > MAX_RESIDENT && child.kill('SIGKILL'), LOOK);
      try {
        return await answerOf(child, bytes);
      } finally {
        clearTimeout(late);
        clearInterval(watch);
        this.idle = setTimeout(() => this.end(child), IDLE).unref();
      }
    });
  }

  private end(child: ChildProcess): void {
    if (this.child === child) this.child = null;
    child.kill();
  }

  private async running(): Promise<ChildProcess> {
    if (this.child) return this.child;
    const program = new URL(`./decoder${extname(new URL(import.meta.url).pathname)}`, import.meta.url);
    const child = fork(fileURLToPath(program), {
      execArgv: FLAGS,
      env: { MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.once('exit', () => {
      if (this.child === child) this.child = null;
    });
    await once(child, 'spawn');
    // It must not keep the caller's process from ending; while an image is decoded the waiting request does.
    child.unref();
    child.channel!.unref();
    this.child = child;
    return child;
  }
}

/** @returns null when the process ends before it has answered */
function answerOf(child: ChildProcess, bytes: Uint8Array): Promise<Decoded> {
  return new Promise((resolve) => {
    const settle = (answer: Decoded) => {
      child.off('message', settle).off('exit', ended);
      resolve(answer);
    };
    const ended = () => settle(null);
    child.once('message', settle).once('exit', ended);
    // Settled by its exit alone: before that is known, the next image would be given to the same dead process.
    child.send(bytes, (problem) => problem && child.kill('SIGKILL'));
  });
}

/** Bytes; 0 where the system does not tell. */
function residentOf({ pid }: ChildProcess): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
  } catch {
    return 0;
  }
}
