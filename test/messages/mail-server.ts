import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A real mail server on the loopback that keeps what it takes. */
export class MailServer {
  readonly received: { to: string; email: Email }[] = [];
  /** Every recipient it was asked for, refused ones too. */
  readonly asked: string[] = [];
  private readonly server: SMTPServer;

  /** @param refuse the answer to a recipient, null to take it */
  private constructor(refuse: (recipient: string, asked: number) => { code: number; text: string } | null) {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        this.asked.push(address);
        const answer = refuse(address, this.asked.filter((other) => other === address).length);
        done(answer && Object.assign(new Error(answer.text), { responseCode: answer.code }));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          const email = await PostalMime.parse(Buffer.concat(chunks));
          for (const { address } of session.envelope.rcptTo) this.received.push({ to: address, email });
          done();
        });
      },
    });
  }

  static async open(refuse: (recipient: string, asked: number) => { code: number; text: string } | null): Promise<MailServer> {
    const mail = new MailServer(refuse);
    await new Promise<void>((resolve) => mail.server.listen(0, '127.0.0.1', resolve));
    return mail;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** What reached an address. */
  to(address: string): Email[] {
    return this.received.filter(({ to }) => to === address).map(({ email }) => email);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
