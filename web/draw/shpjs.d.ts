// Types of shpjs, as far as used here.
declare module 'shpjs' {
  import type { Geometry } from 'geojson';

  export function parseShp(shp: DataView, projection?: string): (Geometry | null | undefined)[];
  export function parseDbf(dbf: DataView, encoding?: string): Record<string, unknown>[];
}
