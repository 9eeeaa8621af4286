// A web server on loopback that answers range requests from a file, as object stores do, and misbehaves on demand.
import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** True if it has answered the request; `number` counts requests from 1. */
export type Misbehavior = (request: IncomingMessage, response: ServerResponse, number: number) => boolean;

export type RangeServer = {
  /** Of the file. */
  url: string;
  requests: IncomingMessage[];
  /** The most that were under way at the same time. */
  most: () => number;
  misbehave: Misbehavior;
  /** Serves another file from now on. */
  replace(path: string): void;
  close(): Promise<void>;
};

export async function startRangeServer(file: string, o: { delayMs?: number } = {}): Promise<RangeServer> {
  let path = file;
  let etag = '"v1"';
  let underWay = 0;
  let most = 0;
  const server = createServer((request, response) => {
    result.requests.push(request);
    most = Math.max(most, ++underWay);
    response.on('close', () => underWay--);
    if (result.misbehave(request, response, result.requests.length)) return;
    const { size } = statSync(path);
    const ifMatch = request.headers['if-match'];
    if (ifMatch !== undefined && ifMatch !== etag) return void response.writeHead(412).end();
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(from ?? 0);
    const end = Math.min(size - 1, Number(to ?? size - 1));
    if (start >= size) return void response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
    setTimeout(() => {
      response.writeHead(206, {
        etag,
        'content-type': 'application/octet-stream',
        'content-length': end - start + 1,
        'content-range': `bytes ${start}-${end}/${size}`,
      });
      createReadStream(path, { start, end }).pipe(response);
    }, o.delayMs ?? 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const result: RangeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/20261101.pmtiles`,
    requests: [],
    most: () => most,
    misbehave: () => false,
    replace: (other) => {
      path = other;
      etag = '"v2"';
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return result;
}
