// Heights everywhere: on a grid its own, and beyond it their mirror image, which levels out with distance.
import { type ElevationGrid, heightAt } from '../../../geo/elevation-grid.ts';
import type { LngLat } from '../../../geo/geometry.ts';

/** How far hills take to level out: about 4 km, no cliff and hardly a slope. */
export const LEVEL_BEYOND_DEGREES = 0.04;

export function heightsBeyond(grid: ElevationGrid): (at: LngLat) => number {
  const { west, south, east, north } = grid.bounds;
  const mean = grid.meters.reduce((sum, height) => sum + height, 0) / grid.meters.length;
  return ({ lng, lat }) => {
    const lngBeyond = beyond(lng, west, east);
    const latBeyond = beyond(lat, south, north);
    const away = Math.hypot(lngBeyond, latBeyond) / LEVEL_BEYOND_DEGREES;
    if (away >= 1) return mean;
    // Undefined only on a grid that is narrower than its own margin.
    const height = heightAt(grid, { lng: lng - 2 * lngBeyond, lat: lat - 2 * latBeyond }) ?? mean;
    return height + (mean - height) * away * away * (3 - 2 * away);
  };
}

/** By how much a value lies outside of a range: negative below it, zero within. */
function beyond(value: number, least: number, most: number): number {
  return Math.min(0, value - least) + Math.max(0, value - most);
}
