import ipaddr from 'ipaddr.js';

/** A client's address as it is written down, IPv4 in its own form; null for what is none. */
export function clientAddress(address: string | undefined): string | null {
  return parsed(address)?.toString() ?? null;
}

/** One client: an IPv4 address, or an IPv6 /64 network, which usually belongs to one household or host. */
export function clientNetwork(address: string | undefined): string {
  const client = parsed(address);
  if (client === null) return 'unknown';
  if (client.kind() === 'ipv4') return client.toString();
  return `${(client as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** Some proxies, such as Azure's and IIS, append the port to the address, or have that of IPv6 in brackets. */
function parsed(address = ''): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}
