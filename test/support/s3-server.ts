import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const PROGRAM = `
  const S3rver = require(process.argv[1]);
  const [directory, bucket] = process.argv.slice(2);
  const configureBuckets = [{ name: bucket, configs: [] }];
  new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets }).run().then(({ port }) => process.send(port));
  process.on('disconnect', () => process.exit());`;

/** A server that speaks S3, with one bucket. */
export interface S3Server {
  url: string;
  stop(): Promise<void>;
}

/** Starts it in a process of its own: it encrypts where a listing goes on by a cipher that OpenSSL has for the asking only. */
export async function startS3(directory: string, bucket: string): Promise<S3Server> {
  const args = ['--openssl-legacy-provider', '--eval', PROGRAM, require.resolve('@20minutes/s3rver'), directory, bucket];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
