// The formats that parcels can be exported in.
import type { ParcelWriter } from './parcel-writer.ts';
import { csvWriter } from './write-csv.ts';
import { geoJsonWriter } from './write-geojson.ts';
import { geoPackageWriter } from './write-geopackage.ts';
import { kmlWriter } from './write-kml.ts';
import { shapefileWriter } from './write-shapefile.ts';

export const exportWriters = {
  csv: csvWriter,
  geojson: geoJsonWriter,
  kml: kmlWriter,
  gpkg: geoPackageWriter,
  shp: shapefileWriter(),
} as const satisfies Record<string, ParcelWriter>;
export type ExportFormat = keyof typeof exportWriters;
