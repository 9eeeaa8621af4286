// Items of ArcGIS Online, of portals and of Hub pages: where the service behind a page is.
import { OperatorError } from '../../runtime/operator-error.ts';
import { type ArcGisAddress, parseArcGisAddress } from './arcgis-address.ts';
import type { JsonObject } from './server-answer.ts';
import type { ServerClient } from './server-client.ts';

type Item = Extract<ArcGisAddress, { kind: 'item' }>;
type Service = Extract<ArcGisAddress, { kind: 'service' }>;

export async function askJson(client: ServerClient, url: string): Promise<JsonObject> {
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

/** An item says where its service is; a layer number of the page goes with it. A map leads to each of its layers. */
export async function resolveItem(client: ServerClient, item: Item): Promise<Service[]> {
  const place = `${item.portal}/sharing/rest/content/items/${item.item}`;
  const body = await askJson(client, place);
  const type = typeof body.type === 'string' ? body.type : 'item';
  const address = typeof body.url === 'string' ? parseArcGisAddress(body.url) : undefined;
  if (address?.kind === 'service') {
    return [{ ...address, layer: item.layer ?? address.layer, token: item.token }];
  }
  if (/^web map$/i.test(type)) return servicesOfMap(await askJson(client, `${place}/data`), place);
  if (/^web mapping application$/i.test(type)) {
    const answer = await client.ask({ url: `${place}/data`, parameters: { f: 'json' } });
    const map = 'problem' in answer ? undefined : mapOfApplication(answer.body);
    if (map !== undefined && map !== item.item) return resolveItem(client, { ...item, item: map });
  }
  throw new OperatorError(
    /shapefile|geodatabase|csv|geojson|geopackage|kml/i.test(type)
      ? `The page is of a file (${type}): give the address of the file itself, ${place}/data.`
      : `The page is of a ${type}, not of a layer: look there for an address that ends with /FeatureServer/0 or /MapServer/0.`,
  );
}

/** The two generations of Esri's builders of applications name their map in two places. */
function mapOfApplication({ map, values }: JsonObject): string | undefined {
  const found =
    (map as { itemId?: unknown } | undefined)?.itemId ?? (values as { webmap?: unknown } | undefined)?.webmap;
  return typeof found === 'string' && /^[0-9a-f]{32}$/i.test(found) ? found : undefined;
}

function servicesOfMap({ operationalLayers }: JsonObject, place: string): Service[] {
  const services = new Map<string, Service>();
  const collect = (layers: unknown) => {
    for (const layer of (Array.isArray(layers) ? layers : []) as { url?: unknown; layers?: unknown }[]) {
      const address = typeof layer.url === 'string' ? parseArcGisAddress(layer.url) : undefined;
      if (address?.kind === 'service') services.set(`${address.service}/${address.layer ?? ''}`, address);
      else collect(layer.layers);
    }
  };
  collect(operationalLayers);
  if (services.size > 0) return [...services.values()];
  throw new OperatorError(
    `The map ${place} shows no layer of a server: look for the page of the parcels themselves.`,
  );
}

/** The name of a Hub page leads to the address of its layer. */
export async function resolveSlug(
  { client, hub }: { client: ServerClient; hub: string },
  slug: string,
): Promise<ArcGisAddress> {
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
