import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: Record<string, string>;
  body: string;
}

type Answer = (response: ServerResponse, call: Received, request: IncomingMessage) => void;

/** A real webhook endpoint on the loopback address that records the calls it received. */
export class Receiver {
  readonly received: Received[] = [];
  /** The webhook identifiers of calls that have not been answered yet. */
  readonly open = new Set<string>();
  private readonly server: Server;

  private constructor(private answer: Answer) {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const call = { headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() };
        this.received.push(call);
        const id = call.headers['webhook-id'] ?? '';
        this.open.add(id);
        response.once('close', () => this.open.delete(id));
        this.answer(response, call, request);
      });
    });
  }

  /** @param answer how it responds to a call; 204 by default */
  static async open(answer: Answer = (response) => response.writeHead(204).end()): Promise<Receiver> {
    const receiver = new Receiver(answer);
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  /** Changes how it responds from now on. */
  answerWith(answer: Answer): void {
    this.answer = answer;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hooks`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
