// The overlays of the demo county: made with it, by the same door as those of real land, and taken away with it.
import { mkdir } from 'node:fs/promises';
import type { County } from '../demo/county/county.ts';
import { DEMO_SOURCE } from '../demo/map/county-map.ts';
import { floodZones } from '../demo/overlays/flood-zones.ts';
import { ZONING_FIELD, zoningMap } from '../demo/overlays/zoning-districts.ts';
import type { Layer } from '../import/layer.ts';
import { openShapes } from '../import/open-shapes.ts';
import { knownOverlays } from '../layers/known-overlays.ts';
import { type KnownOverlay, makeVectorLayer } from '../layers/make-vector-layer.ts';
import {
  layersFolderOf,
  readLayersOrWarn,
  removeWorkFolder,
  type StoredLayer,
  workFolderOf,
} from '../store/layer-folder.ts';
import { changeLayers, fetchSharedLayers, type Storage } from './layer-changes.ts';

type Made = { name: string; title: string; layer: Layer; colorBy?: string; known?: KnownOverlay };

const isReal = ({ source }: StoredLayer) => source !== DEMO_SOURCE;

export async function addDemoLayers(config: Storage, county: County): Promise<void> {
  const folder = layersFolderOf(config);
  const overlays: Made[] = [
    { name: 'flood-zones', title: 'Flood zones', layer: floodZones(county), known: knownOverlays.flood },
    { name: 'zoning-districts', title: 'Zoning districts', layer: zoningMap(county), colorBy: ZONING_FIELD },
  ];
  await changeLayers({ config, has: () => true }, async (change) => {
    const others = change.layers.filter(isReal);
    const made: StoredLayer[] = [];
    for (const overlay of overlays) {
      // What somebody has added under such a name stays.
      if (others.some(({ name }) => name === overlay.name)) continue;
      made.push(await makeDemoLayer(folder, overlay));
    }
    await change.publish([...others, ...made]);
  });
}

/** For real land: what was made up must not lie on it. */
export async function removeDemoLayers(config: Storage): Promise<void> {
  await fetchSharedLayers(config);
  // A damaged list is said by whoever needs it: an import does not.
  if ((await readLayersOrWarn(layersFolderOf(config), () => {})).every(isReal)) return;
  await changeLayers({ config, has: () => true }, (change) => change.publish(change.layers.filter(isReal)));
}

async function makeDemoLayer(
  folder: string,
  { name, title, layer, colorBy, known }: Made,
): Promise<StoredLayer> {
  const workFolder = workFolderOf(folder, name);
  await mkdir(workFolder, { recursive: true });
  try {
    const made = await makeVectorLayer({
      name,
      title,
      kind: 'overlay',
      recipe: { sources: [], colorBy, label: colorBy === undefined ? undefined : 'ZONING' },
      known,
      credit: DEMO_SOURCE,
      shapes: [await openShapes({ source: { layers: [layer], close: async () => {} } })],
      land: [],
      folder,
      workFolder,
      dryRun: false,
      approve: async () => true,
      say: () => {},
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    // Nothing to be refreshed from.
    return { name, source: DEMO_SOURCE, recipe: '', addedAt: new Date().toISOString(), ...made! };
  } finally {
    await removeWorkFolder(folder, name);
  }
}
