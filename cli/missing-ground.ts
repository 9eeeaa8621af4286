// Tells the operator which ground real counties lack, and the command that adds it. Visitors are only offered what there is.
import { join } from 'node:path';
import { boundsOf, boxesTouch } from '../geo/bounds-of.ts';
import type { LngLat } from '../geo/geometry.ts';
import { tileAt } from '../geo/tile-address.ts';
import type { Config } from '../server/config.ts';
import { openTileArchive } from '../server/maps/tile-archive.ts';
import { layersFolderOf, readLayersOrWarn, type StoredLayer } from '../store/layer-folder.ts';
import type { ParcelSource } from '../store/parcel-store.ts';

/** What can be missing, the name of the catalog that has it, and the kinds of layers that are it. */
const GROUND: readonly { what: string; name: string; kinds: readonly StoredLayer['kind'][] }[] = [
  { what: 'street map', name: 'osm', kinds: ['basemap', 'roads'] },
  { what: 'imagery', name: 'imagery', kinds: ['imagery'] },
  { what: 'hills', name: 'terrain', kinds: ['terrain'] },
];
/** A tile is about 8 km wide. Maps that end before have no streets. */
const ZOOM = 12;

/** Undefined where nothing is missing. */
export async function missingGround(
  config: Pick<Config, 'dataDir' | 'maps'>,
  sources: readonly Pick<ParcelSource, 'name' | 'kind' | 'center'>[],
): Promise<string | undefined> {
  if (config.maps.provider === 'mapbox') return undefined;
  const folder = layersFolderOf(config);
  const layers = await readLayersOrWarn(folder, () => {});
  const real = sources.filter(({ kind }) => kind !== 'demo');
  const lacking = new Map<string, string[]>();
  const names = new Set<string>();
  for (const source of real) {
    const missing: string[] = [];
    for (const { what, name, kinds } of GROUND) {
      if (await isThere(kinds, source.center)) continue;
      missing.push(what);
      names.add(name);
    }
    const key = missing.join(', ');
    if (key !== '') lacking.set(key, [...(lacking.get(key) ?? []), source.name]);
  }
  if (lacking.size === 0) return undefined;
  const sentences = [...lacking].map(([what, counties]) =>
    counties.length === real.length ? `Missing: ${what}.` : `Missing for ${counties.join(', ')}: ${what}.`,
  );
  return `${sentences.join(' ')} Add them: platbook layers add ${[...names].join(' ')}`;

  async function isThere(kinds: readonly StoredLayer['kind'][], at: LngLat): Promise<boolean> {
    const { basemapFile } = config.maps;
    if (kinds.includes('basemap') && basemapFile !== undefined && (await hasTile(basemapFile, 'basemap', at)))
      return true;
    for (const { kind, files, remote, bounds } of layers) {
      if (!kinds.includes(kind)) continue;
      if (remote && boxesTouch(bounds, boundsOf({ type: 'Point', coordinates: [at.lng, at.lat] })))
        return true;
      if (files.tiles !== undefined && (await hasTile(join(folder, files.tiles), kind, at))) return true;
    }
    return false;
  }
}

/** The box around an archive's land says little where it was made for several counties. */
async function hasTile(path: string, kind: StoredLayer['kind'], at: LngLat): Promise<boolean> {
  const isPicture = kind === 'imagery' || kind === 'terrain';
  const archive = await openTileArchive(path, isPicture ? 'pictures' : 'vector tiles');
  if ('problem' in archive) return false;
  const tile = await archive
    .find(tileAt(at, isPicture ? Math.min(ZOOM, archive.zoomMax) : ZOOM))
    .catch(() => undefined);
  await archive.close();
  return tile !== undefined;
}
