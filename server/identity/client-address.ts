// Which client asks, for counting: its address, or its network where one client has a whole network of addresses.
import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Text from a proxy that is no address is still a name to count under. */
const NAME_LENGTH_MAX = 64;

/** The proxies that the settings name have been taken into account already. */
export function clientAddress({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const [mapped] = /(?<=^::ffff:)[\d.]+$/i.exec(ip) ?? [];
  if (mapped !== undefined || !isIPv6(ip)) return (mapped ?? ip).slice(0, NAME_LENGTH_MAX);
  // A home gets 2^64 IPv6 addresses: the first four of eight groups tell it from the next one.
  const { hostname } = new URL(`http://[${ip.replace(/%.*$/, '')}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const filled = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  return `${filled.slice(0, 4).join(':')}::/64`;
}
