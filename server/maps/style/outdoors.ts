// Outdoors: shaded hills, green woods and parks, and prominent creeks and trails.
import type { HillshadeLayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { ColorPair, Look } from './look.ts';
import { TERRAIN_SOURCE } from './source-names.ts';

export const outdoors: Look<ColorPair> = {
  palette: {
    land: ['#f1f0dd', '#5f6353'],
    water: ['#93c6dc', '#274a59'],
    waterEdge: ['#4f9cc0', '#6ea9c2'],
    wood: ['#bcd6a0', '#48603f'],
    park: ['#c9e0a2', '#506a40'],
    grass: ['#dbe8b8', '#596749'],
    wetland: ['#bfdcc4', '#456056'],
    farmland: ['#eef0cf', '#636852'],
    built: ['#ece6d4', '#666559'],
    school: ['#efe3c4', '#6e6852'],
    industrial: ['#e3ddcf', '#68675f'],
    sand: ['#efe3b8', '#756f55'],
    runway: ['#f7f5ec', '#787a70'],
    building: ['#d6c8ae', '#7d7768'],
    buildingEdge: ['#b8a684', '#4f4b3e'],
    roads: {
      minor: ['#fffdf6', '#8f8d7f'],
      minorEdge: ['#c2b594', '#474636'],
      tertiary: ['#fdf4d8', '#99937a'],
      tertiaryEdge: ['#c2ad7a', '#504a30'],
      major: ['#fbe3a2', '#a99762'],
      majorEdge: ['#c39f57', '#564a22'],
      highway: ['#eda66a', '#b47c46'],
      highwayEdge: ['#b06c32', '#593617'],
      path: ['#8c4a22', '#e0b48c'],
      railway: ['#8f8574', '#3d3d33'],
    },
    boundary: ['#8b6f86', '#c4abc0'],
    boundaryTint: ['rgba(150, 104, 140, 0.25)', 'rgba(190, 150, 182, 0.22)'],
    text: {
      place: ['#25301d', '#fffef2'],
      subplace: ['#434a32', '#eceada'],
      region: ['#7d7a5f', '#e6e3d0'],
      road: ['#544a35', '#fffaec'],
      green: ['#2f6a2c', '#ddf2c8'],
      water: ['#1f6688', '#c8eaf7'],
      halo: ['#fbfaef', '#2b2e22'],
      waterHalo: ['#c2e0ea', '#17303b'],
    },
  },
  roadScale: 0.85,
  roadEdgePx: 0.9,
  streamScale: 1.7,
  roadLabelPx: { minor: 10.5, major: 11.5 },
  shieldTextPx: 9,
  haloPx: 1.4,
};

/** Above land use and below water, so that lakes stay unshaded. */
export const hillshade: HillshadeLayerSpecification = {
  id: 'hillshade',
  type: 'hillshade',
  source: TERRAIN_SOURCE,
  paint: {
    'hillshade-method': 'standard',
    'hillshade-exaggeration': ['interpolate', ['linear'], ['zoom'], 8, 0.7, 12, 0.6, 15, 0.45, 17, 0.3],
    'hillshade-shadow-color': '#4a4a2c',
    'hillshade-highlight-color': '#fffbe6',
    'hillshade-accent-color': '#6b6a42',
    'hillshade-illumination-direction': 315,
  },
};

/** Highlights on dark ground are fainter, or hills would look like snow. */
export const hillshadeDark: HillshadeLayerSpecification = {
  ...hillshade,
  paint: {
    ...hillshade.paint,
    'hillshade-shadow-color': '#23261a',
    'hillshade-highlight-color': 'rgba(255, 251, 230, 0.35)',
    'hillshade-accent-color': '#33361f',
  },
};
