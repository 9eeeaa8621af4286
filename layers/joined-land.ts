// The land of all loaded counties as one box, with what lies around it.
import type { Bounds } from '../geo/geometry.ts';

/** What lies around a county is looked at, too: about 3 km. */
const MARGIN_DEGREES = 0.03;
/** Of Web Mercator. */
const LAT_MAX = 85.05;

export function withMargin({ west, south, east, north }: Bounds): Bounds {
  return {
    west: Math.max(-180, west - MARGIN_DEGREES),
    south: Math.max(-LAT_MAX, south - MARGIN_DEGREES),
    east: Math.min(180, east + MARGIN_DEGREES),
    north: Math.min(LAT_MAX, north + MARGIN_DEGREES),
  };
}

export function joinedLand(land: readonly Bounds[]): Bounds {
  return withMargin({
    west: Math.min(...land.map(({ west }) => west)),
    south: Math.min(...land.map(({ south }) => south)),
    east: Math.max(...land.map(({ east }) => east)),
    north: Math.max(...land.map(({ north }) => north)),
  });
}
