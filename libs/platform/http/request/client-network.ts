import ipaddr from 'ipaddr.js';

/** A client's address as it is written down, IPv4 in its own form; null for what is none. */
export function clientAddress(address: string | undefined): string | null {
  return address !== undefined && ipaddr.isValid(address) ? ipaddr.process(address).toString() : null;
}

/** One client: an IPv4 address, or an IPv6 /64 network, which usually belongs to one household or host. */
export function clientNetwork(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
