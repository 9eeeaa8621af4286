// The heights of an elevation grid for contour lines, inside an outline only.
import { areaRows } from '../../geo/area-rows.ts';
import { type ElevationGrid, heightAt } from '../../geo/elevation-grid.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../../geo/mercator.ts';
import { tileRange } from '../../geo/tile-address.ts';
import { type ContourSource, GRID_TILE_PX } from './contour-tiles.ts';

/** A pixel is 16 m wide there, finer than the demo county's grid. */
const FINEST_LEVEL = 12;

export function gridContours(elevation: ElevationGrid, outline: AreaGeometry): ContourSource {
  const { crossings } = areaRows(outline, ([x, y]) => ({ x, y }));
  return {
    finestLevel: FINEST_LEVEL,
    async window({ level, left, top, columns, rows }) {
      const world = GRID_TILE_PX * 2 ** level;
      const lngs = Array.from({ length: columns }, (_, i) => lngOfWorldX((left + i + 0.5) / world));
      const meters = new Float32Array(columns * rows).fill(Number.NaN);
      for (let row = 0; row < rows; row++) {
        const lat = latOfWorldY((top + row + 0.5) / world);
        const limits = crossings(lat);
        for (let column = 0, passed = 0; column < columns; column++) {
          const lng = lngs[column]!;
          while (passed < limits.length && limits[passed]! <= lng) passed++;
          if (passed % 2 === 1)
            meters[row * columns + column] = heightAt(elevation, { lng, lat }) ?? Number.NaN;
        }
      }
      return meters;
    },
    tilesAt: (z) => {
      const { minX, maxX, minY, maxY } = tileRange(elevation.bounds, z);
      const across = maxX - minX + 1;
      return Array.from({ length: across * (maxY - minY + 1) }, (_, i) => ({
        z,
        x: minX + (i % across),
        y: minY + Math.floor(i / across),
      }));
    },
  };
}
