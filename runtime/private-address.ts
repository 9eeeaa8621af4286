// Which hosts are inside somebody's own network: a public server must not be able to send requests there.
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Private, link-local, loopback, shared, multicast and reserved networks: RFC 6890. */
const NETWORKS: readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const inside = new BlockList();
for (const network of NETWORKS) inside.addSubnet(...network);

/** Takes a host as it stands in a URL. A name that cannot be looked up counts as public: nothing can be asked there. */
export async function isPrivateHost(hostname: string): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await lookup(host, { all: true }).catch(() => []);
  return found.some(({ address, family }) => inside.check(address, family === 6 ? 'ipv6' : 'ipv4'));
}
