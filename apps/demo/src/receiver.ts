import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '#client';

/** A received notification. */
export interface Notification {
  subject: number;
  status: string;
}

/** A webhook receiver as an integration would have one: it verifies every one with the client. */
export class Receiver {
  readonly verified = new Map<string, Notification>();
  rejected = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** Listens on a free port of the loopback address. @param secret gives the signing secret, `whsec_…` */
  static async start(secret: () => string): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = new Receiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`);
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const accepted = receiver.accept(secret(), Buffer.concat(chunks).toString(), request.headers as Record<string, string>);
      response.writeHead(accepted ? 204 : 401).end();
    });
    return receiver;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private accept(secret: string, body: string, headers: Record<string, string>): boolean {
    try {
      const event = verifyWebhook(secret, body, headers) as { data: { id: number; status: string } };
      const id = headers['webhook-id']!;
      this.verified.set(id, { subject: event.data.id, status: event.data.status });
      return true;
    } catch {
      this.rejected++;
      return false;
    }
  }
}
