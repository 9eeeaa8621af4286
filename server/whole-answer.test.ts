// An answer that is sent again while a slow client still has to take it: nobody's bytes change on the way.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAnswerHeaders } from './answer-headers.ts';
import { RepeatedAnswer, sendWhole, wholeHead } from './whole-answer.ts';

/** More than the buffers of a connection take in at once. */
const BODY = Buffer.alloc(16 * 1024 * 1024, 'x');
const head = Buffer.from(
  `${wholeHead('200 OK', createAnswerHeaders({ publicUrl: 'http://localhost' }))}Content-Length: ${BODY.length}\r\n\r\n`,
);
const HEAD_LENGTH = head.length;

let server: Server;
const sockets: Socket[] = [];
beforeAll(async () => {
  const answer = new RepeatedAnswer(Buffer.concat([head, BODY]));
  server = createServer((_request, response) => sendWhole(response, 200, answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const ASK = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

async function readAnswers(socket: Socket, count: number): Promise<string[]> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of socket) {
    pieces.push(piece);
    length += piece.length;
    if (length >= count * (HEAD_LENGTH + BODY.length)) break;
  }
  const bytes = Buffer.concat(pieces);
  return Array.from({ length: count }, (_, at) => {
    const start = at * (HEAD_LENGTH + BODY.length);
    return bytes.toString('latin1', start, start + HEAD_LENGTH);
  });
}

test('each answer keeps its own request id', async () => {
  const open = () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    return socket;
  };
  // Three answers wait on this connection, none of which fits into its buffers.
  const slow = open();
  slow.write(ASK.repeat(3));
  await once(slow, 'readable');
  const quick = open();
  quick.write(ASK);
  const heads = [...(await readAnswers(quick, 1)), ...(await readAnswers(slow, 3))];
  const ids = heads.map((text) => /\r\nX-Request-Id: ([0-9a-f]{20})\r\n/.exec(text)?.[1]);
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(4);
});
