// Towns, hamlets and neighborhoods in the Protomaps schema.
import type { LngLat } from '../../geo/geometry.ts';
import { populationRank } from '../population-rank.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';

export type MapPlace = {
  name: string;
  kind: 'city' | 'town' | 'hamlet' | 'neighbourhood';
  population: number;
  at: LngLat;
};

export function placeFeature({ name, kind, population, at }: MapPlace): ZoomedFeature {
  const minZoom = firstZoom(kind, population);
  return {
    layer: 'places',
    geometry: { type: 'Point', coordinates: [at.lng, at.lat] },
    minZoom,
    properties: {
      name,
      min_zoom: minZoom,
      // The larger place keeps its label if two collide.
      sort_key: minZoom * 1e6 - population,
      population_rank: populationRank(population),
      ...(kind === 'neighbourhood'
        ? { kind: 'neighbourhood', kind_detail: 'neighbourhood' }
        : { kind: 'locality', kind_detail: kind, population }),
    },
  };
}

function firstZoom(kind: MapPlace['kind'], population: number): number {
  if (kind === 'neighbourhood') return 12;
  if (kind === 'hamlet') return 10;
  if (population > 30_000) return 6;
  return population > 10_000 ? 8 : 9;
}
