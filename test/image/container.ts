import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { run } from './base-image.js';

/** What an image says about its containers. */
export interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  WorkingDir: string;
  Healthcheck: { Test: string[] };
}

/**
 * A process in the image as `docker run --read-only --tmpfs /tmp --cap-drop ALL --volume data:/data` has it: the image's account and
 * variables, and a root file system that nobody can write to. It shares the machine's network.
 */
const ENTER = `
  root=$1 data=$2 owner=$3 folder=$4; shift 4
  mount --bind "$root" "$root"
  mount -o remount,bind,ro "$root"
  mount --bind "$data" "$root/data"
  mount -t tmpfs tmpfs "$root/tmp"
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  exec chroot "$root" /usr/bin/setpriv --reuid="\${owner%:*}" --regid="\${owner#*:}" --clear-groups --bounding-set=-all --no-new-privs \
    /usr/bin/env -i -C "$folder" "$@"`;

/** Processes of an image on one volume. */
export class Container {
  private readonly running: ChildProcess[] = [];

  private constructor(
    readonly config: ImageConfig,
    /** Where the image's files are on this machine. */
    readonly root: string,
    private readonly name: string,
    private readonly data: string,
  ) {}

  /** @param data a folder of this machine for /data */
  static of(image: string, data: string): Container {
    const { Docker } = JSON.parse(run('buildah', 'inspect', '--type', 'image', image)) as { Docker: { config: ImageConfig } };
    const name = run('buildah', 'from', '--pull-never', image).trim();
    const root = run('buildah', 'mount', name).trim();
    run('chown', Docker.config.User, data);
    return new Container(Docker.config, root, name, data);
  }

  /** Starts the image's program. @param command replaces that of the image, as after `docker run` */
  start(environment: Record<string, string>, command?: readonly string[]): ChildProcess {
    const { Entrypoint, Cmd } = this.config;
    return this.exec(environment, [...Entrypoint, ...(command ?? Cmd)]);
  }

  /** Starts any program in it, as `docker exec` does. */
  exec(environment: Record<string, string>, program: readonly string[]): ChildProcess {
    const { Env, User, WorkingDir } = this.config;
    const variables = [...Env, ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)];
    const inner = ['sh', '-ec', ENTER, 'sh', this.root, this.data, User, WorkingDir, ...variables, ...program];
    const child = spawn('unshare', ['--mount', ...inner], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.running.push(child);
    return child;
  }

  /** Runs a program to its end. @returns its exit code and what it printed */
  async complete(child: ChildProcess): Promise<{ code: number | null; output: string }> {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream!.on('data', (data: Buffer) => (output += data.toString()));
    const [code] = (await once(child, 'exit')) as [number | null];
    return { code, output };
  }

  end(): void {
    for (const child of this.running) child.kill('SIGKILL');
    run('buildah', 'rm', this.name);
  }
}
