// The peer of every answer: Fastify alone, with the same bytes at the same addresses, all in memory and with nothing to find out.
//
//   node bare-fastify.mjs PORT ANSWERS_FILE      {path: {type, etag, encoding, body in base64}}
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const [port, file] = process.argv.slice(2);
const answers = new Map();
for (const [path, { body, ...about }] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
  const bytes = Buffer.from(body, 'base64');
  answers.set(path, { ...about, body: about.encoding ? bytes : bytes.toString() });
}

function answer(request, reply) {
  const { type, etag, encoding, body } = answers.get(request.url);
  reply.headers({
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': etag ? 'private, no-cache' : 'no-store',
  });
  if (etag) reply.headers({ Vary: 'Accept-Encoding', ETag: etag });
  if (etag && request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (encoding) reply.header('Content-Encoding', encoding);
  return reply.type(type).send(body);
}

const app = Fastify();
app.get('/healthz', () => 'alive');
app.get('/tiles/:z/:x/:y.pbf', answer);
app.get('/api/parcels/:pin', answer);
app.get('/api/parcels/search', answer);
app.get('/api/parcels/at', answer);
await app.listen({ host: '127.0.0.1', port: Number(port) });
