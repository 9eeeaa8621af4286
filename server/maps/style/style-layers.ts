// The layers of a style in drawing order: the ground of the world and of the basemap first, all words last.
import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { MapStyleId } from '../../../contract/map-styles.ts';
import type { Bounds } from '../../../geo/geometry.ts';
import { basemapLayers } from './basemap-layers.ts';
import type { Look } from './look.ts';
import { navigationDay } from './navigation-day.ts';
import { hillshade, outdoors } from './outdoors.ts';
import { imagery, isDrawnOverImagery, satelliteStreets } from './satellite-streets.ts';
import { streets } from './streets.ts';
import { worldGround, worldLabels } from './world-layers.ts';

export type Available = {
  world: boolean;
  /** Where the basemap reaches; undefined where there is none. */
  basemap: Bounds | undefined;
  aerial: boolean;
  terrain: boolean;
};

const looks: Record<MapStyleId, Look> = {
  'streets-v12': streets,
  'satellite-streets-v12': satelliteStreets,
  'navigation-day-v1': navigationDay,
  'outdoors-v12': outdoors,
};

export function styleLayers(id: MapStyleId, available: Available): LayerSpecification[] {
  const look = looks[id];
  const basemap = available.basemap ? drawnBasemap(id, { look, available }) : [];
  const isLabel = ({ type }: LayerSpecification) => type === 'symbol';
  return [
    // Without land to draw upon it, the sea would be all there is.
    {
      id: 'background',
      type: 'background',
      paint: { 'background-color': available.world ? look.palette.water : look.palette.land },
    },
    ...(available.world ? worldGround(look) : []),
    ...basemap.filter((layer) => !isLabel(layer)),
    ...(available.world ? worldLabels(look, available.basemap) : []),
    ...basemap.filter(isLabel),
  ];
}

type Drawing = { look: Look; available: Available };

function drawnBasemap(id: MapStyleId, { look, available }: Drawing): LayerSpecification[] {
  const layers = basemapLayers(look);
  if (id === 'satellite-streets-v12' && available.aerial)
    return [imagery, ...layers.filter(isDrawnOverImagery)];
  if (id === 'outdoors-v12' && available.terrain) {
    return layers.flatMap((layer) => (layer.id === 'water' ? [hillshade, layer] : [layer]));
  }
  return layers;
}
