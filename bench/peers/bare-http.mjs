// The floor of every server on Node.js: its own HTTP server, which always sends the same answer by its public interface. What it
// costs is the price of a parsed request, of headers and of a write.
//
//   node bare-http.mjs PORT TILE_BYTES PROCESSES
import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

const [port, tileBytes, processes] = process.argv.slice(2).map(Number);

const tile = randomBytes(tileBytes);
const headers = [
  ...['X-Content-Type-Options', 'nosniff', 'Vary', 'Accept-Encoding'],
  ...['Cache-Control', 'private, no-cache', 'ETag', '"a-tile"'],
];
const described = [
  ...['Content-Type', 'application/vnd.mapbox-vector-tile', 'Content-Encoding', 'gzip'],
  ...['Content-Length', `${tileBytes}`],
];

function answer(request, response) {
  if (request.headers['if-none-match'] !== undefined) response.writeHead(304, headers).end();
  else response.writeHead(200, [...headers, ...described]).end(tile);
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
