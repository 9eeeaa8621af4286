// Opens the address of an ArcGIS layer, of a service with its layers, or of an item page.
import type { Bounds } from '../../geo/geometry.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { likelyParcels } from '../choose-layer.ts';
import { inParallel } from '../in-parallel.ts';
import type { Layer, OpenSource, StepProgress } from '../layer.ts';
import { isArcGisAddress, parseArcGisAddress } from './arcgis-address.ts';
import { looksOf, openLayer } from './arcgis-layer.ts';
import { eachThatOpens } from './each-that-opens.ts';
import { joinedBounds } from './envelope.ts';
import { type FoundLayer, findLayers } from './find-layers.ts';
import { forgetDownload } from './page-folder.ts';
import { realTiming, type Timing } from './request-pace.ts';
import { type ArcGisToken, ServerClient, tokenFor } from './server-client.ts';

export { forgetDownload, isArcGisAddress };

const HUB = 'https://hub.arcgis.com';
/** Of a service with more layers than this that could be the parcels, none is asked for rows. */
const LAYERS_TO_LOOK_INTO = 6;

export type OpenArcGisOptions = {
  url: string;
  workFolder: string;
  token?: ArcGisToken | undefined;
  /** Only rows that touch one of these, each once. */
  within?: readonly Bounds[] | undefined;
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
  const ofAddress = address.token === undefined ? undefined : tokenFor(o.url, address.token);
  const client = new ServerClient({ token: ofAddress ?? o.token, signal: o.signal, timing });
  const notes: string[] = [];
  const note = (text: string) => {
    if (!notes.includes(text)) notes.push(text);
  };
  const found = await findLayers({ client, note, hub: o.hub ?? HUB }, address);
  const worthALook = layersToLookInto(found.layers);

  const each = await eachThatOpens(found.layers, note, ({ address, description }) =>
    openLayer({
      client,
      address,
      description,
      where: found.where,
      within: o.within && joinedBounds(o.within),
      workFolder: o.workFolder,
      timing,
      onProgress: o.onProgress,
      note,
      lookInto: worthALook.has(address),
    }),
  );
  // Without rows of a layer its strategy is not known yet.
  const planned = each.filter(({ item }) => worthALook.has(item.address)).map(({ result }) => result);
  return {
    layers: withOwnNames(each.map(({ item, result }) => ({ address: item.address, layer: result.layer }))),
    plan: (await inParallel(planned, ({ plan }) => plan())).flat(),
    notes,
    // The pages stay until the import has succeeded: forgetDownload.
    close: async () => undefined,
  };
}

/** The only layer, or those among which the parcels will be chosen. */
function layersToLookInto(layers: readonly FoundLayer[]): Set<string> {
  const areas = layers
    .map(({ address, description }) => ({ address, ...looksOf(description) }))
    .filter(({ geometry }) => layers.length === 1 || geometry === 'area' || geometry === 'unknown');
  const likely = likelyParcels(areas);
  return new Set(likely.length > LAYERS_TO_LOOK_INTO ? [] : likely.map(({ address }) => address));
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
