// Opens the address of an ArcGIS layer, of a service with its layers, or of an item page.
import { OperatorError } from '../../runtime/operator-error.ts';
import type { Layer, OpenSource, StepProgress } from '../layer.ts';
import { type ArcGisAddress, isArcGisAddress, parseArcGisAddress } from './arcgis-address.ts';
import { openLayer } from './arcgis-layer.ts';
import { geometryOf, type LayerDescription, parseDescription } from './layer-description.ts';
import { forgetDownload } from './page-folder.ts';
import { MOST_AT_ONCE, realTiming, type Timing } from './request-pace.ts';
import type { JsonObject } from './server-answer.ts';
import { ServerClient } from './server-client.ts';

export { forgetDownload, isArcGisAddress };

const HUB = 'https://hub.arcgis.com';
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
  /** For tests: where names of Hub pages are looked up. */
  hub?: string;
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
  const note = (text: string) => {
    if (!notes.includes(text)) notes.push(text);
  };
  const found = await findLayers({ client, note, hub: o.hub ?? HUB }, address);
  const areas = found.layers.filter(({ description }) => geometryOf(description) === 'area').length;

  const each = await eachThatOpens(found.layers, note, ({ address, description }) =>
    openLayer({
      client,
      address,
      description,
      where: found.where,
      workFolder: o.workFolder,
      timing,
      onProgress: o.onProgress,
      note,
      readFirstRows: areas <= LAYERS_TO_LOOK_INTO,
    }),
  );
  const opened = each.map(({ result }) => result);
  // Without rows of a layer its way is not known yet, and a table is read only where it is joined.
  const planned = opened.filter(
    ({ layer }) => opened.length === 1 || (layer.geometry === 'area' && areas <= LAYERS_TO_LOOK_INTO),
  );
  return {
    layers: withOwnNames(each.map(({ item, result }) => ({ address: item.address, layer: result.layer }))),
    plan: (await inParallel(planned, ({ plan }) => plan())).flat(),
    notes,
    // The pages stay until the import has succeeded: forgetDownload.
    close: async () => undefined,
  };
}

type FoundLayer = { address: string; description: LayerDescription };
type Found = { layers: FoundLayer[]; where: string | undefined };

type Search = { client: ServerClient; note(text: string): void; hub: string };

async function findLayers(search: Search, address: ArcGisAddress): Promise<Found> {
  const { client } = search;
  if (address.kind === 'item') return findLayers(search, await resolveItem(client, address));
  if (address.kind === 'slug') return findLayers(search, await resolveSlug(search, address.slug));
  const { service, layer, where } = address;
  if (layer === undefined) return { layers: await layersOf(search, service), where };

  const description = await describe(client, `${service}/${layer}`);
  if (!/group/i.test(description.type ?? '')) {
    return { layers: [{ address: `${service}/${layer}`, description }], where };
  }
  const numbers = (description.subLayers ?? []).map(({ id }) => id);
  return { layers: await usable(search, service, numbers), where };
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
async function layersOf(search: Search, service: string): Promise<FoundLayer[]> {
  const body = await askJson(search.client, service);
  const entries = [body.layers, body.tables].flatMap((list) => (Array.isArray(list) ? list : []));
  const numbers = entries
    .filter((entry: { type?: unknown; subLayerIds?: unknown }) => !Array.isArray(entry.subLayerIds))
    .map((entry: { id?: unknown }) => entry.id)
    .filter((id): id is number => typeof id === 'number');
  if (numbers.length === 0)
    throw new OperatorError(`The service ${service} has no layers: check the address.`);
  return usable(search, service, numbers);
}

async function usable(
  { client, note }: Search,
  service: string,
  numbers: readonly number[],
): Promise<FoundLayer[]> {
  const addresses = numbers.map((number) => ({ address: `${service}/${number}` }));
  const each = await eachThatOpens(addresses, note, ({ address }) => describe(client, address));
  const described = each.map(({ item, result }) => ({ ...item, description: result }));
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

/** The name of a Hub page leads to the address of its layer. */
async function resolveSlug({ client, hub }: Search, slug: string): Promise<ArcGisAddress> {
  const answer = await client.ask({
    url: `${hub}/api/v3/datasets`,
    parameters: { 'filter[slug]': slug },
    withoutToken: true,
  });
  const data = 'problem' in answer ? [] : answer.body.data;
  const [first] = (Array.isArray(data) ? data : []) as { attributes?: { url?: unknown } }[];
  const address =
    typeof first?.attributes?.url === 'string' ? parseArcGisAddress(first.attributes.url) : undefined;
  if (address?.kind === 'service') return address;
  throw new OperatorError(
    `ArcGIS Hub does not say which layer the page ${slug} shows: look there for an address that ends with /FeatureServer/0 or /MapServer/0.`,
  );
}

/** Names tell layers apart in --layer: a second one of the same name gets its number. */
function withOwnNames(layers: readonly { address: string; layer: Layer }[]): Layer[] {
  const seen = new Set<string>();
  return layers.map(({ address, layer }) => {
    const { name } = layer;
    const own = seen.has(name) ? `${name} (${address.split('/').at(-1)})` : name;
    seen.add(own);
    return own === name ? layer : { ...layer, name: own };
  });
}

/** One private or broken layer of a service must not hide the others: it is left out, and said. */
async function eachThatOpens<T extends { address: string }, R>(
  items: readonly T[],
  note: (text: string) => void,
  open: (item: T) => Promise<R>,
): Promise<{ item: T; result: R }[]> {
  const failures: OperatorError[] = [];
  const results = await inParallel(items, async (item) => {
    try {
      return { item, result: await open(item) };
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      failures.push(error);
      if (items.length > 1) note(`${item.address} is left out: ${error.message}`);
      return undefined;
    }
  });
  const opened = results.filter((each) => each !== undefined);
  if (opened.length === 0 && failures[0]) throw failures[0];
  return opened;
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
