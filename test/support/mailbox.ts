import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dovecotSettings } from './dovecot-settings.js';
import { freePort } from './free-port.js';
import { installed } from './tools.js';

const version = spawnSync('dovecot', ['--version'], { encoding: 'utf8' });

/** Specs that need it say so and are skipped without it. Later versions are set up in other words. */
export const DOVECOT_INSTALLED = installed(
  version.status === 0 && version.stdout.startsWith('2.3'),
  'dovecot 2.3 is not installed: what needs a mailbox is left out.',
);

const ROOT = process.getuid?.() === 0;
/** Mails belong to nobody, where it runs as root; else to whoever runs it. */
const ACCOUNT = ROOT ? { uid: 65_534, gid: 65_534 } : { uid: userInfo().uid, gid: userInfo().gid };

/** A mail as it lies in the mailbox. */
export interface Kept {
  text: string;
  seen: boolean;
}

/** A mailbox with an IMAP server of its own: Dovecot, with one user, on the loopback address. */
export class Mailbox {
  readonly user = 'lost@example.com';
  readonly password = 'mailbox-password';
  private delivered = 0;
  private process: ChildProcess | undefined;

  private constructor(
    /** Plain, and with STARTTLS where it has a certificate. */
    readonly port: number,
    /** With TLS from the first byte, where it has a certificate. */
    readonly tlsPort: number,
    /** The file of its self-signed certificate for 127.0.0.1 and localhost. */
    readonly certificate: string,
    private readonly folder: string,
  ) {}

  /** @param tls whether it has a certificate, which nobody trusts but who is told so */
  static async start({ tls = false } = {}): Promise<Mailbox> {
    const folder = mkdtempSync(join(tmpdir(), 'lost-and-found-mailbox-'));
    chmodSync(folder, 0o755);
    const mailbox = new Mailbox(await freePort(), await freePort(), join(folder, 'certificate.pem'), folder);
    if (tls) mailbox.certify();
    mailbox.configure(tls);
    await mailbox.resume();
    return mailbox;
  }

  get url(): string {
    return `imap://127.0.0.1:${this.port}`;
  }

  /** Starts it again, after `away`. */
  async resume(): Promise<void> {
    this.process = spawn('dovecot', ['-F', '-c', join(this.folder, 'dovecot.conf')], { stdio: 'ignore' });
    for (let tries = 1; !(await this.answers()); tries++) {
      if (tries === 100) throw new Error(`Dovecot does not answer:\n${readFileSync(join(this.folder, 'log'), 'utf8')}`);
      await pause(50);
    }
  }

  /** Ends its server; mails that come meanwhile are there when it is back. */
  async away(): Promise<void> {
    const ended = once(this.process!, 'exit');
    this.process!.kill('SIGTERM');
    await ended;
  }

  /** Puts a mail there, as a mail server does. @param mail as it came, with its headers */
  deliver(mail: string | Buffer): void {
    renameSync(this.written(mail), this.next('new'));
  }

  /** Puts a mail there many times, as it came some time ago and was read since. */
  fill(count: number, mail: string, at: Date): void {
    const written = this.written(mail);
    utimesSync(written, at, at);
    for (let copies = 0; copies < count; copies++) linkSync(written, `${this.next('cur')}:2,S`);
    rmSync(written);
  }

  /** Adds a folder beside its own. @param name in the modified UTF-7 of IMAP */
  addFolder(name: string): void {
    for (const part of ['', '/new', '/cur', '/tmp']) {
      const folder = join(this.folder, 'mail', `.${name}${part}`);
      mkdirSync(folder);
      if (ROOT) chownSync(folder, ACCOUNT.uid, ACCOUNT.gid);
    }
  }

  /** Numbers its mails anew, as a mail server does that has lost its files of them. */
  async renumber(): Promise<void> {
    await this.away();
    for (const name of readdirSync(join(this.folder, 'mail'))) {
      if (name.startsWith('dovecot')) rmSync(join(this.folder, 'mail', name));
    }
    await this.resume();
  }

  /** The mails that lie there, in the order in which they came. */
  kept(): Kept[] {
    const inFolder = (folder: string) => {
      const names = readdirSync(join(this.folder, 'mail', folder));
      return names.map((name) => ({ name, path: join(this.folder, 'mail', folder, name) }));
    };
    const order = ({ name }: { name: string }) => Number(name.split('.')[1]);
    return [...inFolder('new'), ...inFolder('cur')]
      .toSorted((one, other) => order(one) - order(other))
      .map(({ name, path }) => ({ text: readFileSync(path, 'utf8'), seen: /:2,\w*S/.test(name) }));
  }

  async stop(): Promise<void> {
    if (this.process?.exitCode === null) await this.away();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private written(mail: string | Buffer): string {
    const file = join(this.folder, 'mail', 'tmp', 'written');
    writeFileSync(file, typeof mail === 'string' ? mail.replace(/\r?\n/g, '\r\n') : mail);
    if (ROOT) chownSync(file, ACCOUNT.uid, ACCOUNT.gid);
    return file;
  }

  /** A name for the next mail. */
  private next(folder: 'new' | 'cur'): string {
    return join(this.folder, 'mail', folder, `${Date.now()}.${++this.delivered}.mailbox`);
  }

  private configure(tls: boolean): void {
    for (const name of ['run', 'mail', 'mail/new', 'mail/cur', 'mail/tmp', 'home']) {
      mkdirSync(join(this.folder, name), { mode: 0o755 });
      if (ROOT && name !== 'run') chownSync(join(this.folder, name), ACCOUNT.uid, ACCOUNT.gid);
    }
    writeFileSync(join(this.folder, 'users'), `${this.user}:{PLAIN}${this.password}\n`);
    const settings = dovecotSettings({ folder: this.folder, port: this.port, tlsPort: this.tlsPort, tls, account: ACCOUNT });
    writeFileSync(join(this.folder, 'dovecot.conf'), settings);
  }

  private certify(): void {
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const files = ['-keyout', `${this.certificate}.key`, '-out', this.certificate];
    const made = spawnSync('openssl', [...request, ...names, ...files], { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(made.stderr);
  }

  /** Whether it greets. */
  private answers(): Promise<boolean> {
    const socket = connect(this.port, '127.0.0.1');
    return new Promise<boolean>((resolve) => {
      socket.once('data', (data) => resolve(data.toString().startsWith('* OK')));
      socket.once('error', () => resolve(false));
    }).finally(() => socket.destroy());
  }
}
