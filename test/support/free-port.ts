import { createServer, type Server } from 'node:net';

/** Below what systems give to outgoing connections and for port 0: from 32768 on Linux, from 49152 on others. */
const [FIRST, BLOCK, BLOCKS] = [20_000, 100, 120];

let own: Promise<number> | undefined;
let given = 0;

/**
 * A port of the loopback address on which nobody listens, for a program that is told its port. Nothing takes it before the program does:
 * it is outside the ranges from which systems choose, and in a block of ports that no other process of tests gives out.
 */
export async function freePort(): Promise<number> {
  own ??= ownBlock();
  const first = await own;
  for (let tried = 1; tried < BLOCK; tried++) {
    const port = first + 1 + (given++ % (BLOCK - 1));
    const probe = await listening(port);
    if (!probe) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
  throw new Error(`No port is free from ${first} on.`);
}

/** Takes a block by listening on its first port until this process ends. @returns that port */
async function ownBlock(): Promise<number> {
  for (let block = 0; block < BLOCKS; block++) {
    const server = await listening(FIRST + block * BLOCK);
    if (!server) continue;
    server.unref();
    return FIRST + block * BLOCK;
  }
  throw new Error(`All blocks of ports from ${FIRST} on are taken.`);
}

/** @returns null when the port is taken */
function listening(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
