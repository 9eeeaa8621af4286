// A stand-in for ArcGIS servers on loopback, with the characters that servers in the field have. Faults are counted by
// requests, never by the clock, so that a test sees the same faults every time.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type StandInRow = {
  id: number;
  attributes: Record<string, unknown>;
  x: number;
  y: number;
  noShape?: boolean;
};

export type Character = {
  /** Says that it can page (advancedQueryCapabilities). */
  claimsPaging?: boolean;
  /** Pages in truth. */
  pages?: boolean;
  maxRecordCount?: number;
  /** Servers of 10.0 say neither their limit nor that they cut an answer. */
  hidesLimits?: boolean;
  /** `refused`: an error; `null`: no ids in the answer; `cut`: like any other answer. */
  ids?: 'given' | 'null' | 'refused' | 'cut';
  statistics?: 'given' | 'refused' | 'odd-names';
  orderBy?: boolean;
  /** False: answers lists of ids with the first rows of the layer. */
  knowsObjectIds?: boolean;
  knowsBoxes?: boolean;
  counts?: boolean;
  /** Every so-manieth answer to a query for rows is spoiled this way. */
  spoils?: { every: number; as: 'html' | 'cut' | 'error-200' | '500' | '504' | '429' | '503' | 'reset' };
  /** More rows at once than this are too much: an error with status 200. */
  strength?: number;
  /** The longest address in characters; a longer one gets 414. */
  longestAddress?: number;
  refusesPost?: boolean;
  /** Answers in its own system (Web Mercator). */
  ignoresOutSr?: boolean;
  token?: string;
  /** Rows whose shape breaks the server; `all` where their attributes do, too. */
  poison?: { id: number; breaks: 'shape' | 'all' }[];
  /** Every page begins with the last rows of the page before it. */
  overlap?: number;
  /** Rows disappear after so many answers with rows. */
  shrinks?: { after: number; by: number };
  /** 1=1 looks like an attack to the firewall. */
  firewall?: boolean;
  /** Answers after this many turns of the event loop. */
  slowTurns?: number;
  /** Never answers these requests for rows, counted from 1. */
  hangs?: readonly number[];
  lastEditDate?: number;
  /** Refuses everything after so many requests for rows: as if it had been switched off. */
  diesAfter?: number;
  description?: Record<string, unknown>;
};

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

const SIDE = 0.001;

/** Squares side by side, ids from 1 unless told. */
export function standInRows(
  count: number,
  idOf: (index: number) => number = (index) => index + 1,
): StandInRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: idOf(index),
    attributes: { PIN: `P${String(index).padStart(6, '0')}`, OWNER: `Owner ${index}`, USE_CODE: index % 3 },
    x: -81 + (index % 100) * SIDE,
    y: 35.5 + Math.floor(index / 100) * SIDE,
  }));
}

export const ID_FIELD = 'OBJECTID';

const FIELDS = [
  { name: ID_FIELD, type: 'esriFieldTypeOID', alias: 'OBJECTID' },
  { name: 'PIN', type: 'esriFieldTypeString', alias: 'Parcel number' },
  { name: 'OWNER', type: 'esriFieldTypeString', alias: 'OWNER' },
  { name: 'USE_CODE', type: 'esriFieldTypeSmallInteger', alias: 'Use' },
  { name: 'Shape', type: 'esriFieldTypeGeometry', alias: 'Shape' },
  { name: 'Shape_Area', type: 'esriFieldTypeDouble', alias: 'Shape_Area' },
];

const RADIUS = 6378137;
function toMercator(x: number, y: number): [number, number] {
  return [(x * Math.PI * RADIUS) / 180, RADIUS * Math.log(Math.tan(Math.PI / 4 + (y * Math.PI) / 360))];
}

class ServerError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

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

  const limit = () => standIn.character.maxRecordCount ?? 1000;

  function describe(): Record<string, unknown> {
    const {
      claimsPaging = false,
      hidesLimits,
      statistics = 'given',
      lastEditDate,
      orderBy = true,
    } = standIn.character;
    return {
      id: 0,
      name: 'Parcels',
      type: 'Feature Layer',
      geometryType: 'esriGeometryPolygon',
      copyrightText: 'Stand-in County &amp; Friends',
      fields: FIELDS,
      ...(hidesLimits
        ? {}
        : {
            objectIdField: ID_FIELD,
            maxRecordCount: limit(),
            supportsStatistics: statistics !== 'refused',
            advancedQueryCapabilities: { supportsPagination: claimsPaging, supportsOrderBy: orderBy },
          }),
      extent: { ...toExtent(), spatialReference: { wkid: 102100, latestWkid: 3857 } },
      ...(lastEditDate === undefined ? {} : { editingInfo: { lastEditDate } }),
      ...standIn.character.description,
    };
  }

  function toExtent() {
    const [xmin, ymin] = toMercator(-81, 35.5);
    const [xmax, ymax] = toMercator(-80.9, 36);
    return { xmin, ymin, xmax, ymax };
  }

  function matching(p: Record<string, string>): StandInRow[] {
    const { knowsObjectIds = true, knowsBoxes = true, firewall } = standIn.character;
    let rows = [...standIn.rows];
    if (p.objectIds !== undefined) {
      if (!knowsObjectIds) return rows;
      const ids = new Set(p.objectIds.split(',').map(Number));
      return rows.filter(({ id }) => ids.has(id));
    }
    const where = p.where ?? '';
    if (firewall && /1\s*=\s*1/.test(where)) throw new ServerError(403, 'firewall');
    for (const [, operator, value] of where.matchAll(/OBJECTID\s*(>=|<=|<|>|=)\s*(-?\d+)/g)) {
      const bound = Number(value);
      rows = rows.filter(({ id }) =>
        operator === '>='
          ? id >= bound
          : operator === '<'
            ? id < bound
            : operator === '<='
              ? id <= bound
              : operator === '>'
                ? id > bound
                : id === bound,
      );
    }
    const owner = /OWNER\s*=\s*'([^']*)'/.exec(where)?.[1];
    if (owner !== undefined) rows = rows.filter(({ attributes }) => attributes.OWNER === owner);
    if (where === '') throw new ServerError(400, 'Unable to perform query operation.');
    if (p.geometry !== undefined) {
      if (!knowsBoxes) throw new ServerError(400, 'Spatial queries are not allowed.');
      const [xmin, ymin, xmax, ymax] = p.geometry.split(',').map(Number);
      rows = rows.filter(({ x, y, noShape }) => {
        if (noShape) return false;
        const [left, bottom] = toMercator(x, y);
        const [right, top] = toMercator(x + SIDE, y + SIDE);
        return left <= xmax! && right >= xmin! && bottom <= ymax! && top >= ymin!;
      });
    }
    return rows;
  }

  function featureOf(row: StandInRow, p: Record<string, string>) {
    const { ignoresOutSr } = standIn.character;
    const isMercator = ignoresOutSr || p.outSR !== '4326';
    const all = { [ID_FIELD]: row.id, ...row.attributes, Shape_Area: 1 };
    const attributes = p.outFields === '*' ? all : { [ID_FIELD]: row.id };
    if (p.returnGeometry === 'false') return { attributes };
    if (row.noShape) return { attributes, geometry: null };
    const corners: [number, number][] = [
      [row.x, row.y],
      [row.x, row.y + SIDE],
      [row.x + SIDE, row.y + SIDE],
      [row.x + SIDE, row.y],
      [row.x, row.y],
    ];
    return {
      attributes,
      geometry: { rings: [corners.map(([x, y]) => (isMercator ? toMercator(x, y) : [x, y]))] },
    };
  }

  function answerQuery(p: Record<string, string>): unknown {
    const c = standIn.character;
    if (p.returnCountOnly === 'true') {
      if (c.counts === false) throw new ServerError(400, 'returnCountOnly is not known.');
      return { count: matching(p).length };
    }
    if (p.returnIdsOnly === 'true') {
      if (c.ids === 'refused') throw new ServerError(400, 'Unable to complete operation.');
      const ids = matching(p).map(({ id }) => id);
      const given = c.ids === 'null' ? null : c.ids === 'cut' ? ids.slice(0, limit()) : ids;
      return { objectIdFieldName: ID_FIELD, objectIds: given };
    }
    if (p.outStatistics !== undefined) {
      if (c.statistics === 'refused') throw new ServerError(400, 'Statistics are not supported.');
      const ids = matching(p).map(({ id }) => id);
      const [min, max] = [Math.min(...ids), Math.max(...ids)];
      const attributes =
        c.statistics === 'odd-names' ? { 'MAX(OID)': max, 'MIN(OID)': min } : { MIN_ID: min, MAX_ID: max };
      return { features: [{ attributes }] };
    }
    if (p.orderByFields !== undefined && c.orderBy === false)
      throw new ServerError(400, 'orderByFields is not supported.');
    const { claimsPaging = false, pages = claimsPaging } = c;
    if (p.resultOffset !== undefined && !claimsPaging && !pages) {
      throw new ServerError(400, 'Pagination is not supported.');
    }

    let rows = matching(p);
    if (/DESC/i.test(p.orderByFields ?? '')) rows.reverse();
    const offset = pages ? Number(p.resultOffset ?? 0) : 0;
    const wanted =
      pages || p.resultOffset === undefined
        ? Number(p.resultRecordCount ?? Number.POSITIVE_INFINITY)
        : Number.POSITIVE_INFINITY;
    const total = rows.length;
    const from = Math.max(0, offset - (offset > 0 ? (c.overlap ?? 0) : 0));
    rows = rows.slice(from, from + Math.min(wanted, limit()));
    if (c.strength !== undefined && rows.length > c.strength)
      throw new ServerError(500, 'Error performing query operation');
    for (const { id, breaks } of c.poison ?? []) {
      if (!rows.some((row) => row.id === id)) continue;
      if (breaks === 'all' || p.returnGeometry !== 'false')
        throw new ServerError(500, 'Error handling service request');
    }
    const isMercator = c.ignoresOutSr || p.outSR !== '4326';
    return {
      objectIdFieldName: ID_FIELD,
      geometryType: 'esriGeometryPolygon',
      spatialReference: isMercator ? { wkid: 102100, latestWkid: 3857 } : { wkid: 4326, latestWkid: 4326 },
      fields: FIELDS,
      features: rows.map((row) => featureOf(row, p)),
      ...(from + rows.length < total && !c.hidesLimits ? { exceededTransferLimit: true } : {}),
    };
  }

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
    if (c.token !== undefined && entry.parameters.token !== c.token) {
      const code = entry.parameters.token ? 498 : 499;
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
      if (entry.path === '/rest/services/Land/MapServer/0') return send(response, describe());
      if (!entry.path.endsWith('/query')) {
        response.writeHead(404).end('<html>not found</html>');
        return;
      }
      if (forRows && spoil(response, () => answerQuery(entry.parameters))) return;
      const body = answerQuery(entry.parameters);
      send(response, body);
      if (forRows && c.shrinks && ++rowAnswers === c.shrinks.after) standIn.rows.splice(0, c.shrinks.by);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      if (error.message === 'firewall') response.writeHead(403).end('<html>blocked</html>');
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
