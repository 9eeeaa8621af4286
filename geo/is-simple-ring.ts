// Whether a ring of whole numbers is simple, and whether two rings meet. All pairs of edges are compared: for rings of at
// most a few hundred points, without collinear points.
import type { FlatRing } from './flat-ring.ts';

/** A simple ring neither touches nor crosses itself. */
export function isSimpleRing(ring: FlatRing): boolean {
  const size = ring.length;
  for (let i = 0; i < size - 4; i += 2) {
    // Adjacent edges meet in their common point only, as no three points are collinear.
    const last = i === 0 ? size - 2 : size;
    for (let j = i + 4; j < last; j += 2) if (doEdgesMeet(ring, i, ring, j)) return false;
  }
  return true;
}

export function doRingsMeet(one: FlatRing, other: FlatRing): boolean {
  for (let i = 0; i < one.length; i += 2) {
    for (let j = 0; j < other.length; j += 2) if (doEdgesMeet(one, i, other, j)) return true;
  }
  return false;
}

/** The edges that start at these places. Not an object of options: it is called for every pair. */
function doEdgesMeet(one: FlatRing, i: number, other: FlatRing, j: number): boolean {
  const iNext = i + 2 === one.length ? 0 : i + 2;
  const jNext = j + 2 === other.length ? 0 : j + 2;
  const aX = one[i]!;
  const bX = one[iNext]!;
  const cX = other[j]!;
  const dX = other[jNext]!;
  if ((cX < aX && cX < bX && dX < aX && dX < bX) || (cX > aX && cX > bX && dX > aX && dX > bX)) return false;
  const aY = one[i + 1]!;
  const bY = one[iNext + 1]!;
  const cY = other[j + 1]!;
  const dY = other[jNext + 1]!;
  if ((cY < aY && cY < bY && dY < aY && dY < bY) || (cY > aY && cY > bY && dY > aY && dY > bY)) return false;
  const cSide = (bX - aX) * (cY - aY) - (bY - aY) * (cX - aX);
  const dSide = (bX - aX) * (dY - aY) - (bY - aY) * (dX - aX);
  if ((cSide > 0 && dSide > 0) || (cSide < 0 && dSide < 0)) return false;
  const aSide = (dX - cX) * (aY - cY) - (dY - cY) * (aX - cX);
  const bSide = (dX - cX) * (bY - cY) - (dY - cY) * (bX - cX);
  return !((aSide > 0 && bSide > 0) || (aSide < 0 && bSide < 0));
}
