// The questions about a layer that come before its rows: how many there are, their object ids, the least and the
// greatest of these. Each answers undefined where the server does not do it.
import type { Bounds } from '../../geo/geometry.ts';
import { objectIdOf } from './arrived-rows.ts';
import { type Box, boxOf, envelopeQuery, LNG_LAT } from './envelope.ts';
import { isLongitudeLatitude, type LayerDescription, objectIdFieldOf } from './layer-description.ts';
import type { JsonObject } from './server-answer.ts';
import type { Parameters, Request, ServerClient } from './server-client.ts';
import type { Span } from './strategy.ts';

export type QueriedLayer = {
  client: ServerClient;
  /** Of the layer. */
  address: string;
  description: LayerDescription;
  idField: string | undefined;
  /** A condition of the operator's; undefined for every row. */
  where: string | undefined;
  /** Only rows whose shapes touch it are wanted. Undefined for all. */
  within: Bounds | undefined;
  /** A condition that means every row, in the words that this server accepts. */
  all: string;
};

/** The condition of a query for everything that is wanted. */
export const wholeWhere = ({ where, all }: QueriedLayer): string => where ?? all;

export function queryOf(
  { address, within }: Pick<QueriedLayer, 'address' | 'within'>,
  parameters: Parameters,
): Request {
  // Object ids are listed within the bounds already, and some servers refuse the two together.
  const filter = within && parameters.objectIds === undefined ? envelopeQuery(boxOf(within), LNG_LAT) : {};
  return { url: `${address}/query`, parameters: { ...filter, ...parameters, f: 'json' } };
}

async function ask(layer: QueriedLayer, parameters: Parameters): Promise<JsonObject | undefined> {
  const answer = await layer.client.ask(queryOf(layer, parameters));
  return 'problem' in answer ? undefined : answer.body;
}

/**
 * Opens a layer for queries and counts its rows. Firewalls take 1=1 for an attack: then a condition on the object id
 * is tried. `said` is what the server answered where it does not count.
 */
export async function countRows(o: {
  client: ServerClient;
  address: string;
  description: LayerDescription;
  where: string | undefined;
  within: Bounds | undefined;
}): Promise<{ layer: QueriedLayer; count: number | undefined; said: string | undefined }> {
  const idField = objectIdFieldOf(o.description) ?? (await askIdField(o));
  const conditions = o.where ? [o.where] : ['1=1', ...(idField ? [`${idField}>=0`] : [])];
  let said: string | undefined;
  for (const condition of conditions) {
    const layer = { ...o, idField, all: o.where ? '1=1' : condition };
    const answer = await o.client.ask(queryOf(o, { where: condition, returnCountOnly: 'true' }));
    if ('problem' in answer) {
      said ??= answer.problem.said;
      continue;
    }
    return { layer, count: countIn(answer.body), said: undefined };
  }
  return { layer: { ...o, idField, all: '1=1' }, count: undefined, said };
}

export async function recount(layer: QueriedLayer): Promise<number | undefined> {
  const body = await ask(layer, { where: wholeWhere(layer), returnCountOnly: 'true' });
  return body && countIn(body);
}

/** A few servers write numbers as text. */
export function countIn({ count }: JsonObject): number | undefined {
  const number = typeof count === 'string' && count.trim() !== '' ? Number(count) : count;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}

/** A description may leave the object id out, which the list of ids names. */
async function askIdField(o: Pick<QueriedLayer, 'client' | 'address' | 'where' | 'within'>) {
  const answer = await o.client.ask(queryOf(o, { where: o.where ?? '1=1', returnIdsOnly: 'true' }));
  const name = 'problem' in answer ? undefined : answer.body.objectIdFieldName;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

export type ListedIds = {
  /** Ascending, each once. */
  ids: number[];
  /** How many the server listed: rows of a joined layer share an id. */
  listed: number;
};

export async function askIds(layer: QueriedLayer): Promise<ListedIds | undefined> {
  const body = await ask(layer, { where: wholeWhere(layer), returnIdsOnly: 'true' });
  if (!Array.isArray(body?.objectIds)) return undefined;
  const ids = new Set(body.objectIds.map(objectIdOf).filter((id) => id !== undefined));
  if (ids.size === 0) return undefined;
  return { ids: [...ids].sort((a, b) => a - b), listed: body.objectIds.length };
}

function numbersOf(body: JsonObject | undefined): number[] {
  const features = Array.isArray(body?.features) ? body.features : [];
  const attributes = (features[0] as { attributes?: Record<string, unknown> } | undefined)?.attributes ?? {};
  return Object.values(attributes)
    .map(objectIdOf)
    .filter((value) => value !== undefined);
}

/** From the least object id to after the greatest: by statistics, or the first and last row in their order. */
export async function askIdSpan(layer: QueriedLayer): Promise<Span | undefined> {
  const { idField } = layer;
  if (!idField) return undefined;
  const statistic = (statisticType: 'min' | 'max') => ({
    statisticType,
    onStatisticField: idField,
    outStatisticFieldName: `${statisticType.toUpperCase()}_ID`,
  });
  const statistics = await ask(layer, {
    where: wholeWhere(layer),
    outStatistics: JSON.stringify([statistic('min'), statistic('max')]),
  });
  // Servers of 10.1 name the results as they like: the lesser is the least.
  const [one, other] = numbersOf(statistics);
  if (one !== undefined && other !== undefined)
    return { from: Math.min(one, other), to: Math.max(one, other) + 1 };

  const end = async (direction: 'ASC' | 'DESC') => {
    const body = await ask(layer, {
      where: wholeWhere(layer),
      outFields: idField,
      returnGeometry: 'false',
      orderByFields: `${idField} ${direction}`,
      resultRecordCount: '1',
    });
    return numbersOf(body)[0];
  };
  const least = await end('ASC');
  const greatest = least === undefined ? undefined : await end('DESC');
  return least === undefined || greatest === undefined || greatest < least
    ? undefined
    : { from: least, to: greatest + 1 };
}

/** How many rows an answer has when everything is asked for. */
export async function askMostRows(layer: QueriedLayer): Promise<number | undefined> {
  const body = await ask(layer, {
    where: wholeWhere(layer),
    outFields: layer.idField ?? '*',
    returnGeometry: 'false',
  });
  return Array.isArray(body?.features) ? body.features.length : undefined;
}

/** Where all rows lie, a little enlarged: extents are often of an earlier state. */
export function wholeBox({ description: { extent }, within }: QueriedLayer): {
  whole: Box;
  system: Parameters;
} {
  if (within) return { whole: boxOf(within), system: LNG_LAT };
  const { xmin, ymin, xmax, ymax } = extent ?? {};
  const { wkid, latestWkid, wkt } = extent?.spatialReference ?? {};
  const number = latestWkid ?? wkid;
  const isUsable =
    [xmin, ymin, xmax, ymax].every((value) => Number.isFinite(value)) && xmin! <= xmax! && (number || wkt);
  if (!isUsable) return { whole: { xmin: -180, ymin: -90, xmax: 180, ymax: 90 }, system: LNG_LAT };
  const margin =
    0.05 * Math.max(xmax! - xmin!, ymax! - ymin!) + (isLongitudeLatitude({ wkid }) ? 0.01 : 1000);
  return {
    whole: { xmin: xmin! - margin, ymin: ymin! - margin, xmax: xmax! + margin, ymax: ymax! + margin },
    system: { inSR: number ? String(number) : JSON.stringify({ wkt }) },
  };
}
