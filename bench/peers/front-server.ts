// Stands in front of Platbook for the browser's visits: adds a bare MapLibre page at the same origin, counts the bytes
// that a visit takes, and can be as slow as a phone's line. Both pages come through it.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  Agent,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  request as send,
} from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { root } from '../scratch.ts';

export type Line = { bytesPerSecond: number; latencyMs: number };

const CHUNK_BYTES = 8 * 1024;

type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

export async function startFront({ port, behind }: { port: number; behind: number }) {
  const agent = new Agent({ keepAlive: true });
  const bare = bareFiles();
  let line: Line | undefined;
  let lineIsFreeAt = 0;
  let bytes = 0;

  /** The line is shared: every chunk waits for those before it. */
  async function throttle(count: number): Promise<void> {
    if (!line) return;
    const begin = Math.max(performance.now(), lineIsFreeAt);
    lineIsFreeAt = begin + (count / line.bytesPerSecond) * 1000;
    await wait(lineIsFreeAt - performance.now());
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, headers, body } = bare.get(request.url!) ?? (await passOn(request));
    if (line) await wait(line.latencyMs);
    response.writeHead(status, headers);
    response.flushHeaders();
    bytes += JSON.stringify(headers).length;
    for (let at = 0; at < body.length; at += CHUNK_BYTES) {
      const chunk = body.subarray(at, at + CHUNK_BYTES);
      await throttle(chunk.length);
      bytes += chunk.length;
      response.write(chunk);
    }
    response.end();
  }

  async function passOn(request: IncomingMessage): Promise<Answer> {
    const { method, url, headers } = request;
    const passed = send({ host: '127.0.0.1', port: behind, method, path: url, headers, agent });
    request.pipe(passed);
    const [response] = (await once(passed, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = await response.toArray();
    const { 'transfer-encoding': _, connection: __, ...kept } = response.headers;
    return { status: response.statusCode!, headers: kept, body: Buffer.concat(chunks) };
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    /** Undefined: as fast as it can. */
    setLine(next: Line | undefined) {
      line = next;
      lineIsFreeAt = 0;
    },
    /** Since the last call. */
    takeBytes() {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
    close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Compressed as Platbook's own files are. */
function bareFiles(): Map<string, Answer> {
  const library = join(root, 'node_modules/maplibre-gl/dist');
  const file = (path: string, type: string): Answer => {
    const body = brotliCompressSync(readFileSync(path));
    const headers = { 'Content-Type': type, 'Content-Encoding': 'br', 'Content-Length': body.length };
    return { status: 200, headers, body };
  };
  const modules = ['maplibre-gl.mjs', 'maplibre-gl-shared.mjs', 'maplibre-gl-worker.mjs'];
  return new Map([
    ['/bare/', file(join(import.meta.dirname, 'bare-map.html'), 'text/html; charset=utf-8')],
    ['/bare/maplibre-gl.css', file(join(library, 'maplibre-gl.css'), 'text/css')],
    ...modules.map((name): [string, Answer] => [
      `/bare/${name}`,
      file(join(library, name), 'text/javascript'),
    ]),
  ]);
}
