// Addresses of ArcGIS layers, services and items, as people copy them from a browser.

export type ArcGisAddress = {
  /** A token that stood in the address: taken out of it, so that it is never shown or stored. */
  token: string | undefined;
} & (
  | {
      kind: 'service';
      /** …/FeatureServer or …/MapServer, without anything behind it. */
      service: string;
      /** The number of a layer, where the address names one. */
      layer: number | undefined;
      /** A condition that stood in the address: only these rows are wanted (one county of a statewide layer). */
      where: string | undefined;
    }
  /** An item of ArcGIS Online, of a portal or of a Hub page; its service is looked up at the portal. */
  | { kind: 'item'; portal: string; item: string; layer: number | undefined }
  /** A Hub page that is named in words: organization::dataset. */
  | { kind: 'slug'; slug: string }
  /** The services directory of a server or one of its folders, or a service of another kind, such as images. */
  | { kind: 'directory'; directory: string }
);

const ONLINE = 'https://www.arcgis.com';
const SERVICE = /^(.*?\/(?:FeatureServer|MapServer))(?:\/(\d+))?(?:\/.*)?$/i;
const DIRECTORY = /^(.*\/rest\/services(?:\/[^.]*[^./])?)\/?$/i;
const SHARED_ITEM = /^(.*?)\/sharing\/(?:rest\/)?content\/items\/([0-9a-f]{32})(?:\/|$)/i;
const HUB_PAGE = /\/(?:datasets|maps|content)\/(?:[^/]*::)?([0-9a-f]{32})(?:_(\d+))?(?:\/|$)/i;
const HUB_SLUG = /\/(?:datasets|maps)\/([^/]+::[^/]+)(?:\/|$)/i;
const PORTAL_PAGE = /^(.*?)\/(?:home|apps)\//i;
const ITEM = /^[0-9a-f]{32}$/i;

/** Conditions that mean every row, as the forms of ArcGIS servers fill them in. */
const EVERY_ROW = /^\s*(?:1\s*=\s*1|1\s*>\s*0|objectid\s*>\s*-?[01])?\s*$/i;

export function parseArcGisAddress(text: string): ArcGisAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;

  const parameters = parametersOf(url);
  const token = parameters.get('token') || undefined;
  const path = url.pathname;

  const service = SERVICE.exec(path);
  if (service) {
    const where = parameters.get('where');
    return {
      kind: 'service',
      service: `${url.origin}${service[1]}`,
      layer: service[2] === undefined ? undefined : Number(service[2]),
      where: where === undefined || EVERY_ROW.test(where) ? undefined : where,
      token,
    };
  }

  const directory = DIRECTORY.exec(path)?.[1];
  if (directory !== undefined) return { kind: 'directory', directory: `${url.origin}${directory}`, token };

  const shared = SHARED_ITEM.exec(path);
  // Under …/data lies a file to be downloaded.
  if (shared && !/\/data\/?$/i.test(path)) {
    return { kind: 'item', portal: `${url.origin}${shared[1]}`, item: shared[2]!, layer: undefined, token };
  }

  const layer = /^\d+$/.test(parameters.get('sublayer') ?? '')
    ? Number(parameters.get('sublayer'))
    : undefined;
  const page = PORTAL_PAGE.exec(path);
  const shown = withoutViewer(text);
  if (shown !== text) return parseArcGisAddress(shown);
  const id = ['id', 'layers', 'webmap'].map((name) => parameters.get(name) ?? '').find((id) => ITEM.test(id));
  if (page && id !== undefined) {
    const portal = url.hostname.endsWith('.arcgis.com') ? url.origin : `${url.origin}${page[1]}`;
    return { kind: 'item', portal, item: id, layer, token };
  }

  // Hub pages stand under the county's own name too; their items lie at ArcGIS Online.
  const hub = HUB_PAGE.exec(path);
  if (hub) {
    return {
      kind: 'item',
      portal: ONLINE,
      item: hub[1]!,
      layer: hub[2] === undefined ? undefined : Number(hub[2]),
      token,
    };
  }
  const slug = HUB_SLUG.exec(path)?.[1];
  return slug === undefined ? undefined : { kind: 'slug', slug: decodeURIComponent(slug), token };
}

/** The layer that a map viewer has in its address: with its own host and token, it is what is meant. */
export function withoutViewer(source: string): string {
  const url = URL.canParse(source) ? new URL(source) : undefined;
  const shown = url && PORTAL_PAGE.test(url.pathname) ? parametersOf(url).get('url') : undefined;
  return shown !== undefined && /^https?:/i.test(shown) && URL.canParse(shown) ? shown : source;
}

function parametersOf(url: URL): Map<string, string> {
  return new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
}

/** The address as it may be shown and stored: a token is a secret. Anything else stays as it is. */
export function withoutToken(source: string): string {
  if (!/[?&]token=/i.test(source) || !isArcGisAddress(source)) return source;
  const url = new URL(source);
  for (const name of [...url.searchParams.keys()]) {
    if (name.toLowerCase() === 'token') url.searchParams.delete(name);
  }
  return url.href;
}

export const isArcGisAddress = (url: string): boolean => parseArcGisAddress(url) !== undefined;
