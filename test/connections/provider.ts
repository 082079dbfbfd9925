import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a provider was asked. */
export interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answering = (response: ServerResponse, asked: Asked) => void;

/** JSON as providers answer it. */
export const json =
  (body: unknown, status = 200): Answering =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A provider on this machine that answers as a spec says, and keeps what it was asked. */
export class Provider {
  readonly asked: Asked[] = [];
  answer: Answering = json({});
  private readonly server: Server;

  private constructor() {
    this.server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = '', url = '', headers } = request;
      const asked = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      this.asked.push(asked);
      this.answer(response, asked);
    });
  }

  static async open(): Promise<Provider> {
    const provider = new Provider();
    await new Promise<void>((resolve) => provider.server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
