// Finds the layers that an address leads to: a layer, a group, a service, the page of an item or a map.
import { OperatorError } from '../../runtime/operator-error.ts';
import type { Layer } from '../layer.ts';
import type { ArcGisAddress } from './arcgis-address.ts';
import { eachThatOpens } from './each-that-opens.ts';
import { geometryOf, type LayerDescription, parseDescription } from './layer-description.ts';
import { askJson, resolveItem, resolveSlug } from './resolve-item.ts';
import type { ServerClient } from './server-client.ts';

/** From so many layers on, all are described at once: servers before version 10 cannot. */
const LAYERS_AT_ONCE = 4;
const GROUPS_IN_GROUPS = 5;
/** Not rasters and annotations. */
const READABLE: ReadonlySet<Layer['geometry']> = new Set(['area', 'line', 'point', 'none']);

export type FoundLayer = { address: string; description: LayerDescription };
type Found = { layers: FoundLayer[]; where: string | undefined };

export type Search = { client: ServerClient; note(text: string): void; hub: string };

export async function findLayers(search: Search, address: ArcGisAddress): Promise<Found> {
  const { client } = search;
  if (address.kind === 'directory') throw await directoryInWords(client, address.directory);
  if (address.kind === 'slug') return findLayers(search, await resolveSlug(search, address.slug));
  if (address.kind === 'item') {
    const services = await resolveItem(client, address);
    const found = [];
    for (const each of services) found.push(await findLayers(search, each));
    return { layers: found.flatMap(({ layers }) => layers), where: found[0]?.where };
  }
  const { service, layer, where } = address;
  if (layer === undefined) return { layers: await layersOf(search, service), where };

  const description = await describe(client, `${service}/${layer}`);
  if (!isGroup(description)) {
    return { layers: [{ address: `${service}/${layer}`, description }], where };
  }
  const numbers = await layersInGroup({ search, service, group: description, depth: 0 });
  return { layers: await usable(search, service, numbers), where };
}

/** A group lists its own children only, which may be groups. */
async function layersInGroup(o: {
  search: Search;
  service: string;
  group: LayerDescription;
  depth: number;
}): Promise<number[]> {
  const { search, service, depth } = o;
  const children = (o.group.subLayers ?? []).map(({ id }) => ({ id, address: `${service}/${id}` }));
  if (depth >= GROUPS_IN_GROUPS) return [];
  const each = await eachThatOpens(children, search.note, async ({ id, address }) => {
    const group = await describe(search.client, address);
    return isGroup(group) ? layersInGroup({ search, service, group, depth: depth + 1 }) : [id];
  });
  return each.flatMap(({ result }) => result);
}

const isGroup = ({ type }: LayerDescription): boolean => /group/i.test(type ?? '');

const SERVICES_SHOWN = 12;

/** Which of its services has the parcels, only the operator can say. */
async function directoryInWords(client: ServerClient, directory: string): Promise<OperatorError> {
  const { services, folders } = await askJson(client, directory);
  const list = (entries: unknown): { name?: unknown; type?: unknown }[] =>
    Array.isArray(entries) ? entries : [];
  const root = directory.replace(/(\/rest\/services)\/.*$/i, '$1');
  const addresses = [
    ...list(services)
      .filter(({ type }) => /^(?:Map|Feature)Server$/.test(String(type)))
      .map(({ name, type }) => `${root}/${name}/${type}`),
    ...list(folders).map((name) => `${root}/${name}`),
  ];
  if (addresses.length === 0) {
    return new OperatorError(
      `${directory} has no layers: give an address that ends with /FeatureServer/0 or /MapServer/0 or the like.`,
    );
  }
  const more = addresses.length > SERVICES_SHOWN ? ` and ${addresses.length - SERVICES_SHOWN} more` : '';
  return new OperatorError(
    `${directory} is a directory of services: give the one with the parcels. It has ${addresses.slice(0, SERVICES_SHOWN).join(', ')}${more}.`,
  );
}

async function describe(client: ServerClient, url: string): Promise<LayerDescription> {
  const description = parseDescription(await askJson(client, url));
  if (!description) throw new OperatorError(`${url} does not describe a layer: check the address.`);
  return description;
}

/** The layers of a service by their addresses, as far as it describes them together. */
async function describeAll(client: ServerClient, service: string): Promise<Map<string, LayerDescription>> {
  const answer = await client.ask({ url: `${service}/layers`, parameters: { f: 'json' }, heavyTries: 1 });
  const { layers, tables } = 'problem' in answer ? {} : answer.body;
  const all = [layers, tables].flatMap((list) => (Array.isArray(list) ? list : []));
  return new Map(
    all.flatMap((json: unknown): [string, LayerDescription][] => {
      const description = parseDescription(json);
      return description?.fields?.length ? [[`${service}/${description.id}`, description]] : [];
    }),
  );
}

/** The layers of a service, and its tables, which hold the owners now and then. */
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
  const known = numbers.length >= LAYERS_AT_ONCE ? await describeAll(client, service) : new Map();
  const each = await eachThatOpens(
    addresses,
    note,
    async ({ address }) => known.get(address) ?? describe(client, address),
  );
  const described = each.map(({ item, result }) => ({ ...item, description: result }));
  const readable = described.filter(({ description }) => READABLE.has(geometryOf(description)));
  if (readable.every(({ description }) => geometryOf(description) === 'none')) {
    const names = described.map(({ description }) => description.name ?? '?').join(', ');
    throw new OperatorError(
      `No layer of ${service} has shapes. It has: ${names}. Give the address of another one.`,
    );
  }
  return readable;
}
