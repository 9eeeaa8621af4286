// Towns, hamlets and neighborhoods in the Protomaps schema.

import { populationRank } from '../../basemap/population-rank.ts';
import type { ZoomedFeature } from '../../basemap/zoomed-feature.ts';
import type { Place } from '../county/county.ts';

export function placeFeatures(places: readonly Place[]): ZoomedFeature[] {
  return places.map(({ name, kind, population, at }): ZoomedFeature => {
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
  });
}

function firstZoom(kind: Place['kind'], population: number): number {
  if (kind === 'neighbourhood') return 12;
  if (kind === 'hamlet') return 10;
  if (population > 30_000) return 6;
  return population > 10_000 ? 8 : 9;
}
