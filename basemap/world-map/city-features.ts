// The world's cities in the Protomaps schema: the well-known ones by size, and the towns of the United States between
// them, thinned so that no tile is crowded.
import type { LngLat } from '../../geo/geometry.ts';
import { worldX, worldY } from '../../geo/mercator.ts';
import { populationRank } from '../population-rank.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';
import { KNOWN_CITIES } from './known-cities.ts';
import type { NamedPlace } from './read-atlas.ts';

const TOWN_ZOOM = 6;
/** Of a tile at that zoom: each of its cells shows one town. */
const CELLS_PER_SIDE = 16;
/** What nobody counted is taken for a small town. */
const TOWN_POPULATION = 9000;

const CITY_ZOOMS: readonly { populationMin: number; minZoom: number }[] = [
  { populationMin: 9_000_000, minZoom: 2 },
  { populationMin: 4_000_000, minZoom: 3 },
  { populationMin: 1_200_000, minZoom: 4 },
  { populationMin: 300_000, minZoom: 5 },
  { populationMin: 0, minZoom: TOWN_ZOOM },
];

export function cityFeatures(places: readonly NamedPlace[]): ZoomedFeature[] {
  const cities = knownCities(places);
  const taken = new Set(cities.map(({ at }) => cellOf(at).key));
  const towns = new Map<string, { place: NamedPlace; fromMiddle: number }>();
  for (const place of places) {
    if (place.country !== 'US') continue;
    const { key, fromMiddle } = cellOf(place.at);
    const rival = towns.get(key);
    // Without a word on which is larger, the one in the middle of its cell keeps the map even.
    if (!taken.has(key) && (!rival || fromMiddle < rival.fromMiddle)) towns.set(key, { place, fromMiddle });
  }
  return [
    ...cities.map((city) => cityFeature({ ...city, minZoom: cityZoom(city.population) })),
    ...[...towns.values()].map(({ place }) =>
      cityFeature({ ...place, population: TOWN_POPULATION, isCapital: false, minZoom: TOWN_ZOOM }),
    ),
  ];
}

type City = { name: string; at: LngLat; population: number; isCapital: boolean };

function knownCities(places: readonly NamedPlace[]): City[] {
  const names = new Set(KNOWN_CITIES.map(({ name }) => name));
  const namesakes = places.filter(({ name }) => names.has(name));
  return KNOWN_CITIES.flatMap(({ country, region, name, population, isCapital }) => {
    const place = namesakes.find(
      (one) => one.name === name && one.country === country && (!region || one.region === region),
    );
    return place ? [{ name, at: place.at, population, isCapital }] : [];
  });
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

function cityFeature({
  name,
  at,
  population,
  isCapital,
  minZoom,
}: City & { minZoom: number }): ZoomedFeature {
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
