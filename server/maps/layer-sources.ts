// What the page is told of the layers that exist, and where their tiles are.
import type { MapLayer } from '../../contract/client-config.ts';
import { CONTOUR_STEP_FEET } from '../../contract/limits.ts';
import type { MapsSettings } from '../config.ts';
import type { Maps } from './open-maps.ts';
import { type TileSet, unionOf } from './tile-set.ts';

type Shown = Omit<MapLayer, 'id' | 'source'>;

const STREETS: Shown = { kind: 'basemap', title: 'Street map' };
const IMAGERY: Shown = { kind: 'imagery', title: 'Aerial imagery' };
const CONTOURS: Shown = { kind: 'contours', title: 'Contour lines' };
/** Drawn by the style documents. With a source, this server knows the ground under a parcel, too. */
const HILLS: Shown = { kind: 'terrain', title: 'Hills' };

/** Mapbox has everything everywhere. The interval of its contour lines changes with the zoom. */
const MAPBOX_LAYERS: MapLayer[] = [
  { id: 'basemap', ...STREETS },
  { id: 'aerial', ...IMAGERY },
  { id: 'terrain', ...HILLS },
  { id: 'contours', ...CONTOURS, source: { type: 'vector', url: 'mapbox://mapbox.mapbox-terrain-v2' } },
];

type Existing = {
  maps: Pick<Maps, 'hasStreets' | 'layers'> & {
    archives: ReadonlyMap<string, TileSet>;
    terrain: TileSet | undefined;
    aerial: readonly TileSet[];
  };
  imagery: (TileSet & { tileSizePx: number }) | undefined;
};

/** The embedded maps have what was drawn, added or set up. */
export function offeredLayers({ provider }: MapsSettings, { maps, imagery }: Existing): MapLayer[] {
  if (provider === 'mapbox') return MAPBOX_LAYERS;
  const vector = (id: string, shown: Shown): MapLayer[] => {
    const set = maps.archives.get(id);
    return set ? [{ id, ...shown, source: sourceOf('vector', id, set) }] : [];
  };
  const aerial = aerialSet({ maps, imagery });
  return [
    ...(maps.hasStreets ? vector('basemap', STREETS) : []),
    ...vector('contours', { ...CONTOURS, hint: `every ${CONTOUR_STEP_FEET} ft` }),
    ...(maps.terrain
      ? [{ id: 'terrain', ...HILLS, source: sourceOf('raster', 'terrain', maps.terrain) }]
      : []),
    ...(aerial ? [{ id: 'aerial', ...IMAGERY, source: sourceOf('raster', 'aerial', aerial) }] : []),
    ...maps.layers.flatMap(({ name, kind, title, look }) =>
      kind === 'overlay' ? vector(name, { kind, title, sourceLayer: OVERLAY_TILE_LAYER, ...look }) : [],
    ),
  ];
}

/** The layer inside the vector tiles of every overlay. */
const OVERLAY_TILE_LAYER = 'overlay';

/** All imagery together, from the archives that are here and from its source; undefined where there is none. */
export function aerialSet({
  maps,
  imagery,
}: Pick<Existing, 'imagery'> & { maps: { aerial: readonly TileSet[] } }):
  | (TileSet & { tileSizePx: number })
  | undefined {
  const sets = [...maps.aerial, ...(imagery ? [imagery] : [])];
  if (sets.length === 0) return undefined;
  // Archives do not say. What has both is drawn at the smaller size, at which larger pictures are only sharper.
  const tileSizePx = maps.aerial.length === 0 ? imagery!.tileSizePx : ARCHIVE_TILE_PX;
  return { ...unionOf(sets), tileSizePx };
}

/** Most archives of pictures have tiles of this size. Larger ones are only sharper. */
const ARCHIVE_TILE_PX = 256;

function sourceOf<Type extends 'vector' | 'raster'>(type: Type, name: string, set: TileSet) {
  const extension = type === 'vector' ? 'mvt' : 'webp';
  return { type, ...tilesOf({ origin: '', name, extension, set }) };
}

type Tiles = { origin: string; name: string; extension: string; set: TileSet };

/** The part of a source that says where its tiles are, and whose. */
export function tilesOf({ origin, name, extension, set }: Tiles) {
  const { version, zoomMin, zoomMax, bounds, attribution } = set;
  const { west, south, east, north } = bounds;
  return {
    tiles: [`${origin}/maps/${name}/{z}/{x}/{y}.${extension}?v=${version}`],
    minzoom: zoomMin,
    maxzoom: zoomMax,
    bounds: [west, south, east, north] as [number, number, number, number],
    attribution,
  };
}
