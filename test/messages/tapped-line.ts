import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to an IMAP server on which somebody listens, and may answer in its place. */
export class TappedLine {
  /** The commands that were said, without their tags. */
  readonly said: string[] = [];
  /** Its answer to a command in place of the server's, which never hears of it; null: the server's. */
  answer: (tag: string, command: string) => string | null = () => null;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((socket) => this.serve(socket));

  private constructor(private readonly to: number) {}

  /** @param port of the server @param host where it is met */
  static async to(port: number, host = '127.0.0.1'): Promise<TappedLine> {
    const line = new TappedLine(port);
    line.server.listen(0, host);
    await once(line.server, 'listening');
    return line;
  }

  get url(): string {
    const { address, port } = this.server.address() as AddressInfo;
    return `imap://${address}:${port}`;
  }

  /** How often a command was said that begins so. */
  count(command: string): number {
    return this.said.filter((one) => one.startsWith(command)).length;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((closed) => this.server.close(closed));
  }

  private serve(socket: Socket): void {
    const server = connect(this.to, '127.0.0.1');
    for (const [one, other] of [
      [socket, server],
      [server, socket],
    ] as const) {
      this.sockets.add(one.on('error', () => other.destroy()).on('close', () => other.destroy()));
    }
    server.pipe(socket);
    socket.on('data', (chunk) => {
      // Commands of this client come each in one piece; what is encrypted is none.
      const [, tag, command] = /^(a\d+) (.*)\r\n$/.exec(chunk.toString('latin1')) ?? [];
      this.said.push(command ?? chunk.toString('latin1'));
      const instead = command === undefined ? null : this.answer(tag!, command);
      if (instead === null) server.write(chunk);
      else socket.write(instead);
    });
  }
}
