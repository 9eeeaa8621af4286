// The formats that a set can be downloaded in.
export type ExportFormat = {
  /** As the server calls it. */
  id: 'csv' | 'geojson' | 'kml' | 'gpkg' | 'shp';
  name: string;
  /** What opens it. */
  use: string;
  fileEnding: string;
  mimeType: string;
};

export const EXPORT_FORMATS: readonly ExportFormat[] = [
  { id: 'csv', name: 'CSV', use: 'Excel, LibreOffice', fileEnding: 'csv', mimeType: 'text/csv' },
  {
    id: 'geojson',
    name: 'GeoJSON',
    use: 'web maps',
    fileEnding: 'geojson',
    mimeType: 'application/geo+json',
  },
  {
    id: 'kml',
    name: 'KML',
    use: 'Google Earth',
    fileEnding: 'kml',
    mimeType: 'application/vnd.google-earth.kml+xml',
  },
  {
    id: 'gpkg',
    name: 'GeoPackage',
    use: 'QGIS, ArcGIS',
    fileEnding: 'gpkg',
    mimeType: 'application/geopackage+sqlite3',
  },
  { id: 'shp', name: 'Shapefile', use: 'any GIS, as a ZIP', fileEnding: 'zip', mimeType: 'application/zip' },
];
