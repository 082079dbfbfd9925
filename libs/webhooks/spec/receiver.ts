import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: Record<string, string>;
  body: string;
}

/** A real endpoint on the loopback that keeps a ledger of what it received. */
export class Receiver {
  readonly received: Received[] = [];

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** @param answer what it does with a call once the body is read; 204 by default */
  static async open(
    answer: (response: ServerResponse, call: Received, request: IncomingMessage) => void = (response) =>
      response.writeHead(204).end(),
  ) {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const call = { headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() };
        receiver.received.push(call);
        answer(response, call, request);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = new Receiver(server, (server.address() as AddressInfo).port);
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hooks`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
