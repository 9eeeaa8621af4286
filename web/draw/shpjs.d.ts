// Types of shpjs, as far as used here.
declare module 'shpjs' {
  import type { Geometry } from 'geojson';

  export function parseShp(shp: DataView): (Geometry | null | undefined)[];
}
