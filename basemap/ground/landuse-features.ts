// Land, land use, and labels of parks and schools in the Protomaps schema.
import { areaSquareMeters } from '../../geo/area.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';
import { insidePoint } from '../../geo/inside-point.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';

/** By Protomaps' kinds. Later ones are drawn over earlier ones. */
const FIRST_ZOOMS = {
  farmland: 9,
  residential: 9,
  commercial: 10,
  industrial: 10,
  nature_reserve: 9,
  wood: 8,
  wetland: 11,
  hospital: 11,
  university: 11,
  school: 11,
  golf_course: 10,
  park: 10,
  cemetery: 11,
  beach: 11,
  playground: 14,
} as const;

export type LanduseKind = keyof typeof FIRST_ZOOMS;
const ORDER = Object.keys(FIRST_ZOOMS);

export function landuseRank(kind: LanduseKind): number {
  return ORDER.indexOf(kind);
}

/** The larger a ground, the earlier its label. */
const NAME_ZOOMS: readonly { squareMetersMin: number; minZoom: number }[] = [
  { squareMetersMin: 150_000, minZoom: 12 },
  { squareMetersMin: 50_000, minZoom: 13 },
  { squareMetersMin: 15_000, minZoom: 14 },
  { squareMetersMin: 0, minZoom: 15 },
];

export function earthFeature(geometry: AreaGeometry): ZoomedFeature {
  return { layer: 'earth', geometry, minZoom: 6, properties: { kind: 'earth' } };
}

export function landuseFeature(kind: LanduseKind, geometry: AreaGeometry): ZoomedFeature {
  return {
    layer: 'landuse',
    geometry,
    minZoom: FIRST_ZOOMS[kind],
    properties: { kind, sort_rank: landuseRank(kind) },
  };
}

export function landuseLabel(
  kind: LanduseKind,
  { name, geometry }: { name: string; geometry: AreaGeometry },
): ZoomedFeature {
  const area = areaSquareMeters(geometry);
  const { minZoom } = NAME_ZOOMS.find(({ squareMetersMin }) => area >= squareMetersMin)!;
  const { lng, lat } = insidePoint(geometry);
  return {
    layer: 'pois',
    geometry: { type: 'Point', coordinates: [lng, lat] },
    minZoom,
    properties: { kind, name, min_zoom: minZoom },
  };
}
