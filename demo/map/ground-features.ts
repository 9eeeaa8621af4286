// The county's land, land use, and labels of parks and schools in the Protomaps schema.

import type { ZoomedFeature } from '../../basemap/zoomed-feature.ts';
import { areaSquareMeters } from '../../geo/area.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';
import { insidePoint } from '../../geo/inside-point.ts';
import type { Landuse, LanduseKind } from '../county/county.ts';

type GroundLook = { kind: string; minZoom: number };

/** Later ones are drawn over earlier ones. */
const LOOKS: Record<LanduseKind, GroundLook> = {
  field: { kind: 'farmland', minZoom: 9 },
  residential: { kind: 'residential', minZoom: 9 },
  commercial: { kind: 'commercial', minZoom: 10 },
  industrial: { kind: 'industrial', minZoom: 10 },
  wood: { kind: 'wood', minZoom: 8 },
  school: { kind: 'school', minZoom: 11 },
  golf: { kind: 'golf_course', minZoom: 10 },
  park: { kind: 'park', minZoom: 10 },
  cemetery: { kind: 'cemetery', minZoom: 11 },
};
const ORDER = Object.keys(LOOKS);

/** The larger a ground, the earlier its label. */
const NAME_ZOOMS: readonly { squareMetersMin: number; minZoom: number }[] = [
  { squareMetersMin: 150_000, minZoom: 12 },
  { squareMetersMin: 50_000, minZoom: 13 },
  { squareMetersMin: 15_000, minZoom: 14 },
  { squareMetersMin: 0, minZoom: 15 },
];

export function groundFeatures(countyOutline: AreaGeometry, landuse: readonly Landuse[]): ZoomedFeature[] {
  const earth = { layer: 'earth', geometry: countyOutline, minZoom: 6, properties: { kind: 'earth' } };
  const ordered = landuse.toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
  return [earth, ...ordered.map(groundFeature), ...ordered.flatMap(nameFeature)];
}

function groundFeature({ kind, geometry }: Landuse): ZoomedFeature {
  const look = LOOKS[kind];
  return {
    layer: 'landuse',
    geometry,
    minZoom: look.minZoom,
    properties: { kind: look.kind, sort_rank: ORDER.indexOf(kind) },
  };
}

function nameFeature({ kind, name, geometry }: Landuse): ZoomedFeature[] {
  if (name === null) return [];
  const area = areaSquareMeters(geometry);
  const { minZoom } = NAME_ZOOMS.find(({ squareMetersMin }) => area >= squareMetersMin)!;
  const { lng, lat } = insidePoint(geometry);
  return [
    {
      layer: 'pois',
      geometry: { type: 'Point', coordinates: [lng, lat] },
      minZoom,
      properties: { kind: LOOKS[kind].kind, name, min_zoom: minZoom },
    },
  ];
}
