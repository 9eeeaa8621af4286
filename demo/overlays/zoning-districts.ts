// The zoning map of the demo county: the lots of a district, side by side, as one area.

import { polygonsOf, type Ring } from '../../geo/geometry.ts';
import { addToGroup } from '../../geo/groups.ts';
import type { County } from '../county/county.ts';
import { dissolveShapes } from '../county/lots/dissolve-shapes.ts';
import { type ZoningCode, zoningDistricts } from '../county/people/books/zoning.ts';
import type { PlaneRing, Shape } from '../county/plane/ring.ts';
import type { OverlayArea } from './overlay-layer.ts';

export const ZONING_FIELD = 'DISTRICT';

type Zoned = Pick<County['parcels'][number], 'zoning' | 'geometry'>;

export function zoningMap(parcels: readonly Zoned[]): OverlayArea[] {
  const byCode = new Map<string, Shape[]>();
  for (const { zoning, geometry } of parcels) {
    if (zoning === null) continue;
    for (const rings of polygonsOf(geometry)) addToGroup(byCode, zoning, rings.map(openRing));
  }
  return [...byCode].flatMap(([code, lots]) =>
    dissolveShapes(lots).map(
      (shape): OverlayArea => ({
        properties: { ZONING: code, [ZONING_FIELD]: `${code}, ${zoningDistricts[code as ZoningCode]}` },
        geometry: { type: 'Polygon', coordinates: shape.map(closedRing) },
      }),
    ),
  );
}

/** Lots meet in the very same corners, in degrees as in the plane. */
function openRing(ring: Ring): PlaneRing {
  return ring.slice(1).map(([x, y]) => ({ x, y }));
}

function closedRing(ring: PlaneRing): Ring {
  return [...ring, ring[0]!].map(({ x, y }) => [x, y]);
}
