// Whether a ring of whole numbers is simple: it neither touches nor crosses itself.
import type { FlatRing } from './flat-ring.ts';

/** Compares all pairs of edges: for rings of at most a few hundred points, without collinear points. */
export function isSimpleRing(ring: FlatRing): boolean {
  const size = ring.length;
  for (let i = 0; i < size - 4; i += 2) {
    const aX = ring[i]!;
    const aY = ring[i + 1]!;
    const bX = ring[i + 2]!;
    const bY = ring[i + 3]!;
    const left = Math.min(aX, bX);
    const right = Math.max(aX, bX);
    const top = Math.min(aY, bY);
    const bottom = Math.max(aY, bY);
    // Adjacent edges meet in their common point only, as no three points are collinear.
    const last = i === 0 ? size - 2 : size;
    for (let j = i + 4; j < last; j += 2) {
      const next = j + 2 === size ? 0 : j + 2;
      const cX = ring[j]!;
      const dX = ring[next]!;
      if ((cX < left && dX < left) || (cX > right && dX > right)) continue;
      const cY = ring[j + 1]!;
      const dY = ring[next + 1]!;
      if ((cY < top && dY < top) || (cY > bottom && dY > bottom)) continue;
      const cSide = (bX - aX) * (cY - aY) - (bY - aY) * (cX - aX);
      const dSide = (bX - aX) * (dY - aY) - (bY - aY) * (dX - aX);
      if ((cSide > 0 && dSide > 0) || (cSide < 0 && dSide < 0)) continue;
      const aSide = (dX - cX) * (aY - cY) - (dY - cY) * (aX - cX);
      const bSide = (dX - cX) * (bY - cY) - (dY - cY) * (bX - cX);
      if ((aSide > 0 && bSide > 0) || (aSide < 0 && bSide < 0)) continue;
      return false;
    }
  }
  return true;
}
