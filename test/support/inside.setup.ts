import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { BlockList, type Socket } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';

const inside = new BlockList();
inside.addSubnet('127.0.0.0', 8);
inside.addAddress('::1', 'ipv6');
// Nobody has an address or a name of these.
inside.addSubnet('2fff::', 16, 'ipv6');
const NOBODY = /(?:^localhost|\.(?:example|invalid))$/;

/** Hosts that a spec called: it is to pass without a network, and bothers nobody in one. */
const outside = new Set<string>();

function watch(message: unknown): void {
  const { socket } = message as { socket: Socket };
  socket.on('lookup', (_error, address, _family, host) => {
    if (host && !NOBODY.test(host)) outside.add(`${host} (${address})`);
  });
  socket.on('connectionAttempt', (address: string, port: number, family: number) => {
    // A socket of this machine has a path alone.
    if (port !== undefined && !inside.check(address, family === 6 ? 'ipv6' : 'ipv4')) outside.add(`${address}:${port}`);
  });
}

beforeAll(() => subscribe('net.client.socket', watch));
afterAll(() => {
  unsubscribe('net.client.socket', watch);
  const found = [...outside];
  outside.clear();
  expect(found, 'hosts beyond this machine that were called').toEqual([]);
});
