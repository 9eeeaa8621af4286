// A mail server that hangs, dawdles or hangs up: everything else goes on, and the server can be stopped.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { CHALLENGE } from '../sdk-client.ts';
import { sqlitePlace } from '../store-places.ts';
import { ask } from './ask.ts';
import { noteFigure } from './figures.ts';
import { FAULT_TIMEOUT_MS, isLong, size } from './size.ts';
import { startServer } from './start-server.ts';

const behaviors: Record<string, (socket: Socket) => void> = {
  'accepts and never answers': () => {},
  'answers a byte a second': async (socket) => {
    for (const byte of '220 mail.example.org ready\r\n') {
      await pause(1000);
      if (socket.destroyed) return;
      socket.write(byte);
    }
  },
  'hangs up in the middle': (socket) => {
    socket.write('220 ready\r\n');
    socket.on('data', (data) => {
      if (/^(ehlo|helo)/i.test(String(data))) socket.write('250 ready\r\n');
      else socket.destroy();
    });
  },
};

const tried = Object.keys(behaviors).filter((name) => isLong || !/a byte a second/.test(name));

test.each(tried)(
  'a mail server that %s',
  async (name) => {
    const sockets = new Set<Socket>();
    const mail = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      behaviors[name]!(socket);
    }).listen(0, '127.0.0.1');
    await once(mail, 'listening');
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      mail.close();
    });
    const place = await sqlitePlace();
    const { port, publicToken, tokens, pins, child, exited } = await startServer({
      where: place.dataDir,
      people: 1,
      config: {
        smtpUrl: `smtp://127.0.0.1:${(mail.address() as AddressInfo).port}`,
        mailFrom: 'a@example.org',
      },
    });
    const asked = Array.from({ length: 10 }, (_, at) =>
      ask({
        port,
        method: 'POST',
        path: '/sdk/v1/magic_links/email/login_or_create',
        headers: {
          authorization: `Basic ${Buffer.from(`${publicToken}:${publicToken}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ email: `person-${at}@example.org`, code_challenge: CHALLENGE }),
      }).then(
        ({ status }) => status,
        () => 'closed' as const,
      ),
    );
    let slowestMs = 0;
    const lookUps = size({ short: 100, long: 1000 });
    for (let number = 0; number < lookUps; number++) {
      const startMs = performance.now();
      const path = `/api/parcels/${encodeURIComponent(pins[number]!)}`;
      const { status } = await ask({ port, path, headers: { authorization: `Bearer ${tokens[0]}` } });
      expect(status).toBe(200);
      slowestMs = Math.max(slowestMs, performance.now() - startMs);
    }
    if (isLong) expect(slowestMs).toBeLessThan(500);
    const stoppedAtMs = Date.now();
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    const stopMs = Date.now() - stoppedAtMs;
    expect(stopMs).toBeLessThan(20_000);
    const statuses = await Promise.all(asked);
    // Accepted, or refused in words; connections that still wait when the server stops are closed.
    for (const status of statuses) expect([200, 429, 500, 502, 503, 'closed']).toContain(status);
    noteFigure({
      what: `a mail server that ${name}`,
      times: `10 sign-ins, ${lookUps} look-ups`,
      result: `the slowest look-up took ${Math.ceil(slowestMs)} ms, the stop ${stopMs} ms; sign-ins: ${[...new Set(statuses)].join(', ')}`,
    });
    await place.remove();
  },
  FAULT_TIMEOUT_MS,
);
