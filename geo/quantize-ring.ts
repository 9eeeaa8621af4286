// Third step of a tile: round to whole cells and drop the points that become redundant.
//
// Coarser tiles of parcels use larger cells. The result for a point depends on the point alone, or on its being collinear
// with its neighbors, so parcels that share a border still share it afterwards.
import type { FlatRing } from './flat-ring.ts';

/** Empty where only a line or a point is left. */
export function quantizeRing(ring: FlatRing): FlatRing {
  return straightenRing(ring.map(Math.round));
}

/** Drops duplicate points, collinear points and spikes: every corner without area. */
export function straightenRing(ring: FlatRing): FlatRing {
  const kept: FlatRing = [];
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i]!;
    const y = ring[i + 1]!;
    while (
      kept.length >= 4 &&
      isStraight({ ring: kept, before: kept.length - 4, corner: kept.length - 2, x, y })
    ) {
      kept.length -= 2;
    }
    const isDoubled = kept.length === 2 && kept[0] === x && kept[1] === y;
    if (!isDoubled) kept.push(x, y);
  }
  // The ring is closed: check its last and its first point as corners, too.
  let start = 0;
  while (kept.length - start >= 6) {
    const last = kept.length - 2;
    const firstX = kept[start]!;
    const firstY = kept[start + 1]!;
    if (isStraight({ ring: kept, before: last - 2, corner: last, x: firstX, y: firstY })) {
      kept.length -= 2;
    } else if (
      isStraight({ ring: kept, before: last, corner: start, x: kept[start + 2]!, y: kept[start + 3]! })
    ) {
      start += 2;
    } else {
      return start === 0 ? kept : kept.slice(start);
    }
  }
  return [];
}

/** The turn from one point of a ring over a corner to (x, y). */
type Turn = { ring: FlatRing; before: number; corner: number; x: number; y: number };

function isStraight({ ring, before, corner, x, y }: Turn): boolean {
  const cornerX = ring[corner]!;
  const cornerY = ring[corner + 1]!;
  return (cornerX - ring[before]!) * (y - cornerY) === (cornerY - ring[before + 1]!) * (x - cornerX);
}
