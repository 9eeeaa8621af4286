// Hillshading: slopes toward the sun are brighter. Low-frequency noise adds faint cloud shadows.
import { type ElevationGrid, heightAt } from '../../geo/elevation-grid.ts';
import { latOfWorldY, lngOfWorldX } from '../../geo/mercator.ts';
import { SUN } from './cast-shadows.ts';
import { type GroundWindow, WORLD_METERS } from './ground-plane.ts';
import { noise } from './hash-noise.ts';
import { interpolateGrid } from './interpolate-grid.ts';

/** Slopes are measured over this length, so that the cells of the elevation grid do not show. */
const SLOPE_METERS = 45;
/** Exaggerates slopes, because low hills would hardly show. */
const STEEPER = 1.9;
const CLOUDS = 0.09;
const CLOUD_METERS = 900;

/** A factor for each pixel, about 1. */
export function shadeRelief(window: GroundWindow, elevation: ElevationGrid | undefined): Float32Array {
  const reach = Math.max(SLOPE_METERS, window.metersPerPixel);
  const heightOf = (x: number, y: number) =>
    elevation &&
    heightAt(elevation, { lng: lngOfWorldX(x / WORLD_METERS), lat: latOfWorldY(y / WORLD_METERS) });
  const lightAt = (x: number, y: number) => {
    const clouds = 1 + (noise(x / CLOUD_METERS, y / CLOUD_METERS) - 0.5) * CLOUDS;
    const behind = heightOf(x - SUN.east * reach, y - SUN.south * reach);
    const before = heightOf(x + SUN.east * reach, y + SUN.south * reach);
    const slope = behind === undefined || before === undefined ? 0 : (behind - before) / (2 * reach);
    return clouds * Math.min(1.25, Math.max(0.75, 1 + slope * STEEPER));
  };
  return interpolateGrid({ window, stepPixels: 16, valueAt: lightAt });
}
