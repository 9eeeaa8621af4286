// Outdoors: shaded hills, green woods and parks, and prominent creeks and trails.
import type { HillshadeLayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Look } from './look.ts';
import { TERRAIN_SOURCE } from './source-names.ts';

export const outdoors: Look = {
  palette: {
    land: '#f1f0dd',
    water: '#93c6dc',
    waterEdge: '#4f9cc0',
    wood: '#bcd6a0',
    park: '#c9e0a2',
    grass: '#dbe8b8',
    wetland: '#bfdcc4',
    farmland: '#eef0cf',
    built: '#ece6d4',
    school: '#efe3c4',
    industrial: '#e3ddcf',
    sand: '#efe3b8',
    runway: '#f7f5ec',
    building: '#d6c8ae',
    buildingEdge: '#b8a684',
    roads: {
      minor: '#fffdf6',
      minorEdge: '#c2b594',
      tertiary: '#fdf4d8',
      tertiaryEdge: '#c2ad7a',
      major: '#fbe3a2',
      majorEdge: '#c39f57',
      highway: '#eda66a',
      highwayEdge: '#b06c32',
      path: '#8c4a22',
      railway: '#8f8574',
    },
    boundary: '#8b6f86',
    boundaryTint: 'rgba(150, 104, 140, 0.25)',
    text: {
      place: '#25301d',
      subplace: '#434a32',
      region: '#7d7a5f',
      road: '#544a35',
      green: '#2f6a2c',
      water: '#1f6688',
      halo: '#fbfaef',
      waterHalo: '#c2e0ea',
    },
  },
  roadScale: 0.85,
  roadEdgePx: 0.9,
  streamScale: 1.7,
  roadLabelPx: { minor: 10.5, major: 11.5 },
  shieldTextPx: 9,
  haloPx: 1.4,
};

export const outdoorsDark: Look = {
  ...outdoors,
  palette: {
    land: '#5f6353',
    water: '#274a59',
    waterEdge: '#6ea9c2',
    wood: '#48603f',
    park: '#506a40',
    grass: '#596749',
    wetland: '#456056',
    farmland: '#636852',
    built: '#666559',
    school: '#6e6852',
    industrial: '#68675f',
    sand: '#756f55',
    runway: '#787a70',
    building: '#7d7768',
    buildingEdge: '#4f4b3e',
    roads: {
      minor: '#8f8d7f',
      minorEdge: '#474636',
      tertiary: '#99937a',
      tertiaryEdge: '#504a30',
      major: '#a99762',
      majorEdge: '#564a22',
      highway: '#b47c46',
      highwayEdge: '#593617',
      path: '#e0b48c',
      railway: '#3d3d33',
    },
    boundary: '#c4abc0',
    boundaryTint: 'rgba(190, 150, 182, 0.22)',
    text: {
      place: '#fffef2',
      subplace: '#eceada',
      region: '#e6e3d0',
      road: '#fffaec',
      green: '#ddf2c8',
      water: '#c8eaf7',
      halo: '#2b2e22',
      waterHalo: '#17303b',
    },
  },
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
