import type { AddressInfo } from 'node:net';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';

/** A TCP proxy that can keep its connections open and lose their bytes, as a firewall or a broken network does, or be slow. */
export class SwallowingProxy {
  private readonly pairs = new Map<Socket, { away: Socket; isSwallowed: boolean }>();
  private swallowsNew = false;
  private lateness = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param url of what is behind; `url` of the proxy is the same with another host and port */
  static async open(url: string): Promise<SwallowingProxy> {
    const target = new URL(url);
    const server = createServer((near) => proxy.join(near, Number(target.port), target.hostname));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const own = new URL(url);
    own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const proxy = new SwallowingProxy(server, own.href);
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** From now on loses every byte of a share of the open connections, and with `all` of new ones too. */
  swallow({ share = 1, all = false }: { share?: number; all?: boolean } = {}): void {
    const open = [...this.pairs.values()];
    for (const pair of open.slice(0, Math.ceil(open.length * share))) pair.isSwallowed = true;
    this.swallowsNew = all;
  }

  /** From now on what clients send arrives so many milliseconds late, as from a process that waits for its turn. */
  delay(milliseconds: number): void {
    this.lateness = milliseconds;
  }

  /** New connections pass again; what was lost stays lost. */
  heal(): void {
    this.swallowsNew = false;
  }

  async close(): Promise<void> {
    for (const [near, { away }] of this.pairs) {
      near.destroy();
      away.destroy();
    }
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(near: Socket, port: number, host: string): void {
    const away = dial(port, host);
    const pair = { away, isSwallowed: this.swallowsNew };
    this.pairs.set(near, pair);
    for (const [from, to] of [
      [near, away],
      [away, near],
    ] as const) {
      from.on('data', (bytes) => pair.isSwallowed || this.pass(to, bytes, from === near ? this.lateness : 0));
      from.on('error', () => undefined);
      // The other side does not learn that a swallowed connection is closed.
      from.on('close', () => pair.isSwallowed || to.destroy());
    }
    near.on('close', () => pair.isSwallowed || this.pairs.delete(near));
  }

  private pass(to: Socket, bytes: Buffer, lateness: number): void {
    if (lateness === 0) to.write(bytes);
    else setTimeout(() => to.write(bytes), lateness);
  }
}
