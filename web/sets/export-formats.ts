// The formats that a set can be downloaded in.
export type ExportFormat = {
  /** As the server calls it, and what its files end in. */
  id: 'csv' | 'geojson' | 'kml' | 'gpkg' | 'shp';
  /** Where they end otherwise. */
  fileEnding?: string;
  name: string;
  /** What opens it. */
  use: string;
  mimeType: string;
};

export const EXPORT_FORMATS: readonly ExportFormat[] = [
  { id: 'csv', name: 'CSV', use: 'Excel, LibreOffice', mimeType: 'text/csv' },
  { id: 'geojson', name: 'GeoJSON', use: 'web maps', mimeType: 'application/geo+json' },
  { id: 'kml', name: 'KML', use: 'Google Earth', mimeType: 'application/vnd.google-earth.kml+xml' },
  { id: 'gpkg', name: 'GeoPackage', use: 'QGIS, ArcGIS', mimeType: 'application/geopackage+sqlite3' },
  { id: 'shp', fileEnding: 'zip', name: 'Shapefile', use: 'any GIS, as a ZIP', mimeType: 'application/zip' },
];
