// The world's land and sea in the Protomaps schema: land covers everything, and the sea is drawn over it.
import type { PolygonRings, Position, Ring } from '../../geo/geometry.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';
import { LAKES } from './great-lakes.ts';
import { copiesAcross, isAroundPole, unwrapRing } from './unwrap-ring.ts';

/** Farther out than any unwrapped or copied land, so that no shore crosses the edge of the sea. */
const BEYOND = 600;
const WHOLE_WORLD: Ring = [
  [-BEYOND, -90],
  [BEYOND, -90],
  [BEYOND, 90],
  [-BEYOND, 90],
  [-BEYOND, -90],
];

const OCEANS: readonly { name: string; at: Position; minZoom: number }[] = [
  { name: 'Pacific Ocean', at: [-150, 5], minZoom: 0 },
  { name: 'Pacific Ocean', at: [-132, 33], minZoom: 3 },
  { name: 'Atlantic Ocean', at: [-40, 28], minZoom: 0 },
  { name: 'Atlantic Ocean', at: [-68, 32.5], minZoom: 3 },
  { name: 'Atlantic Ocean', at: [-15, -20], minZoom: 1 },
  { name: 'Indian Ocean', at: [80, -20], minZoom: 0 },
  { name: 'Arctic Ocean', at: [-150, 79], minZoom: 1 },
  { name: 'Southern Ocean', at: [20, -62], minZoom: 1 },
  { name: 'Gulf of Mexico', at: [-90, 25.3], minZoom: 3 },
  { name: 'Caribbean Sea', at: [-75, 14.8], minZoom: 3 },
  { name: 'Hudson Bay', at: [-85.5, 59.5], minZoom: 3 },
  { name: 'Mediterranean Sea', at: [18, 34.5], minZoom: 3 },
];

export function landAndSea(land: readonly PolygonRings[]): ZoomedFeature[] {
  const shores = land.flatMap(([outer]) => copiesAcross(unwrapRing(outer!)));
  const inlandSeas = land.flatMap(([, ...holes]) => holes.filter((hole) => !isAroundPole(hole)));
  const water = (kind: string, coordinates: PolygonRings): ZoomedFeature => ({
    layer: 'water',
    geometry: { type: 'Polygon', coordinates },
    minZoom: 0,
    properties: { kind, min_zoom: 0, sort_rank: 200 },
  });
  return [
    {
      layer: 'earth',
      geometry: { type: 'Polygon', coordinates: [WHOLE_WORLD] },
      minZoom: 0,
      properties: { kind: 'earth' },
    },
    water('ocean', [WHOLE_WORLD, ...shores]),
    ...inlandSeas.map((ring) => water('sea', [ring])),
    ...LAKES.map(({ shore }) => water('lake', [shore])),
    ...OCEANS.map(({ name, at, minZoom }) => label({ kind: 'ocean', name, at, minZoom })),
    ...LAKES.map(({ name, labelAt }) => label({ kind: 'lake', name, at: labelAt, minZoom: 4 })),
  ];
}

function label({ kind, name, at, minZoom }: { kind: string; name: string; at: Position; minZoom: number }) {
  return {
    layer: 'water',
    geometry: { type: 'Point', coordinates: at },
    minZoom,
    properties: { kind, name, min_zoom: minZoom },
  } satisfies ZoomedFeature;
}
