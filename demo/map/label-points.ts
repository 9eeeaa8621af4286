// Where to write the name of a long area: its roomiest places, one for each belt from south to north.
import { boundsOf } from '../../geo/bounds-of.ts';
import { type AreaGeometry, type LngLat, polygonsOf } from '../../geo/geometry.ts';

const LINES_PER_BELT = 12;

export function labelPoints(geometry: AreaGeometry, belts: number): LngLat[] {
  const { south, north } = boundsOf(geometry);
  const beltHeight = (north - south) / belts;
  return Array.from({ length: belts }, (_, belt) => south + belt * beltHeight).flatMap((beltSouth) => {
    let widest: { at: LngLat; width: number } | undefined;
    for (let line = 0; line < LINES_PER_BELT; line++) {
      const lat = beltSouth + (beltHeight * (line + 0.5)) / LINES_PER_BELT;
      for (const { west, east } of spansAt(geometry, lat)) {
        const width = east - west;
        if (!widest || width > widest.width) widest = { at: { lng: (west + east) / 2, lat }, width };
      }
    }
    return widest ? [widest.at] : [];
  });
}

/** The stretches of a line of equal latitude that lie inside. */
function spansAt(geometry: AreaGeometry, lat: number): { west: number; east: number }[] {
  const lngs: number[] = [];
  for (const ring of polygonsOf(geometry).flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [fromLng, fromLat] = ring[i - 1]!;
      const [toLng, toLat] = ring[i]!;
      if (fromLat > lat === toLat > lat) continue;
      lngs.push(fromLng + ((toLng - fromLng) * (lat - fromLat)) / (toLat - fromLat));
    }
  }
  lngs.sort((one, other) => one - other);
  return lngs.flatMap((west, i) => (i % 2 === 0 ? [{ west, east: lngs[i + 1]! }] : []));
}
