// A bare proxy in front of the server: to it every client looks local, and yet nobody reads mail or metrics.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppUnderTest, openAppUnderTest } from '../../../test/app-under-test.ts';
import { eventually } from '../../../test/eventually.ts';
import { findProgram } from '../../../test/find-program.ts';
import { TEST_INBOX } from '../../../test/inbox.ts';
import { freePort } from '../../../test/run-platbook.ts';
import { CHALLENGE } from '../../../test/sdk-client.ts';

let under: AppUnderTest;
let origin: string;
beforeAll(async () => {
  under = await openAppUnderTest({ records: [], metricsAccess: 'token' });
  origin = await under.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => under.close());

type Proxy = { url: string; close(): Promise<void> };

/** As `proxy_pass` alone does it: another Host, and no word of the client. */
async function openBareProxy(): Promise<Proxy> {
  const server: Server = createServer((asked, answer) => {
    const headers = { ...asked.headers, host: new URL(origin).host };
    const passed = request(`${origin}${asked.url}`, { method: asked.method!, headers }, (reply) => {
      answer.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(answer);
    });
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const nginx = findProgram(['nginx', '../sbin/nginx']);

async function openNginx(): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'platbook-nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {}
    http { access_log off; ${temporary}
      server { listen 127.0.0.1:${port}; location / { proxy_pass ${origin}; } } }`,
  );
  const child: ChildProcess = spawn(
    nginx!,
    ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')],
    {
      stdio: 'ignore',
    },
  );
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200));
  return {
    url,
    close: async () => {
      child.kill();
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

describe.each([
  ['a bare proxy', true, openBareProxy],
  ['nginx with nothing but proxy_pass', nginx !== undefined, openNginx],
])('behind %s', (_name, isHere, open) => {
  test.skipIf(!isHere)('a client that forges what it can reads no mail and no metrics', async () => {
    const proxy = await open();
    try {
      const { publicToken } = (await under.app.inject('/config.json')).json().auth;
      // All that a local browser would send, and a client far away can send as well.
      const forged = { origin: 'http://localhost:3000', referer: 'http://localhost:3000/login' };
      const asked = await fetch(`${proxy.url}/sdk/v1/magic_links/email/login_or_create`, {
        method: 'POST',
        headers: {
          ...forged,
          authorization: `Basic ${Buffer.from(`${publicToken}:${publicToken}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ email: 'victim@example.org', code_challenge: CHALLENGE }),
      });
      expect(asked.status).toBe(200);
      expect(asked.headers.getSetCookie()).toEqual([]);
      const read = async (path: string, cookie = 'inbox_key_3000=') => {
        const answer = await fetch(`${proxy.url}${path}`, { headers: { ...forged, cookie } });
        return { status: answer.status, text: await answer.text(), cookies: answer.headers.getSetCookie() };
      };
      for (const path of [
        '/inbox',
        '/inbox/',
        '/inbox/guess',
        '/inbox/guess/guess',
        '/start/guess',
        '/metrics',
      ]) {
        const { status, text, cookies } = await read(path);
        expect(status, path).toBe(404);
        expect(text).not.toContain('victim');
        expect(cookies).toEqual([]);
      }
      expect(JSON.parse((await read('/config.json')).text).auth.inboxLink).toBe(false);
      // The mail is there, for anyone who has the key.
      expect(await (await fetch(`${origin}${TEST_INBOX}`)).text()).toContain('victim@example.org');
    } finally {
      await proxy.close();
    }
  });
});
