// The selected parcel's edge and name: drawn once each, from its own geometry and point, which no tile cuts.
import type { Feature, FeatureCollection } from 'geojson';
import type {
  GeoJSONSource,
  LineLayerSpecification,
  Map as MapLibreMap,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import { PARCEL_OUTLINE_ZOOM_MIN } from '../../contract/limits.ts';
import { boundsOf } from '../../geo/bounds-of.ts';
import type { AreaGeometry, Bounds, LngLat } from '../../geo/geometry.ts';
import { worldX, worldY } from '../../geo/mercator.ts';
import type { LayerColors, Look } from '../layer-colors.ts';
import { type MapState, useMapStore } from '../map-store.ts';
import type { Overlay } from './layers-on-map.ts';

export const SELECTED_SOURCE = 'selected-parcel';
const EDGE_PX = 2.5;
const CASING_PX = 1.25;
/** A name of 200 characters would cover its surroundings. The panel shows it whole. */
const NAME_LENGTH_MAX = 60;

type Selection = MapState['selection'];

/** Nothing until the details have arrived. The geometry may follow later. */
export function selectedShapes(selection: Selection): FeatureCollection {
  if (selection.status !== 'loaded') return { type: 'FeatureCollection', features: [] };
  const { parcel, geometry } = selection;
  return {
    type: 'FeatureCollection',
    features: [
      ...(geometry
        ? [{ type: 'Feature' as const, properties: {}, geometry: geometry as unknown as Feature['geometry'] }]
        : []),
      ...(parcel.centroid ? namesAt({ name: shortened(parcel.name), at: parcel.centroid, geometry }) : []),
    ],
  };
}

type Named = { name: string; at: LngLat; geometry: AreaGeometry | null };

/** Two places for one name: in the lot from the zoom at which it fits there, and above the lot before. */
function namesAt({ name, at, geometry }: Named): Feature[] {
  if (!geometry) return [pointOf(at, { Name: name, roomZoom: 0, isAbove: false })];
  const bounds = boundsOf(geometry);
  const roomZoom = roomZoomOf(bounds);
  const top = { lng: (bounds.west + bounds.east) / 2, lat: bounds.north };
  return [
    pointOf(at, { Name: name, roomZoom, isAbove: false }),
    pointOf(top, { Name: name, roomZoom, isAbove: true }),
  ];
}

type NameProperties = { Name: string; roomZoom: number; isAbove: boolean };

function pointOf({ lng, lat }: LngLat, properties: NameProperties): Feature {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [lng, lat] } };
}

/** Most names, in two lines, with some of the lot around them. */
const NAME_ROOM_PX = { width: 110, height: 56 };
const WORLD_PX = 512;

/** The first whole zoom at which a name leaves the lot's edge in sight. */
function roomZoomOf({ west, south, east, north }: Bounds): number {
  const widthPx = (worldX(east) - worldX(west)) * WORLD_PX;
  const heightPx = (worldY(south) - worldY(north)) * WORLD_PX;
  return Math.ceil(Math.log2(Math.max(NAME_ROOM_PX.width / widthPx, NAME_ROOM_PX.height / heightPx)));
}

function shortened(name: string): string {
  return name.length <= NAME_LENGTH_MAX ? name : `${name.slice(0, NAME_LENGTH_MAX - 1).trimEnd()}…`;
}

const edge = {
  type: 'line',
  source: SELECTED_SOURCE,
  minzoom: PARCEL_OUTLINE_ZOOM_MIN,
  filter: ['!', ['has', 'Name']],
  layout: { 'line-join': 'round', 'line-cap': 'round' },
} satisfies Partial<LineLayerSpecification>;

export function selectedEdge({ selected, selectedCasing }: LayerColors): LineLayerSpecification[] {
  return [
    {
      ...edge,
      id: 'parcel-selected-casing',
      paint: { 'line-color': selectedCasing, 'line-width': EDGE_PX + 2 * CASING_PX, 'line-opacity': 0.9 },
    },
    { ...edge, id: 'parcel-selected-outline', paint: { 'line-color': selected, 'line-width': EDGE_PX } },
  ];
}

/** Never left out: it stands on top, and other labels make room for it. */
export function selectedName({ colors, font }: Omit<Look, 'style'>): SymbolLayerSpecification {
  return {
    id: 'parcel-selected-name',
    type: 'symbol',
    source: SELECTED_SOURCE,
    minzoom: PARCEL_OUTLINE_ZOOM_MIN,
    filter: ['all', ['has', 'Name'], ['==', ['get', 'isAbove'], ['<', ['zoom'], ['get', 'roomZoom']]]],
    layout: {
      'text-field': ['get', 'Name'],
      'text-font': font,
      'text-size': 12,
      'text-max-width': 9,
      'text-line-height': 1.15,
      'text-anchor': ['case', ['get', 'isAbove'], 'bottom', 'center'],
      'text-offset': ['case', ['get', 'isAbove'], ['literal', [0, -0.35]], ['literal', [0, 0]]],
      'text-allow-overlap': true,
    },
    paint: { 'text-color': colors.text, 'text-halo-color': colors.halo, 'text-halo-width': 1.6 },
  };
}

/** With the selection of that moment. */
export function drawSelected(look: Look): Overlay {
  const data = selectedShapes(useMapStore.getState().selection);
  return {
    sources: { [SELECTED_SOURCE]: { type: 'geojson', data } },
    layers: { 'selected-edge': selectedEdge(look.colors), 'selected-name': [selectedName(look)] },
  };
}

/** Until the returned function is called. */
export function followSelected(map: MapLibreMap): () => void {
  return useMapStore.subscribe(({ selection }, previous) => {
    if (selection === previous.selection) return;
    // A removed map has no style, and getSource would throw.
    const source = map.style ? map.getSource<GeoJSONSource>(SELECTED_SOURCE) : undefined;
    source?.setData(selectedShapes(selection));
  });
}
