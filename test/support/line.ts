import { createServer as createWebServer } from 'node:http';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.js';

/** The line between a browser and the service, which can be cut: for browsers with a driver that cannot be without a network. */
export class Line {
  private readonly open = new Set<Socket>();
  private constructor(
    private server: Server,
    private readonly port: number,
  ) {}

  /** @param url of the service; the line's own `url` leads there */
  static async to(url: string): Promise<Line> {
    const { hostname, port } = new URL(url);
    const line: Line = new Line(
      createServer((near) => line.join(near, dial(Number(port), hostname))),
      await freePort(),
    );
    await line.mend();
    return line;
  }

  /** A page of another origin. */
  static async page(html: string): Promise<{ url: string; close(): Promise<void> }> {
    const port = await freePort();
    const server = createWebServer((_request, answer) => answer.setHeader('Content-Type', 'text/html').end(html));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return {
      url: `http://127.0.0.1:${port}/`,
      async close() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Ends what is open and refuses what comes. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.open) socket.destroy();
    await closed;
  }

  async mend(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
  }

  close(): Promise<void> {
    return this.cut();
  }

  private join(near: Socket, away: Socket): void {
    for (const [from, to] of [
      [near, away],
      [away, near],
    ] as const) {
      this.open.add(from);
      from.pipe(to);
      from
        .on('error', () => undefined)
        .on('close', () => {
          this.open.delete(from);
          to.destroy();
        });
    }
  }
}
