import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Does something else at a command than a good server; it is given the way to say lines. */
type Oddity = (say: (text: string | Buffer) => void, tag: string, socket: Socket) => void;

/** What a user's mailbox is like: its only mail, and what it does at a command that begins so. */
export interface OddMailbox {
  mail: string;
  at?: Readonly<Record<string, Oddity>>;
}

/** An IMAP server of which each user's mailbox has a fault of its own; what clients say is kept. */
export class ImapServer {
  readonly said: { user: string; command: string }[] = [];
  /** Begins a conversation. */
  greet: (socket: Socket) => void = (socket) => socket.write('* OK ready\r\n');
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((socket) => this.serve(socket));

  private constructor(private readonly mailboxes: Readonly<Record<string, OddMailbox>>) {}

  static async open(mailboxes: Readonly<Record<string, OddMailbox>>): Promise<ImapServer> {
    const opened = new ImapServer(mailboxes);
    opened.server.listen(0, '127.0.0.1');
    await once(opened.server, 'listening');
    return opened;
  }

  get url(): string {
    return `imap://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The commands of a user. */
  of(user: string): string[] {
    return this.said.filter((one) => one.user === user).map(({ command }) => command);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((closed) => this.server.close(closed));
  }

  private serve(socket: Socket): void {
    let user = '';
    let held = '';
    this.sockets.add(socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket)));
    this.greet(socket);
    socket.on('data', (chunk) => {
      held += chunk;
      for (let end = held.indexOf('\r\n'); end !== -1; end = held.indexOf('\r\n')) {
        const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(held.slice(0, end)) ?? [];
        held = held.slice(end + 2);
        if (command.startsWith('LOGIN')) user = /"([^"]*)"/.exec(command)![1]!;
        this.said.push({ user, command });
        this.answer(socket, user, tag, command);
      }
    });
  }

  private answer(socket: Socket, user: string, tag: string, command: string): void {
    const { mail = '', at = {} } = this.mailboxes[user] ?? {};
    const say = (text: string | Buffer) => void (socket.destroyed || socket.write(text));
    const [, odd] = Object.entries(at).find(([name]) => command.startsWith(name)) ?? [];
    if (odd) {
      odd(say, tag, socket);
      return;
    }
    const [, section] = /BODY\.PEEK\[(.*?)\]/.exec(command) ?? [];
    const part = section === 'HEADER' ? mail.slice(0, mail.indexOf('\r\n\r\n') + 4) : mail;
    if (command.startsWith('SELECT')) say('* 1 EXISTS\r\n* OK [UIDVALIDITY 7] valid\r\n* OK [UIDNEXT 2] next\r\n');
    else if (command.startsWith('UID SEARCH')) say('* SEARCH 1\r\n');
    else if (command.startsWith('UID FETCH')) say(`* 1 FETCH (UID 1 BODY[${section}]<0> {${part.length}}\r\n${part})\r\n`);
    else if (command === 'LOGOUT') say('* BYE\r\n');
    say(`${tag} OK\r\n`);
  }
}
