// GET /styles/v1/platbook/{id}: the style itself, with the addresses it is drawn from.
import type { SourceSpecification, StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { MAP_STYLES, type MapStyleId } from '../../../contract/map-styles.ts';
import type { Bounds } from '../../../geo/geometry.ts';
import { TERRAIN_TILE_SIZE_PX } from '../terrain/draw-terrain-tile.ts';
import { fontFacesAt } from './label-fonts.ts';
import { AERIAL_SOURCE, BASEMAP_SOURCE, TERRAIN_SOURCE, WORLD_SOURCE } from './source-names.ts';
import { styleLayers } from './style-layers.ts';

/** A set of tiles that can be asked for. */
export type TileSet = {
  version: string;
  zoomMin: number;
  zoomMax: number;
  bounds: Bounds;
  /** The names of the layers in its tiles, where they are known. */
  layers?: ReadonlySet<string> | undefined;
};

/** Only what is there becomes a source: an address that has nothing to give is never asked. */
export type TileSets = {
  world: TileSet | undefined;
  basemap: (TileSet & { attribution: string }) | undefined;
  aerial: TileSet | undefined;
  terrain: TileSet | undefined;
};

const WORLD_ATTRIBUTION = [
  'Borders: <a href="https://www.census.gov/geographies/mapping-files.html">US Census Bureau</a>,',
  '<a href="https://www.naturalearthdata.com">Natural Earth</a>;',
  'cities: <a href="https://www.geonames.org">GeoNames</a> (CC BY)',
].join(' ');
const AERIAL_ATTRIBUTION = 'Imagery drawn from the map, not photographed';

const AERIAL_TILE_SIZE_PX = 512;

type Parts = { id: MapStyleId; origin: string; tileSets: TileSets };

export function styleDocument({ id, origin, tileSets }: Parts): StyleSpecification {
  const { world, basemap, aerial, terrain } = tileSets;
  const usesAerial = id === 'satellite-streets-v12';
  const usesTerrain = id === 'outdoors-v12';
  const layers = styleLayers(id, {
    world: world !== undefined,
    basemap: basemap?.bounds,
    aerial: usesAerial && aerial !== undefined,
    terrain: usesTerrain && terrain !== undefined,
  });
  const known: Record<string, ReadonlySet<string> | undefined> = {
    [WORLD_SOURCE]: world?.layers,
    [BASEMAP_SOURCE]: basemap?.layers,
  };

  function source(name: string, extension: string, set: TileSet) {
    return {
      tiles: [`${origin}/maps/${name}/{z}/{x}/{y}.${extension}?v=${set.version}`],
      minzoom: set.zoomMin,
      maxzoom: set.zoomMax,
      bounds: [set.bounds.west, set.bounds.south, set.bounds.east, set.bounds.north] as [
        number,
        number,
        number,
        number,
      ],
    };
  }

  const sources: Record<string, SourceSpecification> = {};
  if (world) {
    sources[WORLD_SOURCE] = {
      type: 'vector',
      ...source('world', 'mvt', world),
      attribution: WORLD_ATTRIBUTION,
    };
  }
  if (basemap) {
    const { attribution } = basemap;
    sources[BASEMAP_SOURCE] = { type: 'vector', ...source('basemap', 'mvt', basemap), attribution };
  }
  if (aerial && usesAerial) {
    sources[AERIAL_SOURCE] = {
      type: 'raster',
      ...source('aerial', 'webp', aerial),
      tileSize: AERIAL_TILE_SIZE_PX,
      attribution: AERIAL_ATTRIBUTION,
    };
  }
  if (terrain && usesTerrain) {
    sources[TERRAIN_SOURCE] = {
      type: 'raster-dem',
      encoding: 'terrarium',
      ...source('terrain', 'webp', terrain),
      tileSize: TERRAIN_TILE_SIZE_PX,
    };
  }
  return {
    version: 8,
    name: MAP_STYLES.find((style) => style.id === id)!.name,
    sprite: `${origin}/maps/sprites/${usesAerial ? 'imagery' : 'paper'}`,
    'font-faces': fontFacesAt(`${origin}/maps/fonts`),
    sources,
    layers: layers.filter((layer) => {
      if (!('source-layer' in layer) || layer['source-layer'] === undefined) return true;
      return known[layer.source]?.has(layer['source-layer']) ?? true;
    }),
  };
}
