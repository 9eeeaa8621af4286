// Which hosts are inside somebody's own network.
import { expect, test } from 'vitest';
import { isPrivateHost } from './private-address.ts';

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '[::1]',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  // IPv4-compatible, and translated.
  '[::10.0.0.1]',
  '[::8.8.8.8]',
  '[::ffff:0:10.0.0.1]',
  // NAT64, by its embedded address; and a network's own prefix for it.
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b:1::8.8.8.8]',
  // 6to4 and Teredo.
  '[2002:a00:1::]',
  '[2002:808:808::1]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  // Discarded, documentation, segment routing, site-local.
  '[100::1]',
  '[100:0:0:1::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[fec0::1]',
  'localhost',
])('%s is private', async (host) => {
  expect(await isPrivateHost(host)).toBe(true);
});

test.each([
  '8.8.8.8',
  '172.32.0.1',
  '192.169.0.1',
  '[2606:4700::1111]',
  '[2001:4860:4860::8888]',
  '[2a00:1450:4001::1]',
  '[::ffff:8.8.8.8]',
  '[64:ff9b::8.8.8.8]',
  'no-such-host.invalid',
])('%s is public', async (host) => {
  expect(await isPrivateHost(host)).toBe(false);
});
