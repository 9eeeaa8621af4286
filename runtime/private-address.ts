// Which hosts are inside somebody's own network: a public server must not be able to send requests there.
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Where public addresses of IPv4 are seen by hosts that have IPv6 alone (NAT64, RFC 6052): as public as what is embedded. */
const NAT64 = '64:ff9b::';

/**
 * What IANA's registries of special-purpose addresses (RFC 6890) do not call globally reachable: private, link-local, loopback,
 * shared, multicast, reserved and documentation networks, and those of tunnels, which may end anywhere.
 */
const NETWORKS: readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['::ffff:0:0:0', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 32, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 9, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const inside = new BlockList();
for (const [network, prefix, family] of NETWORKS) {
  inside.addSubnet(network, prefix, family);
  if (family === 'ipv4') inside.addSubnet(`${NAT64}${network}`, 96 + prefix, 'ipv6');
}

/** Takes a host as it stands in a URL. A name that cannot be looked up counts as public: nothing can be asked there. */
export async function isPrivateHost(hostname: string): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await lookup(host, { all: true }).catch(() => []);
  return found.some(({ address, family }) => inside.check(address, family === 6 ? 'ipv6' : 'ipv4'));
}
