// A stand-in for ArcGIS servers on loopback, with the characters that servers in the field have. Faults are counted by
// requests, never by the clock, so that a test sees the same faults every time.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  answerQuery,
  type Character,
  describeLayer,
  ServerError,
  type StandInRow,
} from './arcgis-stand-in-layer.ts';

export type Asked = { method: string; path: string; parameters: Record<string, string> };

export type ArcGisStandIn = {
  /** Of the layer 0. */
  layer: string;
  service: string;
  asked: Asked[];
  /** Requests for rows, not for counts, ids and statistics. */
  rowRequests(): Asked[];
  character: Character;
  rows: StandInRow[];
  /** Further addresses, by path: layers and items. */
  more: Map<string, unknown>;
  close(): Promise<void>;
};

export async function openArcGisStandIn(o: {
  rows: StandInRow[];
  character?: Character;
}): Promise<ArcGisStandIn> {
  const asked: Asked[] = [];
  const more = new Map<string, unknown>();
  const character: Character = o.character ?? {};
  const standIn = { rows: o.rows, character };
  let rowAnswers = 0;
  let rowAsked = 0;
  let tokenUses = 0;

  function isForRows({ path, parameters: p }: Asked): boolean {
    return path.endsWith('/query') && !p.returnCountOnly && !p.returnIdsOnly && !p.outStatistics;
  }

  async function parametersOf(request: IncomingMessage): Promise<Record<string, string>> {
    const url = new URL(request.url ?? '', 'http://stand-in');
    if (request.method !== 'POST') return Object.fromEntries(url.searchParams);
    let body = '';
    for await (const chunk of request) body += chunk;
    return Object.fromEntries(new URLSearchParams(body));
  }

  function send(response: ServerResponse, body: unknown): void {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }

  function sendPacked(response: ServerResponse, body: unknown, packs: 'gzip' | 'br' | 'cut'): void {
    const text = JSON.stringify(body);
    const packed = packs === 'br' ? brotliCompressSync(text) : gzipSync(text);
    response.setHeader('content-encoding', packs === 'br' ? 'br' : 'gzip');
    // Every second answer, so that there is an end to it.
    response.end(packs === 'cut' && rowAsked % 2 === 0 ? packed.subarray(0, packed.length / 2) : packed);
  }

  /** True where the answer has been spoiled. */
  function spoil(response: ServerResponse, body: () => unknown): boolean {
    const { spoils } = standIn.character;
    if (!spoils || rowAsked % spoils.every !== 0) return false;
    switch (spoils.as) {
      case 'html':
        response.setHeader('content-type', 'text/html').end('<html><title>Service busy</title></html>');
        break;
      case 'cut': {
        const text = JSON.stringify(body());
        response.end(text.slice(0, text.length / 2));
        break;
      }
      case 'error-200':
        send(response, { error: { code: 500, message: 'Error performing query operation', details: [] } });
        break;
      case 'reset':
        response.socket?.destroy();
        break;
      case '429-date':
        response.setHeader('retry-after', new Date(Date.now() + 3_600_000).toUTCString());
        response.writeHead(429).end('slow down');
        break;
      case '429':
      case '503':
        response.setHeader('retry-after', '7');
        response.writeHead(Number(spoils.as)).end('slow down');
        break;
      default:
        response.writeHead(Number(spoils.as)).end('<html><body>Gateway</body></html>');
    }
    return true;
  }

  function isTokenGood(request: IncomingMessage, { parameters }: Asked): boolean {
    const { token, referer, tokenUses: uses = Number.POSITIVE_INFINITY } = standIn.character;
    if (referer !== undefined && request.headers.referer !== referer) return false;
    return parameters.token === token && ++tokenUses <= uses;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const c = standIn.character;
    const url = new URL(request.url ?? '', 'http://stand-in');
    const entry: Asked = {
      method: request.method ?? '',
      path: url.pathname,
      parameters: await parametersOf(request),
    };
    asked.push(entry);
    if (c.longestAddress !== undefined && (request.url?.length ?? 0) > c.longestAddress) {
      response.writeHead(414).end('<html>too long</html>');
      return;
    }
    if (c.refusesPost && entry.method === 'POST') {
      response.writeHead(405).end('<html>not allowed</html>');
      return;
    }
    const forRows = isForRows(entry);
    if (forRows) rowAsked++;
    if (c.diesAfter !== undefined && rowAsked > c.diesAfter) {
      response.writeHead(500).end('<html>down</html>');
      return;
    }
    if (forRows && c.hangs?.includes(rowAsked)) return;
    for (let turn = 0; turn < (c.slowTurns ?? 0); turn++) await new Promise(setImmediate);
    if (c.signIn && entry.path !== '/portal/signin') {
      response.writeHead(302, { location: '/portal/signin' }).end();
      return;
    }
    if (c.signIn) {
      response.end('<html><title>Sign In</title><input type="password"></html>');
      return;
    }
    if (c.token !== undefined && !isTokenGood(request, entry)) {
      const code = entry.parameters.token ? 498 : 499;
      if (c.tokenStatus) response.statusCode = code;
      send(response, {
        error: { code, message: code === 498 ? 'Invalid token.' : 'Token Required', details: [] },
      });
      return;
    }
    try {
      if (more.has(entry.path)) return send(response, more.get(entry.path));
      if (entry.path === '/rest/services/Land/MapServer') {
        return send(response, { layers: [{ id: 0, name: 'Parcels' }], tables: [] });
      }
      if (entry.path === '/rest/services/Land/MapServer/0') return send(response, describeLayer(standIn));
      if (!entry.path.endsWith('/query')) {
        response.writeHead(404).end('<html>not found</html>');
        return;
      }
      if (forRows && spoil(response, () => answerQuery(standIn, entry.parameters, rowAsked))) return;
      const body = answerQuery(standIn, entry.parameters, rowAsked);
      if (forRows && c.packs) sendPacked(response, body, c.packs);
      else send(response, body);
      if (forRows && c.shrinks && ++rowAnswers === c.shrinks.after) standIn.rows.splice(0, c.shrinks.by);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      if (error.message === 'firewall') response.writeHead(403).end('<html>blocked</html>');
      else if (error.code === 504) response.writeHead(504).end('<html>gateway</html>');
      else send(response, { error: { code: error.code, message: error.message, details: [] } });
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest/services/Land/MapServer`;
  return Object.assign(standIn, {
    layer: `${service}/0`,
    service,
    asked,
    more,
    rowRequests: () => asked.filter(isForRows),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
