import type { Socket } from 'node:net';
import { ProviderFailed } from '../../calls/provider-failed.js';

/** The words that a server said on one line, and the bytes that it announced in it. */
export interface ImapLine {
  /** Without the line's end; a literal is left out of it. */
  text: string;
  /** The last literal (RFC 3501, 4.3). */
  literal: Buffer | null;
}

/** Bytes of a line at most. */
const LINE = 1024 * 1024;
/** Bytes of a literal at most. */
export const LITERAL = 256 * 1024;

/** Takes lines and literals from a socket; no more is read than is wanted. */
export class ImapLines {
  private readonly chunks: AsyncIterator<Buffer>;
  private held: Buffer[] = [];
  private size = 0;

  constructor(socket: Socket) {
    this.chunks = socket.iterator({ destroyOnReturn: false });
  }

  /** Leaves the socket to somebody else. */
  async end(): Promise<void> {
    await this.chunks.return?.();
  }

  /** The next line; null once the connection is closed. @throws ProviderFailed for more than is taken */
  async next(): Promise<ImapLine | null> {
    let text = '';
    let literal: Buffer | null = null;
    for (;;) {
      const line = await this.line();
      if (line === null) return null;
      const [, size] = /\{(\d{1,10})\}$/.exec(line) ?? [];
      text += line;
      if (text.length > LINE) throw new ProviderFailed('The mail server said too much at once');
      if (size === undefined) return { text, literal };
      if (Number(size) > LITERAL) throw new ProviderFailed('The mail server said too much at once');
      literal = await this.bytes(Number(size));
      if (literal === null) return null;
    }
  }

  private async line(): Promise<string | null> {
    for (let looked = 0; ; ) {
      for (; looked < this.held.length; looked++) {
        const end = this.held[looked]!.indexOf(0x0a);
        if (end === -1) continue;
        const before = this.held.slice(0, looked).reduce((sum, { length }) => sum + length, 0);
        const line = this.taken(before + end + 1);
        return line.toString('utf8').replace(/\r?\n$/, '');
      }
      if (this.size > LINE) throw new ProviderFailed('The mail server said too much at once');
      if (!(await this.more())) return null;
    }
  }

  private async bytes(size: number): Promise<Buffer | null> {
    while (this.size < size) if (!(await this.more())) return null;
    return this.taken(size);
  }

  private async more(): Promise<boolean> {
    const { value, done } = await this.chunks.next().catch(() => ({ value: undefined, done: true }));
    if (done) return false;
    this.held.push(value as Buffer);
    this.size += (value as Buffer).length;
    return true;
  }

  private taken(size: number): Buffer {
    const all = this.held.length === 1 ? this.held[0]! : Buffer.concat(this.held, this.size);
    const rest = all.subarray(size);
    this.held = rest.length === 0 ? [] : [rest];
    this.size = rest.length;
    return all.subarray(0, size);
  }
}
