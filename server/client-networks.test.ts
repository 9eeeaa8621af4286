// Clients are told apart by their IPv4 address or their IPv6 networks.
import { expect, test } from 'vitest';
import { clientAddress, clientNetworks } from './client-networks.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0000:0000:0000:0000:0002', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['junk-1', 'unknown'],
  ['x'.repeat(100), 'unknown'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8:1:2::6]:4711', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::6]', '2001:db8:1:2::/64'],
  ['::ffff:999.1.1.1', 'unknown'],
])('%s is counted as %s', (ip, name) => {
  expect(clientAddress({ ip })).toBe(name);
});

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['2001:db8:1:a2b3:3:4:5:6', ['2001:db8:1:a2b3::/64', '2001:db8:1:a200::/56', '2001:db8:1::/48']],
  ['2001:db8:1:42::7', ['2001:db8:1:42::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
])('%s is also counted by the wider networks: %j', (ip, names) => {
  expect(clientNetworks({ ip })).toEqual(names);
});
