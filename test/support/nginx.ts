import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { installed } from './tools.js';

/** Specs that need it say so and are skipped without it. */
export const NGINX_INSTALLED = installed(
  spawnSync('nginx', ['-v']).status === 0,
  'nginx is not installed: what needs a proxy that buffers is left out.',
);

/** nginx as it is set up by default, which buffers what it passes on, in front of a service. */
export class Nginx {
  private constructor(
    /** Where the service is asked through it. */
    readonly url: string,
    /** The same, but what the service says of buffering is ignored. */
    readonly deafUrl: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(target: string): Promise<Nginx> {
    const folder = mkdtempSync(join(tmpdir(), 'lost-and-found-nginx-'));
    chmodSync(folder, 0o755);
    const [port, deafPort] = [await freePort(), await freePort()];
    const passing = `location / { proxy_pass ${target}; proxy_read_timeout 60s; }`;
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off;
      pid ${folder}/nginx.pid;
      error_log ${folder}/error.log;
      events {}
      http {
        access_log off;
        ${temporary.join('\n')}
        server { listen 127.0.0.1:${port}; ${passing} }
        server { listen 127.0.0.1:${deafPort}; proxy_ignore_headers X-Accel-Buffering; ${passing} }
      }`,
    );
    const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
    const nginx = new Nginx(`http://127.0.0.1:${port}`, `http://127.0.0.1:${deafPort}`, child, folder);
    for (let tries = 1; !(await fetch(nginx.url).catch(() => null)); tries++) {
      if (tries === 100) throw new Error('nginx does not answer.');
      await pause(50);
    }
    return nginx;
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
