import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import type { World } from '#demo/world';
import type { Configuration } from '#platform/configuration';
import { type DemoFile, demoFile } from './demo-file.js';

const PARTS = ['page', 'sendcloud', 'stripe', 'mews'] as const;
type Ports = Record<(typeof PARTS)[number], number>;

/**
 * The fakes of providers that the demo's hotel may be connected to (libs/demo/world). Nobody waits for them, and they take no memory, until
 * somebody asks: then they are loaded, at the addresses of the last start where nobody else has these.
 */
export class DemoWorld {
  private readonly ports = {} as Ports;
  private doors: Server[] = [];
  private world: Promise<World> | null = null;

  private constructor(
    private readonly configuration: Configuration,
    private readonly mailbox: string,
  ) {}

  /** @returns null where the database is not the demo's, or the operator says what is called: `{}` is what is real */
  static async planned(configuration: Configuration, mailbox: string | null): Promise<DemoWorld | null> {
    const { dataDir, databaseUrl, demo, environment } = configuration;
    const isDemos = existsSync(demoFile(configuration)) || !existsSync(join(dataDir, 'postgres'));
    if (databaseUrl !== null || mailbox === null || !demo || environment.CONNECTION_URLS || !isDemos) return null;
    const world = new DemoWorld(configuration, mailbox);
    await world.open();
    return world;
  }

  /** Where providers are called instead of their own addresses. */
  get connectionUrls(): string {
    const { sendcloud, stripe, mews } = this.ports;
    const urls = Object.entries({ sendcloud, stripe, mews }).map(([name, port]) => [name, `http://127.0.0.1:${port}`]);
    return JSON.stringify(Object.fromEntries(urls));
  }

  get url(): string {
    return `http://127.0.0.1:${this.ports.page}`;
  }

  async stop(): Promise<void> {
    this.close();
    // It may not have started, which was said.
    await this.world?.then((world) => world.stop()).catch(() => undefined);
  }

  /** Takes the ports, and says which. */
  private async open(): Promise<void> {
    const file = fileIn(this.configuration);
    const last = lastPorts(file);
    for (const part of PARTS) {
      const door = createServer({ pauseOnConnect: true }, (caller) => this.pass(caller, part)).unref();
      this.doors.push(door);
      this.ports[part] = await listening(door, last[part] ?? 0);
    }
    writeFileSync(file, `${JSON.stringify({ url: this.url, ports: this.ports }, null, 2)}\n`, { mode: 0o600 });
  }

  /** The first callers come before what they call. */
  private pass(caller: Socket, part: keyof Ports): void {
    this.world ??= this.begin();
    const gone = () => void caller.destroy();
    this.world.then(() => pipeline(caller, connect(this.ports[part], '127.0.0.1'), caller, gone), gone);
  }

  private async begin(): Promise<World> {
    try {
      const { World } = await import('#demo/world');
      const { localUrl: service, dataDir: folder } = this.configuration;
      const demo = () => JSON.parse(readFileSync(demoFile(this.configuration), 'utf8')) as DemoFile;
      this.close();
      return await new World({ service, demo, folder, mailbox: this.mailbox, ports: this.ports }).start();
    } catch (error) {
      console.error('The fakes of the demo do not run:', error);
      throw error;
    }
  }

  private close(): void {
    for (const door of this.doors.splice(0)) door.close();
  }
}

function fileIn({ dataDir }: Configuration): string {
  return join(dataDir, 'fakes.json');
}

function lastPorts(file: string): Partial<Ports> {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { ports: Ports }).ports;
  } catch {
    return {};
  }
}

/** @returns the port, another one where somebody has it */
function listening(door: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const refused = (error: Error) => (port === 0 ? reject(error) : resolve(listening(door, 0)));
    door.once('error', refused).listen(port, '127.0.0.1', () => {
      door.off('error', refused);
      resolve((door.address() as AddressInfo).port);
    });
  });
}
