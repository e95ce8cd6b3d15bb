import { isIPv4, isIPv6 } from 'node:net';

const mapped = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/;

/**
 * Parses an IP address in any spelling: with or without brackets, port and zone id, in either case,
 * long or compressed.
 *
 * @returns the canonical spelling, IPv4 for an IPv4-mapped address; undefined for anything else.
 */
export function parseIp(text: string): string | undefined {
  const [, bracketed, dotted] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? [];
  const [address = ''] = (bracketed ?? dotted ?? text.trim()).split('%');
  if (isIPv4(address)) return bracketed === undefined ? address : undefined;
  if (!isIPv6(address)) return undefined;
  const url = new URL('http://localhost');
  url.hostname = `[${address}]`;
  const { hostname } = url;
  const [, high, low] = mapped.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return hostname.slice(1, -1);
  return [high, low]
    .map((part) => Number.parseInt(part, 16))
    .flatMap((part) => [part >> 8, part & 255])
    .join('.');
}

/**
 * Returns the network that limits count as one client: an IPv4 address, or the /64 of an IPv6
 * address, which one household gets.
 *
 * @param address as `parseIp` spells it; anything else is returned unchanged.
 */
export function networkOf(address: string): string {
  return isIPv6(address) ? prefixOf(address, 4) : address;
}

/** The limit of a /48, as a multiple of the limit of a /64. */
export const siteFactor = 10;

/**
 * Returns the /48 around the /64 of an IPv6 client: one site can have 65,536 such networks.
 *
 * @param network as `networkOf` returns it.
 * @returns undefined for anything but an IPv6 network.
 */
export function toSite(network: string): string | undefined {
  const [address = '', bits] = network.split('/');
  return bits === '64' && isIPv6(address) ? prefixOf(address, 3) : undefined;
}

/** Returns the first groups, of 16 bits each, of an IPv6 address without a dotted end. */
function prefixOf(address: string, groups: number) {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array(8 - head.length - tail.length).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, groups).join(':')}::/${groups * 16}`;
}
