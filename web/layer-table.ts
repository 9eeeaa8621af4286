// The table of layers: one row a layer says what switches it, what draws it, and what its colors mean. Rows of our own, and
// rows of the layers that the server offers, by their kind.
import { type LucideIcon, Mountain } from 'lucide-react';
import type { StyleSpecification } from 'maplibre-gl';
import type { MapLayer } from '../contract/client-config.ts';
import type { Look } from './layer-colors.ts';
import { contourHint, drawContours } from './map/contour-layers.ts';
import { drawCounties } from './map/county-layers.ts';
import { type Overlay, withOverlays } from './map/layers-on-map.ts';
import { DEFAULT_OPACITY, drawOverlay } from './map/overlay-layers.ts';
import { drawOwnerNames, drawParcels } from './map/parcel-layers.ts';
import { drawSelected } from './map/selected-parcel-layers.ts';
import { drawShading } from './map/shading-layers.ts';
import { drawSideLengths } from './map/side-length-layers.ts';
import { type MapState, useMapStore } from './map-store.ts';
import { choose, type Preferences, usePreferences } from './preferences.ts';

export type LayerRow = {
  id: string;
  /** Undefined: always shown. */
  toggle?: {
    label: string;
    isOnAtStart: boolean;
    /** Among the map tools. Without one, the layer has a checkbox in the overlays panel. */
    button?: { icon: LucideIcon; tooltip: string };
  };
  /** Undefined: its feature does, while it is shown. */
  draw?: (look: Look) => Overlay;
  legend?: MapLayer['legend'];
  /** Has an opacity, and a place in the order of overlays. */
  isOverlay?: true;
};

const OUR_ROWS: readonly LayerRow[] = [
  { id: 'parcels', draw: drawParcels },
  // Switched in the overlays panel: one choice of several fields.
  { id: 'shading', draw: drawShading },
  { id: 'counties', draw: drawCounties },
  {
    id: 'owner-names',
    toggle: { label: 'Show Owner Names', isOnAtStart: true },
    draw: drawOwnerNames,
  },
  { id: 'selected-parcel', draw: drawSelected },
  // Switched in the details panel, which has none where they are off.
  { id: 'side-lengths', draw: drawSideLengths },
  // Drawn by web/saved/saved-parcel-marks.ts.
  { id: 'saved-parcels', toggle: { label: 'Show Saved Parcels', isOnAtStart: false } },
];

/** With what it is drawn from. */
type Drawable = MapLayer & { source: NonNullable<MapLayer['source']>; sourceLayer: string };

/** A kind that is not here is drawn by the style documents, or not at all. */
const KINDS: Record<string, (layer: Drawable) => Omit<LayerRow, 'id'>> = {
  contours: (layer) => ({
    toggle: {
      label: layer.title,
      isOnAtStart: false,
      button: { icon: Mountain, tooltip: [layer.title, contourHint(layer)].filter(Boolean).join(', ') },
    },
    draw: (look) => drawContours(layer, look),
  }),
  overlay: (layer) => ({
    toggle: { label: layer.title, isOnAtStart: false },
    draw: (look) => drawOverlay(layer, look, opacityOf(layer.id, useMapStore.getState())),
    legend: layer.legend,
    isOverlay: true,
  }),
};

export function layerRows(offered: readonly MapLayer[]): LayerRow[] {
  const rows = offered.flatMap(({ id: name, source, sourceLayer = name, ...layer }) => {
    const rowOf = KINDS[layer.kind];
    if (!rowOf || !source) return [];
    const id = rowId(name);
    return { id, ...rowOf({ ...layer, id, source: onThisServer(source), sourceLayer }) };
  });
  return [...OUR_ROWS, ...rows];
}

/** Of a layer of the server. Neither our rows nor the sources of the basemap have such a name. */
export const rowId = (name: string) => `layer:${name}`;

/** The rows of overlays, the top first. */
export function overlayRows({ layers, overlayOrder }: Pick<MapState, 'layers' | 'overlayOrder'>): LayerRow[] {
  const rank = new Map(overlayOrder.map((id, index) => [id, index]));
  const rankOf = ({ id }: LayerRow) => rank.get(id) ?? rank.size;
  return layerRows(layers)
    .filter(({ isOverlay }) => isOverlay)
    .sort((one, other) => rankOf(one) - rankOf(other));
}

/** In percent. */
export function opacityOf(id: string, { overlayOpacity }: Pick<MapState, 'overlayOpacity'>): number {
  return overlayOpacity[id] ?? DEFAULT_OPACITY;
}

/** MapLibre fetches tiles in a worker, where relative addresses do not resolve. */
function onThisServer(source: Drawable['source']): Drawable['source'] {
  if (!('tiles' in source)) return source;
  return { ...source, tiles: source.tiles.map((url) => url.replace(/^\//, `${location.origin}/`)) };
}

export function isShown({ id, toggle }: LayerRow, { shownLayers }: Pick<MapState, 'shownLayers'>): boolean {
  return toggle === undefined || (shownLayers[id] ?? toggle.isOnAtStart);
}

/** Those that stay as they were left, on all devices of a person. */
const PREFERENCES: Readonly<Record<string, 'ownerNames' | 'savedMarks'>> = {
  'owner-names': 'ownerNames',
  'saved-parcels': 'savedMarks',
};

export function switchLayer(id: string, isOn: boolean): void {
  const preference = PREFERENCES[id];
  if (preference) choose({ [preference]: isOn });
  useMapStore.setState(({ shownLayers }) => ({ shownLayers: { ...shownLayers, [id]: isOn } }));
}

/** Until the returned function is called, whoever else changes them. */
export function followPreferredLayers(): () => void {
  const follow = (preferences: Preferences) => {
    const wanted = Object.entries(PREFERENCES).map(([id, name]) => [id, preferences[name]] as const);
    const { shownLayers } = useMapStore.getState();
    if (wanted.every(([id, isOn]) => shownLayers[id] === isOn)) return;
    useMapStore.setState({ shownLayers: { ...shownLayers, ...Object.fromEntries(wanted) } });
  };
  follow(usePreferences.getState());
  return usePreferences.subscribe(follow);
}

/** The document of a style with all rows in it, shown or hidden as at that moment. */
export function withLayers(style: StyleSpecification, look: Omit<Look, 'style'>): StyleSpecification {
  return withRows(style, look, () => true);
}

/** As above, but without what a map sheet draws by itself: of our own rows none, of the server's those that are shown. */
export function withLayersOfServer(style: StyleSpecification, look: Omit<Look, 'style'>): StyleSpecification {
  const ours = new Set(OUR_ROWS.map(({ id }) => id));
  return withRows(style, look, (row, state) => !ours.has(row.id) && isShown(row, state));
}

function withRows(
  style: StyleSpecification,
  look: Omit<Look, 'style'>,
  isWanted: (row: LayerRow, state: MapState) => boolean,
): StyleSpecification {
  const state = useMapStore.getState();
  const others = layerRows(state.layers).filter(({ isOverlay }) => !isOverlay);
  // What is drawn later lies above.
  const rows = [...others, ...overlayRows(state).reverse()].filter((row) => isWanted(row, state));
  const overlays = rows.flatMap((row) =>
    row.draw ? [{ ...row.draw({ ...look, style }), row: row.id, isShown: isShown(row, state) }] : [],
  );
  return withOverlays(style, overlays);
}
