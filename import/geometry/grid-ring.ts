// One ring of a source as whole steps of the grid: projected, rounded, without doubled points and spikes.
//
// Straight-through corners are kept, though they change no shape: neighbors have corners there, and share them exactly.
import type { FlatRing } from '../../geo/flat-ring.ts';
import { GRID_PER_DEGREE } from '../../geo/geometry.ts';
import type { Projection } from '../coordinates/projection.ts';
import type { RawRing } from '../layer.ts';
import { REFUSALS } from './clean-words.ts';

/** Web Mercator, the map's projection, ends there. */
const LATITUDE_MAX = 85;
/** A county east of the antimeridian may be written with longitudes up to 360. */
const LONGITUDE_MAX = 360;

export type GridRing = { ring: FlatRing; wasOpen: boolean };

/** Absolute grid steps, without the closing point. Returns the reason where a ring cannot be placed. */
export function toGridRing(raw: RawRing, projection: Projection): GridRing | string {
  const { length } = raw;
  const degrees = copyOf(raw);
  projection.toLngLat(degrees);
  const ring: FlatRing = [];
  for (let i = 0; i < length; i += 2) {
    const lng = degrees[i]!;
    const lat = degrees[i + 1]!;
    // Also false for NaN.
    if (!(Math.abs(lat) <= LATITUDE_MAX && Math.abs(lng) <= LONGITUDE_MAX)) {
      return reasonAt({ x: raw[i]!, y: raw[i + 1]!, lng, lat });
    }
    // Adding 0 turns -0 into 0.
    ring.push(Math.round(lng * GRID_PER_DEGREE) + 0, Math.round(lat * GRID_PER_DEGREE) + 0);
  }
  const wasOpen = length >= 4 && (raw[0] !== raw[length - 2] || raw[1] !== raw[length - 1]);
  return { ring, wasOpen };
}

let scratch = new Float64Array(1024);

/** Valid until the next call. The ring itself is left alone: rows of one lot share their geometry. */
function copyOf(raw: RawRing): Float64Array {
  if (raw.length > scratch.length) scratch = new Float64Array(2 * raw.length);
  const copy = scratch.subarray(0, raw.length);
  copy.set(raw);
  return copy;
}

function reasonAt({ x, y, lng, lat }: { x: number; y: number; lng: number; lat: number }): string {
  if (!areNumbers(x, y)) return REFUSALS.notNumbers;
  if (!Number.isFinite(lng) || !Number.isFinite(lat)) return REFUSALS.outsideSystem;
  return REFUSALS.outsideWorld;
}

/** Esri writes -1e38 and less for "no value". */
export function areNumbers(x: number, y: number): boolean {
  return Math.abs(x) <= 1e30 && Math.abs(y) <= 1e30;
}

/** In place. Returns whether a spike was cut off: a corner where the boundary runs back over itself. */
export function tidyRing(ring: FlatRing): boolean {
  let hadSpike = false;
  // The kept points are the first `size` numbers; later ones are still to be read.
  let size = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const x = ring[i]!;
    const y = ring[i + 1]!;
    while (size >= 4 && turnsBack(ring, size - 4, size - 2, x, y)) {
      size -= 2;
      hadSpike = true;
    }
    if (size >= 2 && ring[size - 2] === x && ring[size - 1] === y) continue;
    ring[size++] = x;
    ring[size++] = y;
  }
  // The ring is closed: look at its last and its first corner, too.
  let start = 0;
  while (size - start >= 4) {
    const firstX = ring[start]!;
    const firstY = ring[start + 1]!;
    if (ring[size - 2] === firstX && ring[size - 1] === firstY) {
      size -= 2;
    } else if (size - start >= 6 && turnsBack(ring, size - 4, size - 2, firstX, firstY)) {
      size -= 2;
      hadSpike = true;
    } else if (size - start >= 6 && turnsBack(ring, size - 2, start, ring[start + 2]!, ring[start + 3]!)) {
      start += 2;
      hadSpike = true;
    } else {
      break;
    }
  }
  ring.length = size - start >= 6 ? size : 0;
  if (start > 0 && ring.length > 0) ring.splice(0, start);
  return hadSpike;
}

/** Whether going on from the corner to (x, y) leads back over the edge that came to it. */
function turnsBack(ring: FlatRing, before: number, corner: number, x: number, y: number): boolean {
  const cornerX = ring[corner]!;
  const cornerY = ring[corner + 1]!;
  const inX = cornerX - ring[before]!;
  const inY = cornerY - ring[before + 1]!;
  const outX = x - cornerX;
  const outY = y - cornerY;
  return inX * outY === inY * outX && inX * outX + inY * outY < 0;
}
