// City labels of the world map in the Protomaps schema: the known cities by size, and between them the towns of the
// United States, thinned out so that no tile is crowded.
import { findKnownCities, type SizedCity } from '../../gazetteer/known-cities.ts';
import type { City } from '../../gazetteer/read-sources.ts';
import type { LngLat } from '../../geo/geometry.ts';
import { worldX, worldY } from '../../geo/mercator.ts';
import { populationRank } from '../population-rank.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';

const TOWN_ZOOM = 6;
/** A tile at that zoom is divided into 16 × 16 cells, each with at most one town. */
const CELLS_PER_SIDE = 16;
/** For towns whose population is unknown. */
const TOWN_POPULATION = 9000;

const CITY_ZOOMS: readonly { populationMin: number; minZoom: number }[] = [
  { populationMin: 9_000_000, minZoom: 2 },
  { populationMin: 4_000_000, minZoom: 3 },
  { populationMin: 1_200_000, minZoom: 4 },
  { populationMin: 300_000, minZoom: 5 },
  { populationMin: 0, minZoom: TOWN_ZOOM },
];

export function cityFeatures(cities: readonly City[]): ZoomedFeature[] {
  const known = findKnownCities(cities);
  const taken = new Set(known.map(({ at }) => cellOf(at).key));
  const towns = new Map<string, { city: City; fromMiddle: number }>();
  for (const city of cities) {
    if (city.country !== 'US') continue;
    const { key, fromMiddle } = cellOf(city.at);
    const rival = towns.get(key);
    // Sizes are unknown, so the town nearest to the middle of its cell wins: that spreads labels evenly.
    if (!taken.has(key) && (!rival || fromMiddle < rival.fromMiddle)) towns.set(key, { city, fromMiddle });
  }
  return [
    ...known.map((city) => cityFeature({ ...city, minZoom: cityZoom(city.population) })),
    ...[...towns.values()].map(({ city: { name, at } }) =>
      cityFeature({ name, at, population: TOWN_POPULATION, isCapital: false, minZoom: TOWN_ZOOM }),
    ),
  ];
}

function cellOf({ lng, lat }: LngLat): { key: string; fromMiddle: number } {
  const cells = CELLS_PER_SIDE * 2 ** TOWN_ZOOM;
  const x = worldX(lng) * cells;
  const y = worldY(lat) * cells;
  const fromMiddle = Math.max(Math.abs((x % 1) - 0.5), Math.abs((y % 1) - 0.5));
  return { key: `${Math.floor(x)} ${Math.floor(y)}`, fromMiddle };
}

function cityZoom(population: number): number {
  return CITY_ZOOMS.find(({ populationMin }) => population >= populationMin)!.minZoom;
}

type CityLabel = SizedCity & { minZoom: number };

function cityFeature({ name, at, population, isCapital, minZoom }: CityLabel): ZoomedFeature {
  return {
    layer: 'places',
    geometry: { type: 'Point', coordinates: [at.lng, at.lat] },
    minZoom,
    properties: {
      kind: 'locality',
      kind_detail: population > 100_000 ? 'city' : 'town',
      name,
      min_zoom: minZoom,
      sort_key: minZoom * 1e8 - population,
      population,
      population_rank: populationRank(population),
      ...(isCapital ? { capital: 'yes' } : {}),
    },
  };
}
