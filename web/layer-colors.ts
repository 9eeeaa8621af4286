// What our own layers are drawn for: the colors that are seen on a basemap, and its font.
import type { StyleSpecification } from 'maplibre-gl';
import type { ColorScheme, MapStyleId } from '../contract/map-styles.ts';

/** Imagery is dark: black lines and dark text would be invisible on it. */
export function isImagery(id: MapStyleId): boolean {
  return id.startsWith('satellite');
}

/** What our own layers are drawn for. */
export type Look = {
  colors: LayerColors;
  font: string[];
  /** The document of the basemap. */
  style: Pick<StyleSpecification, 'layers'>;
};

/** The colors of our own layers on a basemap. */
export type LayerColors = {
  /** For layers that have colors of their own for each. */
  ground: 'light' | 'dark' | 'imagery';
  outline: string;
  /** Of full lines, those of a whole town: where its lots are a few pixels wide, full lines would cover the map. */
  outlineFaint: { px: number; opacity: number };
  /** The edge of the selected parcel, with a casing that sets it off from whatever lies beneath. */
  selected: string;
  selectedCasing: string;
  /** The parcels of a set: neither the green of the selected one nor a color of any basemap. */
  marked: string;
  text: string;
  houseNumber: string;
  halo: string;
  haloPx: number;
};

const onDrawnMap: LayerColors = {
  ground: 'light',
  outline: '#000000',
  outlineFaint: { px: 0.3, opacity: 0.24 },
  selected: '#1f5c3d',
  selectedCasing: '#fffdf8',
  marked: '#c026d3',
  text: '#1d1b16',
  houseNumber: '#6a6355',
  halo: '#fffdf8',
  haloPx: 1.6,
};
const onDarkMap: LayerColors = {
  ...onDrawnMap,
  ground: 'dark',
  outline: '#d9d6cb',
  // A light hairline on dark ground is lost sooner than a black one on paper.
  outlineFaint: { px: 0.55, opacity: 0.4 },
  selected: '#8ff0b4',
  selectedCasing: '#0c2417',
  marked: '#f48cff',
  text: '#fffdf6',
  houseNumber: '#d8d4c8',
  halo: '#171a1a',
};
const onImagery: LayerColors = {
  ground: 'imagery',
  outline: '#ffff00',
  outlineFaint: { px: 0.3, opacity: 0.24 },
  selected: '#8ff0b4',
  selectedCasing: '#0c2417',
  marked: '#f48cff',
  text: '#fffdf8',
  houseNumber: '#e9e5d8',
  halo: '#14130f',
  haloPx: 1.8,
};

export function layerColors(styleId: MapStyleId, scheme: ColorScheme = 'light'): LayerColors {
  if (isImagery(styleId)) return onImagery;
  return scheme === 'dark' ? onDarkMap : onDrawnMap;
}
