// The layer of the stand-in for ArcGIS servers: its description, and its answers to queries.

export type StandInRow = {
  id: number;
  attributes: Record<string, unknown>;
  x: number;
  y: number;
  noShape?: boolean;
  /** In degrees, from west to east; a square otherwise. */
  width?: number;
  /** Instead of its square. */
  geometry?: unknown;
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
  spoils?: {
    every: number;
    as: 'html' | 'cut' | 'error-200' | '500' | '504' | '429' | '429-date' | '503' | 'reset';
  };
  /** More rows at once than this are too much: an error with status 200. */
  strength?: number;
  /** The longest address in characters; a longer one gets 414. */
  longestAddress?: number;
  refusesPost?: boolean;
  /** Answers in its own system (Web Mercator). */
  ignoresOutSr?: boolean;
  /** The system that it names, whatever it answers in. */
  says?: Record<string, unknown>;
  token?: string;
  /** The token is good for so many requests. */
  tokenUses?: number;
  /** The token is good only with this Referer. */
  referer?: string;
  /** Failures of the token come with the status, too. */
  tokenStatus?: boolean;
  /** Sends everybody to a page where people sign in. */
  signIn?: boolean;
  /** Rows whose shape breaks the server; `all` where their attributes do, too. */
  poison?: { id: number; breaks: 'shape' | 'all' }[];
  /** Every page begins with the last rows of the page before it. */
  overlap?: number;
  /** Rows disappear after so many answers with rows. */
  shrinks?: { after: number; by: number };
  /** The object id of a joined layer: GIS.DBO.PARCELS.OBJECTID. */
  idField?: string;
  idsAs?: 'text';
  /** Rows without an object id. */
  hidesIds?: boolean;
  /** Another order at every request that asks for none. */
  shuffles?: boolean;
  /** Counts so many rows more than there are. */
  countsOff?: number;
  countsAs?: 'text';
  /** Pages that begin after this row take too long. */
  farthestOffset?: number;
  limitInProperties?: boolean;
  /** How answers with rows are packed; `cut` breaks off in the middle of the compressed bytes. */
  packs?: 'gzip' | 'br' | 'cut';
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

export class ServerError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

type Parameters = Record<string, string>;
type Layer = { rows: StandInRow[]; character: Character };

const limitOf = ({ maxRecordCount }: Character) => maxRecordCount || 1000;
const idFieldOf = ({ idField = ID_FIELD }: Character) => idField;
const fieldsOf = (character: Character) =>
  FIELDS.map((field) => (field.name === ID_FIELD ? { ...field, name: idFieldOf(character) } : field));

export function describeLayer({ character }: Layer): Record<string, unknown> {
  const { claimsPaging = false, hidesLimits, statistics = 'given', lastEditDate, orderBy = true } = character;
  const [xmin, ymin] = toMercator(-81, 35.5);
  const [xmax, ymax] = toMercator(-80.9, 36);
  return {
    id: 0,
    name: 'Parcels',
    type: 'Feature Layer',
    geometryType: 'esriGeometryPolygon',
    copyrightText: 'Stand-in County &amp; Friends',
    fields: fieldsOf(character),
    ...(hidesLimits
      ? {}
      : {
          objectIdField: idFieldOf(character),
          maxRecordCount: character.maxRecordCount ?? limitOf(character),
          supportsStatistics: statistics !== 'refused',
          advancedQueryCapabilities: { supportsPagination: claimsPaging, supportsOrderBy: orderBy },
        }),
    extent: {
      xmin,
      ymin,
      xmax,
      ymax,
      spatialReference: character.says ?? { wkid: 102100, latestWkid: 3857 },
    },
    ...(lastEditDate === undefined ? {} : { editingInfo: { lastEditDate } }),
    ...character.description,
  };
}

function matching({ rows: all, character }: Layer, p: Parameters): StandInRow[] {
  const { knowsObjectIds = true, knowsBoxes = true, firewall } = character;
  let rows = [...all];
  if (p.objectIds !== undefined) {
    if (!knowsObjectIds) return rows;
    const ids = new Set(p.objectIds.split(',').map(Number));
    return rows.filter(({ id }) => ids.has(id));
  }
  const where = p.where ?? '';
  if (firewall && /1\s*=\s*1/.test(where)) throw new ServerError(403, 'firewall');
  const conditions = where.matchAll(/([\w.]*OBJECTID)\s*(>=|<=|<|>|=)\s*(-?\d+)/g);
  for (const [, field, operator, value] of conditions) {
    if (field !== idFieldOf(character)) throw new ServerError(400, `Invalid field ${field}`);
    const side = (id: number) => Math.sign(id - Number(value));
    rows = rows.filter(({ id }) => operator!.includes('<=>'[side(id) + 1]!));
  }
  const owner = /OWNER\s*=\s*'([^']*)'/.exec(where)?.[1];
  if (owner !== undefined) rows = rows.filter(({ attributes }) => attributes.OWNER === owner);
  if (where === '') throw new ServerError(400, 'Unable to perform query operation.');
  if (p.geometry !== undefined) {
    if (!knowsBoxes) throw new ServerError(400, 'Spatial queries are not allowed.');
    const [west, south, east, north] = p.geometry.split(',').map(Number) as [number, number, number, number];
    const isLngLat = p.inSR === '4326';
    const [xmin, ymin] = isLngLat ? toMercator(west, south) : [west, south];
    const [xmax, ymax] = isLngLat ? toMercator(east, north) : [east, north];
    rows = rows.filter(({ x, y, noShape, width = SIDE }) => {
      if (noShape) return false;
      const [left, bottom] = toMercator(x, y);
      const [right, top] = toMercator(x + width, y + SIDE);
      return left <= xmax && right >= xmin && bottom <= ymax && top >= ymin;
    });
  }
  return rows;
}

const isMercator = ({ ignoresOutSr }: Character, { outSR }: Parameters) => ignoresOutSr || outSR !== '4326';

function featureOf({ character }: Layer, row: StandInRow, p: Parameters) {
  const { idsAs, hidesIds } = character;
  const id = hidesIds ? {} : { [idFieldOf(character)]: idsAs === 'text' ? String(row.id) : row.id };
  const attributes = p.outFields === '*' ? { ...id, ...row.attributes, Shape_Area: 1 } : id;
  if (p.returnGeometry === 'false') return { attributes };
  if (row.noShape) return { attributes, geometry: null };
  if (row.geometry) return { attributes, geometry: row.geometry };
  const { width = SIDE } = row;
  const corners: [number, number][] = [
    [row.x, row.y],
    [row.x, row.y + SIDE],
    [row.x + width, row.y + SIDE],
    [row.x + width, row.y],
    [row.x, row.y],
  ];
  return {
    attributes,
    geometry: { rings: [corners.map(([x, y]) => (isMercator(character, p) ? toMercator(x, y) : [x, y]))] },
  };
}

/** `request` is the number of the request: servers without an order give another one every time. */
export function answerQuery(layer: Layer, p: Parameters, request: number): unknown {
  const c = layer.character;
  if (p.returnCountOnly === 'true') {
    if (c.counts === false) throw new ServerError(400, 'returnCountOnly is not known.');
    const count = matching(layer, p).length + (c.countsOff ?? 0);
    return { count: c.countsAs === 'text' ? String(count) : count };
  }
  if (p.returnIdsOnly === 'true') return answerIds(layer, p);
  if (p.outStatistics !== undefined) return answerStatistics(layer, p);
  if (p.orderByFields !== undefined && c.orderBy === false)
    throw new ServerError(400, 'orderByFields is not supported.');
  const { claimsPaging = false, pages = claimsPaging } = c;
  if (p.resultOffset !== undefined && !claimsPaging && !pages) {
    throw new ServerError(400, 'Pagination is not supported.');
  }
  const offset = pages ? Number(p.resultOffset ?? 0) : 0;
  if (c.farthestOffset !== undefined && offset > c.farthestOffset) throw new ServerError(504, 'gateway');

  let rows = matching(layer, p);
  if (/DESC/i.test(p.orderByFields ?? '')) rows.reverse();
  if (c.shuffles && p.orderByFields === undefined) rows = rotated(rows, request * 7);
  const wanted = pages || p.resultOffset === undefined ? Number(p.resultRecordCount ?? Infinity) : Infinity;
  const total = rows.length;
  const from = Math.max(0, offset - (offset > 0 ? (c.overlap ?? 0) : 0));
  rows = rows.slice(from, from + Math.min(wanted, limitOf(c)));
  if (c.strength !== undefined && rows.length > c.strength)
    throw new ServerError(500, 'Error performing query operation');
  for (const { id, breaks } of c.poison ?? []) {
    if (!rows.some((row) => row.id === id)) continue;
    if (breaks === 'all' || p.returnGeometry !== 'false')
      throw new ServerError(500, 'Error handling service request');
  }
  const isCut = from + rows.length < total && !c.hidesLimits;
  return {
    objectIdFieldName: idFieldOf(c),
    geometryType: 'esriGeometryPolygon',
    spatialReference:
      c.says ?? (isMercator(c, p) ? { wkid: 102100, latestWkid: 3857 } : { wkid: 4326, latestWkid: 4326 }),
    fields: fieldsOf(c),
    features: rows.map((row) => featureOf(layer, row, p)),
    ...(isCut && !c.limitInProperties ? { exceededTransferLimit: true } : {}),
    ...(isCut && c.limitInProperties ? { properties: { exceededTransferLimit: true } } : {}),
  };
}

function rotated(rows: readonly StandInRow[], by: number): StandInRow[] {
  const at = by % Math.max(1, rows.length);
  return [...rows.slice(at), ...rows.slice(0, at)];
}

function answerIds(layer: Layer, p: Parameters): unknown {
  const c = layer.character;
  if (c.ids === 'refused') throw new ServerError(400, 'Unable to complete operation.');
  const ids = matching(layer, p).map(({ id }) => (c.idsAs === 'text' ? String(id) : id));
  const given = c.ids === 'null' ? null : c.ids === 'cut' ? ids.slice(0, limitOf(c)) : ids;
  return { objectIdFieldName: c.hidesIds ? '' : idFieldOf(c), objectIds: c.hidesIds ? null : given };
}

function answerStatistics(layer: Layer, p: Parameters): unknown {
  const c = layer.character;
  if (c.statistics === 'refused') throw new ServerError(400, 'Statistics are not supported.');
  const ids = matching(layer, p).map(({ id }) => id);
  const [min, max] = [Math.min(...ids), Math.max(...ids)];
  const attributes =
    c.statistics === 'odd-names' ? { 'MAX(OID)': max, 'MIN(OID)': min } : { MIN_ID: min, MAX_ID: max };
  return { features: [{ attributes }] };
}
