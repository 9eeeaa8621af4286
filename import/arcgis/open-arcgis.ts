// Opens the address of an ArcGIS layer, of a service with its layers, or of an item page.
import { OperatorError } from '../../runtime/operator-error.ts';
import type { Layer, OpenSource, StepProgress } from '../layer.ts';
import { type ArcGisAddress, isArcGisAddress, parseArcGisAddress } from './arcgis-address.ts';
import { type OpenedLayer, openLayer } from './arcgis-layer.ts';
import { geometryOf, type LayerDescription, parseDescription } from './layer-description.ts';
import { forgetDownload } from './page-folder.ts';
import { MOST_AT_ONCE, realTiming, type Timing } from './request-pace.ts';
import type { JsonObject } from './server-answer.ts';
import { ServerClient } from './server-client.ts';

export { forgetDownload, isArcGisAddress };

/** A service with more polygon layers than this is not asked for rows of each. */
const LAYERS_TO_LOOK_INTO = 20;

export type OpenArcGisOptions = {
  url: string;
  workFolder: string;
  token?: string | undefined;
  signal?: AbortSignal;
  onProgress?: (progress: StepProgress) => void;
  /** For tests. */
  timing?: Partial<Timing>;
};

export async function openArcGis(o: OpenArcGisOptions): Promise<OpenSource> {
  const address = parseArcGisAddress(o.url);
  if (!address) {
    throw new OperatorError(
      'This is not the address of an ArcGIS layer: it should end with /FeatureServer/0 or /MapServer/0 or the like.',
    );
  }
  const timing = { ...realTiming, ...o.timing };
  const client = new ServerClient({ token: o.token || address.token, signal: o.signal, timing });
  const notes: string[] = [];
  const found = await findLayers(client, address);
  const areas = found.layers.filter(({ description }) => geometryOf(description) === 'area').length;

  const opened = await inParallel(found.layers, ({ address, description }) =>
    openLayer({
      client,
      address,
      description,
      where: found.where,
      workFolder: o.workFolder,
      signal: o.signal,
      timing,
      onProgress: o.onProgress,
      note: (text) => {
        if (!notes.includes(text)) notes.push(text);
      },
      readFirstRows: areas <= LAYERS_TO_LOOK_INTO,
    }),
  );
  // Without rows of a layer its way is not known yet, and a table is read only where it is joined.
  const planned = opened.filter(
    ({ layer }) => opened.length === 1 || (layer.geometry === 'area' && areas <= LAYERS_TO_LOOK_INTO),
  );
  return {
    layers: withOwnNames(opened, found.layers),
    plan: (await inParallel(planned, ({ plan }) => plan())).flat(),
    notes,
    // The pages stay until the import has succeeded: forgetDownload.
    close: async () => undefined,
  };
}

type FoundLayer = { address: string; description: LayerDescription };
type Found = { layers: FoundLayer[]; where: string | undefined };

async function findLayers(client: ServerClient, address: ArcGisAddress): Promise<Found> {
  if (address.kind === 'item') return findLayers(client, await resolveItem(client, address));
  const { service, layer, where } = address;
  if (layer === undefined) return { layers: await layersOf(client, service), where };

  const description = await describe(client, `${service}/${layer}`);
  if (!/group/i.test(description.type ?? '')) {
    return { layers: [{ address: `${service}/${layer}`, description }], where };
  }
  const numbers = (description.subLayers ?? []).map(({ id }) => id);
  return { layers: await usable(client, service, numbers), where };
}

async function askJson(client: ServerClient, url: string): Promise<JsonObject> {
  const answer = await client.ask({ url, parameters: { f: 'json' } });
  if (!('problem' in answer)) return answer.body;
  const { kind, said } = answer.problem;
  const what =
    kind === 'missing'
      ? `There is nothing at ${url}: check the address.`
      : kind === 'lost' || kind === 'heavy' || kind === 'busy'
        ? `${url} does not answer with data (${said}): open it in a browser to see whether it works, and try again later.`
        : `The server refuses ${url} (it says: ${said}): check the address.`;
  throw new OperatorError(what);
}

async function describe(client: ServerClient, url: string): Promise<LayerDescription> {
  const description = parseDescription(await askJson(client, url));
  if (!description) throw new OperatorError(`${url} does not describe a layer: check the address.`);
  return description;
}

/** The polygon layers of a service, and its tables, which hold the owners now and then. */
async function layersOf(client: ServerClient, service: string): Promise<FoundLayer[]> {
  const body = await askJson(client, service);
  const entries = [body.layers, body.tables].flatMap((list) => (Array.isArray(list) ? list : []));
  const numbers = entries
    .filter((entry: { type?: unknown; subLayerIds?: unknown }) => !Array.isArray(entry.subLayerIds))
    .map((entry: { id?: unknown }) => entry.id)
    .filter((id): id is number => typeof id === 'number');
  if (numbers.length === 0)
    throw new OperatorError(`The service ${service} has no layers: check the address.`);
  return usable(client, service, numbers);
}

async function usable(
  client: ServerClient,
  service: string,
  numbers: readonly number[],
): Promise<FoundLayer[]> {
  const described = await inParallel(numbers, async (number) => {
    const address = `${service}/${number}`;
    return { address, description: await describe(client, address) };
  });
  const isArea = ({ description }: FoundLayer) => geometryOf(description) === 'area';
  if (!described.some(isArea)) {
    const names = described.map(({ description }) => description.name ?? '?').join(', ');
    throw new OperatorError(
      `No layer of ${service} has polygons. It has: ${names}. Give the address of another one.`,
    );
  }
  return described.filter((each) => isArea(each) || geometryOf(each.description) === 'none');
}

/** An item says where its service is; a layer number of the page goes with it. */
async function resolveItem(
  client: ServerClient,
  { portal, item, layer, token }: Extract<ArcGisAddress, { kind: 'item' }>,
): Promise<ArcGisAddress> {
  const place = `${portal}/sharing/rest/content/items/${item}`;
  const body = await askJson(client, place);
  const address = typeof body.url === 'string' ? parseArcGisAddress(body.url) : undefined;
  if (address?.kind === 'service') return { ...address, layer: layer ?? address.layer, token };
  const type = typeof body.type === 'string' ? body.type : 'item';
  throw new OperatorError(
    /shapefile|geodatabase|csv|geojson|geopackage|kml/i.test(type)
      ? `The page is of a file (${type}): give the address of the file itself, ${place}/data.`
      : `The page is of a ${type}, not of a layer: look there for an address that ends with /FeatureServer/0 or /MapServer/0.`,
  );
}

/** Names tell layers apart in --layer: a second one of the same name gets its number. */
function withOwnNames(opened: readonly OpenedLayer[], found: readonly FoundLayer[]): Layer[] {
  const seen = new Set<string>();
  return opened.map(({ layer }, at) => {
    const { name } = layer;
    const number = found[at]!.address.split('/').at(-1);
    const own = seen.has(name) ? `${name} (${number})` : name;
    seen.add(own);
    return own === name ? layer : { ...layer, name: own };
  });
}

/** In their order, a few at a time. */
async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(MOST_AT_ONCE, items.length) }, lane));
  return results;
}
