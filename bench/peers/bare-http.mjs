// The floor of every server on Node.js: its own HTTP server, which sends one answer that was made in advance, in the cheapest
// way there is. What it costs is the price of a parsed request and a write.
//
//   node bare-http.mjs PORT TILE_BYTES PROCESSES
import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

const [port, tileBytes, processes] = process.argv.slice(2).map(Number);

const head = (status) =>
  `HTTP/1.1 ${status}\r\nDate: ${new Date().toUTCString()}\r\nConnection: keep-alive\r\nX-Content-Type-Options: nosniff\r\n` +
  'Vary: Accept-Encoding\r\nCache-Control: private, no-cache\r\nETag: "a-tile"\r\n';
const described = `Content-Type: application/vnd.mapbox-vector-tile\r\nContent-Encoding: gzip\r\nContent-Length: ${tileBytes}\r\n\r\n`;
const tile = Buffer.concat([Buffer.from(head('200 OK') + described), randomBytes(tileBytes)]);
const notModified = `${head('304 Not Modified')}\r\n`;

/** As server/whole-answer.ts does it. */
function answer(request, response) {
  if (request.headers['if-none-match'] === undefined) {
    response._header = 'part of the body';
    response._headerSent = true;
    response.end(tile);
  } else {
    response.statusCode = 304;
    response._header = notModified;
    response.end();
  }
}

if (processes > 1 && cluster.isPrimary) {
  for (let at = 0; at < processes; at++) cluster.fork();
  process.once('SIGTERM', () => {
    for (const worker of Object.values(cluster.workers)) worker.process.kill('SIGTERM');
    process.exit();
  });
} else {
  createServer(answer).listen(port, '127.0.0.1');
}
