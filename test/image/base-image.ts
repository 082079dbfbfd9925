import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { debian } from '../support/debian.js';

/** The image that docker/Dockerfile builds on. */
export const BASE = /^FROM (\S+) AS base$/m.exec(readFileSync('docker/Dockerfile', 'utf8'))![1]!;

/**
 * Makes the base where buildah does not have it and no registry can be reached: a Debian by debootstrap with the pinned Node, the
 * npm that runs this, and the account `node`, as the official image has them. It stays in buildah's storage for the next run.
 */
export function prepareBase(): void {
  if (spawnSync('buildah', ['inspect', '--type', 'image', BASE]).status === 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'lost-and-found-base-'));
  try {
    debian(folder);
    run('chroot', folder, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node');
    const container = run('buildah', 'from', 'scratch').trim();
    run('buildah', 'add', '--quiet', container, folder, '/');
    run('buildah', 'commit', '--quiet', '--rm', container, BASE);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds the image and returns its ID. Packages come from npm's cache of this machine where it has them. */
export function buildImage(): string {
  const cache = run('npm', 'config', 'get', 'cache').trim();
  const volumes = [`${cache}:/root/.npm`, '/etc/ssl/certs:/etc/ssl/certs:ro'].flatMap((volume) => ['--volume', volume]);
  const options = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', '--layers', '--quiet', ...volumes];
  return run('buildah', 'bud', ...options, '--file', 'docker/Dockerfile', '--tag', 'lost-and-found', '.').trim();
}

/** Runs a program and returns what it printed. @throws with its error output */
export function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * 2 ** 20 });
}
