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
  'localhost',
])('%s is private', async (host) => {
  expect(await isPrivateHost(host)).toBe(true);
});

test.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '[2606:4700::1111]', 'no-such-host.invalid'])(
  '%s is public',
  async (host) => {
    expect(await isPrivateHost(host)).toBe(false);
  },
);
