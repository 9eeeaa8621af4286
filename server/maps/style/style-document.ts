// The style documents: the sources that exist, and the layers of each style in drawing order.
import type {
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import {
  COLOR_SCHEME_KEY,
  type ColorScheme,
  MAP_STYLES,
  type MapStyleId,
} from '../../../contract/map-styles.ts';
import type { Bounds } from '../../../geo/geometry.ts';
import { tilesOf } from '../layer-sources.ts';
import type { TileSet } from '../tile-set.ts';
import { basemapLayers } from './basemap-layers.ts';
import { fontFacesAt } from './label-fonts.ts';
import { type Look, lookIn } from './look.ts';
import { navigationDay } from './navigation-day.ts';
import { hillshade, hillshadeDark, outdoors } from './outdoors.ts';
import { imagery, isDrawnOverImagery, satelliteStreets } from './satellite-streets.ts';
import { AERIAL_SOURCE, BASEMAP_SOURCE, TERRAIN_SOURCE, WORLD_SOURCE } from './source-names.ts';
import { streets } from './streets.ts';
import { worldGround, worldLabels } from './world-layers.ts';

/** Only tile sets that exist become sources, so that browsers never request tiles in vain. */
export type TileSets = {
  world: TileSet | undefined;
  basemap: TileSet | undefined;
  aerial: (TileSet & Pictures) | undefined;
  terrain: (TileSet & Pictures) | undefined;
};

type Pictures = { tileSizePx: number };

type Parts = { id: MapStyleId; scheme: ColorScheme; origin: string; tileSets: TileSets };

export function styleDocument({ id, scheme, origin, tileSets }: Parts): StyleSpecification {
  const { world, basemap, aerial, terrain } = tileSets;
  const usesAerial = id === 'satellite-streets-v12';
  const usesTerrain = id === 'outdoors-v12';
  const isDark = scheme === 'dark';
  const layers = styleLayers(lookOf(id, scheme), {
    world: world !== undefined,
    basemap: basemap?.bounds,
    hasPlaces: basemap?.layers?.has('places') ?? true,
    aerial: usesAerial && aerial !== undefined,
    hillshade: usesTerrain && terrain ? (isDark ? hillshadeDark : hillshade) : undefined,
  });
  const known: Record<string, ReadonlySet<string> | undefined> = {
    [WORLD_SOURCE]: world?.layers,
    [BASEMAP_SOURCE]: basemap?.layers,
  };
  const source = (name: string, extension: string, set: TileSet) => tilesOf({ origin, name, extension, set });

  const sources: Record<string, SourceSpecification> = {};
  if (world) sources[WORLD_SOURCE] = { type: 'vector', ...source('world', 'mvt', world) };
  if (basemap) sources[BASEMAP_SOURCE] = { type: 'vector', ...source('basemap', 'mvt', basemap) };
  if (aerial && usesAerial) {
    sources[AERIAL_SOURCE] = {
      type: 'raster',
      ...source('aerial', 'webp', aerial),
      tileSize: aerial.tileSizePx,
    };
  }
  if (terrain && usesTerrain) {
    sources[TERRAIN_SOURCE] = {
      type: 'raster-dem',
      encoding: 'terrarium',
      ...source('terrain', 'webp', terrain),
      tileSize: terrain.tileSizePx,
    };
  }
  return {
    version: 8,
    name: MAP_STYLES.find((style) => style.id === id)!.name,
    metadata: { [COLOR_SCHEME_KEY]: scheme },
    // Its arrows and dots are white, for ground that is not.
    sprite: `${origin}/maps/sprites/${usesAerial || isDark ? 'imagery' : 'paper'}`,
    'font-faces': fontFacesAt(`${origin}/maps/fonts`),
    sources,
    layers: layers.filter((layer) => {
      if (!('source-layer' in layer) || layer['source-layer'] === undefined) return true;
      return known[layer.source]?.has(layer['source-layer']) ?? true;
    }),
  };
}

/** What this style draws from. */
type Available = {
  world: boolean;
  /** The bounds of the basemap; undefined if there is none. */
  basemap: Bounds | undefined;
  /** Whether the basemap names towns. */
  hasPlaces: boolean;
  aerial: boolean;
  hillshade: LayerSpecification | undefined;
};

const drawnLooks = { 'streets-v12': streets, 'navigation-day-v1': navigationDay, 'outdoors-v12': outdoors };

/** Imagery is the same by day and by night. */
export function lookOf(id: MapStyleId, scheme: ColorScheme): Look {
  return id === 'satellite-streets-v12' ? satelliteStreets : lookIn(scheme, drawnLooks[id]);
}

/** In drawing order: the ground of the world and of the basemap first, all labels last. */
function styleLayers(look: Look, available: Available): LayerSpecification[] {
  const basemap = drawnBasemap(look, available);
  const isLabel = ({ type }: LayerSpecification) => type === 'symbol';
  return [
    // Of the color of land: what has not arrived is blank paper, and no sea. The sea is in the tiles.
    { id: 'background', type: 'background', paint: { 'background-color': look.palette.land } },
    ...(available.world ? worldGround(look) : []),
    ...basemap.filter((layer) => !isLabel(layer)),
    ...(available.world ? worldLabels(look, available.hasPlaces ? available.basemap : undefined) : []),
    ...basemap.filter(isLabel),
  ];
}

function drawnBasemap(look: Look, available: Available): LayerSpecification[] {
  const layers = available.basemap ? basemapLayers(look) : [];
  if (available.aerial) return [imagery, ...layers.filter(isDrawnOverImagery)];
  const { hillshade } = available;
  return hillshade
    ? layers.flatMap((layer) => (layer.id === 'water' ? [hillshade, layer] : [layer]))
    : layers;
}
