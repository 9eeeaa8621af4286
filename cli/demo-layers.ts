// The overlays of the demo county: made with it, by the same door as those of real land, and taken away with it.
import { mkdir } from 'node:fs/promises';
import type { County } from '../demo/county/county.ts';
import { DEMO_SOURCE } from '../demo/map/county-map.ts';
import { type OverlayArea, overlayLayer } from '../demo/overlays/overlay-layer.ts';
import { ZONING_FIELD } from '../demo/overlays/zoning-districts.ts';
import { openShapes } from '../import/open-shapes.ts';
import { knownOverlays } from '../layers/known-overlays.ts';
import { type KnownOverlay, makeVectorLayer } from '../layers/make-vector-layer.ts';
import { openWorker } from '../runtime/worker-call.ts';
import {
  layersFolderOf,
  readLayersOrWarn,
  removeWorkFolder,
  type StoredLayer,
  workFolderOf,
} from '../store/layer-folder.ts';
import type { DemoOverlaysCalls } from './demo-overlays-worker.ts';
import { changeLayers, fetchSharedLayers, type Storage } from './layer-changes.ts';

/** What the overlays of a county cover. */
type DemoAreas = { flood: OverlayArea[]; zoning: OverlayArea[] };
type Made = { name: string; title: string; areas: OverlayArea[]; colorBy?: string; known?: KnownOverlay };

const isReal = ({ source }: StoredLayer) => source !== DEMO_SOURCE;

/** In a thread: it takes a core for seconds. */
export async function makeOutOverlays({ elevation, streams, water, parcels }: County): Promise<DemoAreas> {
  const thread = openWorker<DemoOverlaysCalls>(
    new URL('./demo-overlays-worker.ts', import.meta.url),
    undefined,
  );
  try {
    const zoned = parcels.map(({ zoning, geometry }) => ({ zoning, geometry }));
    const [flood, zoning] = await Promise.all([
      thread.call('floodZones', { elevation, streams, water }),
      thread.call('zoningMap', zoned),
    ]);
    return { flood, zoning };
  } finally {
    await thread.close();
  }
}

export async function addDemoLayers(config: Storage, { flood, zoning }: DemoAreas): Promise<void> {
  const folder = layersFolderOf(config);
  const overlays: Made[] = [
    { name: 'flood-zones', title: 'Flood zones', areas: flood, known: knownOverlays.flood },
    { name: 'zoning-districts', title: 'Zoning districts', areas: zoning, colorBy: ZONING_FIELD },
  ];
  await changeLayers({ config, has: () => true }, async (change) => {
    const others = change.layers.filter(isReal);
    // What somebody has added under such a name stays.
    const missing = overlays.filter((overlay) => !others.some(({ name }) => name === overlay.name));
    const made = await Promise.all(missing.map((overlay) => makeDemoLayer(folder, overlay)));
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
  { name, title, areas, colorBy, known }: Made,
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
      shapes: [await openShapes({ source: { layers: [overlayLayer(title, areas)], close: async () => {} } })],
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
