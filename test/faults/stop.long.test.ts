// SIGTERM with a hundred requests under way: all are answered, and the process ends by itself.
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { STOP_TIMEOUT_MS } from '../../cli/stop-server.ts';
import { sqlitePlace } from '../store-places.ts';
import { ask } from './ask.ts';
import { noteFigure } from './figures.ts';
import { FAULT_TIMEOUT_MS, isLong } from './size.ts';
import { startServer } from './start-server.ts';

const EACH = 50;

/**
 * Sends the head and half of the body, and resolves when the server has read the head. The function that it gives sends
 * the rest and answers all that has come back.
 */
async function beginPost(port: number, token: string, pin: string) {
  const socket: Socket = connect({ host: '127.0.0.1', port });
  let answer = '';
  socket.setEncoding('utf8').on('data', (data) => {
    answer += data;
  });
  const closed = once(socket, 'close');
  const body = JSON.stringify({ parcel_pin: pin, parcel_owner_name: 'Ada', parcel_address: '1 Main St' });
  socket.write(
    `POST /api/saved-parcels HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  while (!answer.includes('100 Continue')) await once(socket, 'data');
  answer = '';
  socket.write(body.slice(0, 20));
  return async () => {
    socket.write(body.slice(20));
    await closed;
    return answer;
  };
}

test(
  'a hundred requests under way are answered, then the server ends with 0',
  async () => {
    const place = await sqlitePlace();
    const { port, tokens, pins, child, exited, log } = await startServer({
      where: place.dataDir,
      people: EACH,
      listPauseMs: 2500,
    });
    const posts = await Promise.all(tokens.map((token, at) => beginPost(port, token, pins[at]!)));
    const agent = new Agent({ keepAlive: true });
    const lists = tokens.map((token) =>
      ask({ port, agent, path: '/api/saved-parcels', headers: { authorization: `Bearer ${token}` } }),
    );
    // What the server has not read is not under way.
    await expect.poll(() => log().match(/A list was asked for/g)?.length, { timeout: 60_000 }).toBe(EACH);
    const stoppedAtMs = Date.now();
    child.kill('SIGTERM');
    await pause(100);
    const answers = await Promise.all(posts.map((finish) => finish()));
    const listed = await Promise.all(lists);
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual(Array(EACH).fill('HTTP/1.1 201'));
    expect(listed.map(({ status }) => status)).toEqual(Array(EACH).fill(200));
    // The server waits for no connection that a client keeps open.
    expect(listed.map(({ headers }) => headers.connection)).toEqual(Array(EACH).fill('close'));
    expect(await exited).toBe(0);
    const stopMs = Date.now() - stoppedAtMs;
    if (isLong) expect(stopMs).toBeLessThan(STOP_TIMEOUT_MS);
    noteFigure({
      what: 'SIGTERM with requests under way',
      times: `${2 * EACH} requests`,
      result: `all answered, exit 0 after ${stopMs} ms`,
    });
    await place.remove();
  },
  FAULT_TIMEOUT_MS,
);
