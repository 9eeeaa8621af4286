// How the hills catch the light: brighter towards the sun, darker away from it; and clouds dim whole miles a little.
import { type ElevationGrid, heightAt } from '../../../../geo/elevation-grid.ts';
import { latOfWorldY, lngOfWorldX } from '../../../../geo/mercator.ts';
import { blendKnots } from './blend-knots.ts';
import { type GroundWindow, WORLD_METRES } from './ground-plane.ts';
import { noise } from './hash-noise.ts';
import { SUN } from './sun.ts';

/** Slopes are measured over this length, so that the grid's own facets do not show. */
const SLOPE_METRES = 45;
/** Low hills would hardly show: they are drawn steeper than they are. */
const STEEPER = 1.9;
const CLOUDS = 0.09;
const CLOUD_METRES = 900;

/** A factor for each pixel, about 1. */
export function shadeRelief(window: GroundWindow, elevation: ElevationGrid | undefined): Float32Array {
  const reach = Math.max(SLOPE_METRES, window.metresPerPixel);
  const heightOf = (x: number, y: number) =>
    elevation &&
    heightAt(elevation, { lng: lngOfWorldX(x / WORLD_METRES), lat: latOfWorldY(y / WORLD_METRES) });
  const lightAt = (x: number, y: number) => {
    const clouds = 1 + (noise(x / CLOUD_METRES, y / CLOUD_METRES) - 0.5) * CLOUDS;
    const behind = heightOf(x - SUN.east * reach, y - SUN.south * reach);
    const before = heightOf(x + SUN.east * reach, y + SUN.south * reach);
    const slope = behind === undefined || before === undefined ? 0 : (behind - before) / (2 * reach);
    return clouds * Math.min(1.25, Math.max(0.75, 1 + slope * STEEPER));
  };
  return blendKnots({ window, stepPixels: 16, valueAt: lightAt });
}
