// The newest Protomaps build that answers, from a list on loopback.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newestBuild } from './protomaps-builds.ts';

let base: string;
let list: string;
/** The archives that are there. */
let archives: string[];
let failures: number;
let server: ReturnType<typeof createServer>;

beforeEach(async () => {
  failures = 0;
  archives = ['20261101.pmtiles', '20261102.pmtiles', '20261030.pmtiles'];
  list = JSON.stringify(
    ['20261030', '20261101', '20261102', '20261103'].map((day) => ({ key: `${day}.pmtiles`, size: 1 })),
  );
  server = createServer((request, response) => {
    const name = request.url!.slice(1);
    if (failures-- > 0) response.writeHead(503).end();
    else if (name === 'builds.json') response.end(list);
    else if (archives.includes(name)) response.writeHead(206, { 'content-range': 'bytes 0-2/3' }).end('abc');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const find = (address = `${base}builds.json`) =>
  newestBuild({ list: address, archives: base, pause: async () => {} });

describe('[LAY-2] the newest build', () => {
  test('is the last of the list that is still there', async () => {
    expect(await find()).toBe(`${base}20261102.pmtiles`);
  });

  test('is found after a few failures of the server', async () => {
    failures = 3;
    expect(await find()).toBe(`${base}20261102.pmtiles`);
  });

  test('may be given as an address, which is taken as it is', async () => {
    expect(await find('https://maps.example/planet.pmtiles?v=1')).toBe(
      'https://maps.example/planet.pmtiles?v=1',
    );
  });
});

describe('[LAY-bad] a list of builds', () => {
  test('none of which is there is refused, with the reason', async () => {
    archives = [];
    await expect(find()).rejects.toThrow(/^None of the builds that .*\(There is nothing at .*20261103/);
  });

  test.each(['not JSON', '{"builds": []}', '[]', '[null, {"key": 7}, {"key": "../../etc/passwd"}]'])(
    'that is %s is refused',
    async (text) => {
      list = text;
      await expect(find()).rejects.toThrow('is not a list of Protomaps builds');
    },
  );
});
