// The table of tile sets: which file each is read from, and what the page is told of those that it can show as a layer.
import { CONTOURS_FILE, COUNTY_FILE, WORLD_FILE } from '../../basemap/map-files.ts';
import type { MapLayer } from '../../contract/client-config.ts';
import { CONTOUR_STEP_FEET } from '../../contract/limits.ts';
import type { Bounds } from '../../geo/geometry.ts';
import type { MapsSettings } from '../config.ts';

/** The metadata of a tile set that the server has. */
export type TileSet = {
  version: string;
  zoomMin: number;
  zoomMax: number;
  bounds: Bounds;
  /** The names of the layers in its tiles, if they are known. */
  layers?: ReadonlySet<string> | undefined;
  /** HTML for the map's attribution control. */
  attribution: string;
};

type Shown = Omit<MapLayer, 'id' | 'source'>;

type TileSetRow = {
  /** In the maps folder. */
  file: string;
  /** Whether it goes with the county's own street map, and is left out where BASEMAP_PMTILES replaces that. */
  isOfCounty: boolean;
  layer?: Shown;
};

const STREETS: Shown = { kind: 'basemap', title: 'Street map' };
const IMAGERY: Shown = { kind: 'imagery', title: 'Aerial imagery' };
const CONTOURS: Shown = { kind: 'contours', title: 'Contour lines' };
/** Drawn by the style documents alone. */
const HILLS: MapLayer = { id: 'terrain', kind: 'terrain', title: 'Hills' };

/** By the name in the addresses of their tiles, /maps/{name}/… */
export const TILE_SETS: Record<string, TileSetRow> = {
  world: { file: WORLD_FILE, isOfCounty: false },
  basemap: { file: COUNTY_FILE, isOfCounty: true, layer: STREETS },
  contours: {
    file: CONTOURS_FILE,
    isOfCounty: true,
    layer: { ...CONTOURS, hint: `every ${CONTOUR_STEP_FEET} ft` },
  },
};

/** Mapbox has everything everywhere. The interval of its contour lines changes with the zoom. */
const MAPBOX_LAYERS: MapLayer[] = [
  { id: 'basemap', ...STREETS },
  { id: 'aerial', ...IMAGERY },
  HILLS,
  { id: 'contours', ...CONTOURS, source: { type: 'vector', url: 'mapbox://mapbox.mapbox-terrain-v2' } },
];

type Existing = {
  maps: { archives: ReadonlyMap<string, TileSet>; elevation: object | undefined };
  imagery: TileSet | undefined;
};

/** The embedded maps have what was drawn or set up. */
export function offeredLayers({ provider }: MapsSettings, { maps, imagery }: Existing): MapLayer[] {
  if (provider === 'mapbox') return MAPBOX_LAYERS;
  const vectors = Object.entries(TILE_SETS).flatMap(([id, { layer }]) => {
    const set = maps.archives.get(id);
    return layer && set ? [{ id, ...layer, source: sourceOf('vector', id, set) }] : [];
  });
  return [
    ...vectors,
    ...(maps.elevation ? [HILLS] : []),
    ...(imagery ? [{ id: 'aerial', ...IMAGERY, source: sourceOf('raster', 'aerial', imagery) }] : []),
  ];
}

function sourceOf<Type extends 'vector' | 'raster'>(type: Type, name: string, set: TileSet) {
  const extension = type === 'vector' ? 'mvt' : 'webp';
  return { type, ...tilesOf({ origin: '', name, extension, set }), attribution: set.attribution };
}

type Tiles = { origin: string; name: string; extension: string; set: Omit<TileSet, 'attribution'> };

/** The part of a source that says where its tiles are. */
export function tilesOf({ origin, name, extension, set: { version, zoomMin, zoomMax, bounds } }: Tiles) {
  const { west, south, east, north } = bounds;
  return {
    tiles: [`${origin}/maps/${name}/{z}/{x}/{y}.${extension}?v=${version}`],
    minzoom: zoomMin,
    maxzoom: zoomMax,
    bounds: [west, south, east, north] as [number, number, number, number],
  };
}
