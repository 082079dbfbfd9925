import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Inner services of clouds at addresses that no registry reserves: Azure's, in each of its networks. */
const OF_CLOUDS = new Set(['168.63.129.16']);

/** The address must not be called (decisions.md, section 7: only public addresses are called). */
export class BlockedAddress extends Error {
  readonly code = 'BLOCKED_ADDRESS';
}

/**
 * Whether an address is on the public internet. Special-purpose addresses are not: loopback, private, link-local, CGNAT, multicast,
 * reserved, those of clouds' own services, and every IPv6 form that embeds an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (OF_CLOUDS.has(parsed.toString())) return false;
  // Global unicast is 2000::/3; nothing else has been allocated (IANA IPv6 address space).
  return parsed.kind() === 'ipv4' || ((parsed as ipaddr.IPv6).parts[0]! & 0xe000) === 0x2000;
}

/** An address that stands for itself is never looked up: it is judged before connecting. @throws BlockedAddress */
export function assertPublic(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new BlockedAddress(`${host} is not a public address`);
}

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (problem: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** DNS lookup that returns public addresses only. The connection uses its result: no second lookup allows DNS rebinding. */
export function publicLookup(resolve: Resolve = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (problem, found) => {
      if (problem) return callback(problem, '', 0);
      const addresses = found.filter(({ address }) => isPublicAddress(address));
      const first = addresses[0];
      if (!first) return callback(new BlockedAddress(`${hostname} has no public address`), '', 0);
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}
