// The keys to count a client by: its IPv4 address, or its IPv6 networks. Fastify has applied TRUST_PROXY already.
import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** A proxy may send any text as the address. What is not one counts as one client: else each text would have limits of its own. */
const UNKNOWN = 'unknown';

type Client = Pick<FastifyRequest, 'ip'>;

/** From the narrowest to the widest: an IPv4 address, or the /64, /56 and /48 of an IPv6 address. */
export function clientNetworks({ ip }: Client): string[] {
  const address = withoutPort(ip.trim());
  const [mapped] = /(?<=^::ffff:)[\d.]+$/i.exec(address) ?? [];
  if (mapped !== undefined || !isIPv6(address))
    return [isIPv4(mapped ?? address) ? (mapped ?? address) : UNKNOWN];
  const groups = ipv6Groups(address);
  const site = groups.slice(0, 3).join(':');
  const subnet = Number.parseInt(groups[3]!, 16);
  // A household has a /64 or a whole /56, a company or a tunnel a /48: each may use any address in it.
  return [
    `${site}:${subnet.toString(16)}::/64`,
    `${site}:${(subnet & 0xff00).toString(16)}::/56`,
    `${site}::/48`,
  ];
}

/** 203.0.113.7:4711 and [2001:db8::1]:4711, as some proxies write it. */
function withoutPort(ip: string): string {
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip) ?? [];
  return bracketed ?? plain ?? ip;
}

/** The narrowest of them. */
export function clientAddress(client: Client): string {
  return clientNetworks(client)[0]!;
}

/** All eight, without leading zeros. */
function ipv6Groups(ip: string): string[] {
  const { hostname } = new URL(`http://[${ip.replace(/%.*$/, '')}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}
