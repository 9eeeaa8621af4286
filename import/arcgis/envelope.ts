// Boxes in queries: rows whose shapes touch one.
import { unionOfBounds } from '../../geo/bounds-of.ts';
import type { Bounds } from '../../geo/geometry.ts';
import type { Parameters } from './server-client.ts';

export type Box = { xmin: number; ymin: number; xmax: number; ymax: number };

export const LNG_LAT: Parameters = { inSR: '4326' };

export function boxOf({ west, south, east, north }: Bounds): Box {
  return { xmin: west, ymin: south, xmax: east, ymax: north };
}

export function envelopeQuery({ xmin, ymin, xmax, ymax }: Box, system: Parameters): Parameters {
  return {
    geometry: `${xmin},${ymin},${xmax},${ymax}`,
    geometryType: 'esriGeometryEnvelope',
    spatialRel: 'esriSpatialRelIntersects',
    ...system,
  };
}

/** A query for more land than is wanted, by this factor at most, is cheaper than two. */
const LARGER_UNION = 1.5;

/** The same land or more in fewer boxes: neighbors become one. Those that stay apart may overlap. */
export function joinedBounds(all: readonly Bounds[]): Bounds[] {
  const joined = [...all];
  for (let at = 0; at < joined.length; at++) {
    const one = joined[at]!;
    for (let next = at + 1; next < joined.length; next++) {
      const other = joined[next]!;
      const union = unionOfBounds([one, other]);
      if (sizeOf(union) > LARGER_UNION * (sizeOf(one) + sizeOf(other))) continue;
      return joinedBounds([...joined.filter((bounds) => bounds !== one && bounds !== other), union]);
    }
  }
  return joined;
}

/** In square degrees. */
function sizeOf({ west, south, east, north }: Bounds): number {
  return (east - west) * (north - south);
}
