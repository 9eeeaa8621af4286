// Outdoors: shaded hills, green woods and parks, and prominent creeks and trails.
import type { HillshadeLayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { ColorPair, Look } from './look.ts';
import { TERRAIN_SOURCE } from './source-names.ts';

export const outdoors: Look<ColorPair> = {
  palette: {
    land: ['#f1f0dd', '#32342c'],
    water: ['#93c6dc', '#182e37'],
    waterEdge: ['#4f9cc0', '#468aa7'],
    wood: ['#bcd6a0', '#253221'],
    park: ['#c9e0a2', '#2b3923'],
    grass: ['#dbe8b8', '#2f3727'],
    wetland: ['#bfdcc4', '#25332e'],
    farmland: ['#eef0cf', '#34372b'],
    built: ['#ece6d4', '#36362f'],
    school: ['#efe3c4', '#3a372b'],
    industrial: ['#e3ddcf', '#373732'],
    sand: ['#efe3b8', '#3e3b2d'],
    runway: ['#f7f5ec', '#40413b'],
    building: ['#d6c8ae', '#4b473e'],
    buildingEdge: ['#b8a684', '#474438'],
    roads: {
      minor: ['#fffdf6', '#59584e'],
      minorEdge: ['#c2b594', '#27271e'],
      tertiary: ['#fdf4d8', '#605c4a'],
      tertiaryEdge: ['#c2ad7a', '#2c291a'],
      major: ['#fbe3a2', '#6b5f3b'],
      majorEdge: ['#c39f57', '#2f2913'],
      highway: ['#eda66a', '#704d2b'],
      highwayEdge: ['#b06c32', '#311e0d'],
      path: ['#8c4a22', '#d18f53'],
      railway: ['#8f8574', '#686857'],
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
      halo: ['#fbfaef', '#1b1d15'],
      waterHalo: ['#c2e0ea', '#0e1e25'],
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
