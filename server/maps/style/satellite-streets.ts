// Satellite Streets: imagery under thin roads and white labels.
import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Look } from './look.ts';
import { AERIAL_SOURCE } from './source-names.ts';

/** Land and sea beyond the imagery have similar colors. */
export const satelliteStreets: Look = {
  palette: {
    land: '#56603f',
    water: '#2a4858',
    waterEdge: '#2b4d5e',
    wood: '#3c4a2d',
    park: '#4b5b36',
    grass: '#586440',
    wetland: '#41574a',
    farmland: '#5f6645',
    built: '#5a5c4c',
    school: '#5e5f4f',
    industrial: '#62625a',
    sand: '#7d7558',
    runway: '#77776f',
    building: '#6b675c',
    buildingEdge: '#4e4b43',
    roads: {
      minor: 'rgba(255, 255, 255, 0.5)',
      minorEdge: 'rgba(20, 20, 16, 0.28)',
      tertiary: 'rgba(255, 248, 224, 0.55)',
      tertiaryEdge: 'rgba(30, 26, 14, 0.32)',
      major: 'rgba(255, 236, 178, 0.62)',
      majorEdge: 'rgba(40, 30, 10, 0.38)',
      highway: 'rgba(255, 196, 112, 0.78)',
      highwayEdge: 'rgba(60, 32, 8, 0.5)',
      path: 'rgba(255, 255, 255, 0.55)',
      railway: 'rgba(255, 255, 255, 0.4)',
    },
    boundary: 'rgba(255, 255, 255, 0.55)',
    boundaryTint: 'rgba(255, 255, 255, 0.16)',
    text: {
      place: '#ffffff',
      subplace: '#ffffff',
      region: 'rgba(255, 255, 255, 0.8)',
      road: '#ffffff',
      green: '#e4f2d4',
      water: '#d3ecf6',
      halo: 'rgba(14, 18, 10, 0.78)',
      waterHalo: 'rgba(10, 26, 36, 0.7)',
    },
  },
  roadScale: 0.5,
  roadEdgePx: 0.8,
  streamScale: 0.6,
  roadLabelPx: { minor: 11, major: 12 },
  shieldTextPx: 9.5,
  haloPx: 1.6,
};

export const imagery: LayerSpecification = {
  id: 'imagery',
  type: 'raster',
  source: AERIAL_SOURCE,
  paint: { 'raster-fade-duration': 150 },
};

/** Imagery shows the ground itself, so only lines and labels are drawn over it. */
export function isDrawnOverImagery({ id, type }: LayerSpecification): boolean {
  return type === 'symbol' || (type === 'line' && (id.startsWith('roads_') || id.startsWith('boundaries')));
}
