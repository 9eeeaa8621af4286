// A made-up overlay: zones side by side that reach a little into each other, one in ten of them with 500 corners.
import type { PolygonGeometry, Position } from '../../geo/geometry.ts';
import type { OverlayShape } from '../../store/overlay-store.ts';
import { seededRandom } from '../measure/statistics.ts';

const CORNER = { lng: -81, lat: 35.5 };
/** About 100 m. */
const ZONE_DEGREES = 0.001;
const VALUES = ['R-1', 'R-2', 'R-3', 'C-1', 'C-2', 'M-1', 'AG', 'OS', 'PUD', 'T-4'];

const onGrid = (degrees: number) => Math.round(degrees * 1e7) / 1e7;

type Star = { lng: number; lat: number; radius: number; corners: number; random: () => number };

function star({ lng, lat, radius, corners, random }: Star): PolygonGeometry {
  const ring = Array.from({ length: corners }, (_, corner): Position => {
    const angle = (2 * Math.PI * (corner + 0.5 * random())) / corners;
    const reach = radius * (0.85 + 0.15 * random());
    return [onGrid(lng + reach * Math.cos(angle)), onGrid(lat + reach * Math.sin(angle))];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

const columnsOf = (count: number) => Math.ceil(Math.sqrt(count));

export function* zones(count: number): Generator<OverlayShape[]> {
  const random = seededRandom(7);
  const columns = columnsOf(count);
  let batch: OverlayShape[] = [];
  for (let at = 0; at < count; at++) {
    const geometry = star({
      lng: CORNER.lng + ZONE_DEGREES * (at % columns),
      lat: CORNER.lat + ZONE_DEGREES * Math.floor(at / columns),
      radius: 0.7 * ZONE_DEGREES,
      corners: at % 10 === 0 ? 500 : 8 + Math.floor(random() * 60),
      random,
    });
    batch.push({ value: VALUES[Math.floor(random() * VALUES.length)]!, geometry });
    if (batch.length < 1000 && at < count - 1) continue;
    yield batch;
    batch = [];
  }
}

/** `among` the zones, one in ten of them half a mile wide, or `beside` them, up to 20 miles away. */
export function parcelsNear(
  where: 'among' | 'beside',
  { zoneCount, count }: { zoneCount: number; count: number },
): PolygonGeometry[] {
  const random = seededRandom(where === 'among' ? 11 : 13);
  const width = (columnsOf(zoneCount) - 2) * ZONE_DEGREES;
  return Array.from({ length: count }, (_, at) =>
    star({
      lng: CORNER.lng + (where === 'among' ? random() * width : width + 0.008 + random() ** 3 * 0.35),
      lat: CORNER.lat + random() * width,
      radius: at % 10 === 0 ? 0.004 : 0.0005,
      corners: 4 + Math.floor(random() ** 3 * 100),
      random,
    }),
  );
}
