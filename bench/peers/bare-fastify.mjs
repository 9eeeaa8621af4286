// The peer of every answer: Fastify alone, with nothing behind it. A tile is one buffer in memory, a parcel one object.
//
//   node bare-fastify.mjs PORT TILE_BYTES PARCEL_JSON
import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';

const [port, tileBytes, parcelJson] = process.argv.slice(2);
const tile = randomBytes(Number(tileBytes));
const parcel = JSON.parse(parcelJson);
const etag = '"a-tile"';

const app = Fastify();
app.get('/tiles/:z/:x/:y.pbf', (request, reply) => {
  reply.headers({
    'Cache-Control': 'private, no-cache',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
    ETag: etag,
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('application/vnd.mapbox-vector-tile').header('Content-Encoding', 'gzip').send(tile);
});
app.get('/api/parcels/:pin', (_request, reply) => {
  reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  return reply.send(parcel);
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
