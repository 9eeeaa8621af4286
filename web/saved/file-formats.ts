// The formats that the notebook is written in. The writers are loaded with the first export; nothing leaves the browser.
import type { ExportedEntry, WrittenFile } from './exported-entry.ts';

type Write = (entries: readonly ExportedEntry[], title: string) => WrittenFile;

export type FileFormat = {
  name: string;
  /** What opens it. */
  use: string;
  ending: string;
  mimeType: string;
  load: () => Promise<Write>;
};

export const FILE_FORMATS: readonly FileFormat[] = [
  {
    name: 'KML',
    use: 'Google Earth',
    ending: 'kml',
    mimeType: 'application/vnd.google-earth.kml+xml',
    load: async () => (await import('./write-kml.ts')).writeKml,
  },
  {
    name: 'GPX',
    use: 'GPS receivers',
    ending: 'gpx',
    mimeType: 'application/gpx+xml',
    load: async () => (await import('./write-gpx.ts')).writeGpx,
  },
  {
    name: 'GeoJSON',
    use: 'web maps',
    ending: 'geojson',
    mimeType: 'application/geo+json',
    load: async () => (await import('./write-geojson.ts')).writeGeoJson,
  },
  {
    name: 'Shapefile',
    use: 'any GIS, as a ZIP',
    ending: 'zip',
    mimeType: 'application/zip',
    load: async () => (await import('./write-shapefile.ts')).writeShapefile,
  },
];

const TITLE = 'notebook';

/** Returns what to tell: where it is, and what the format had no room for. */
export async function saveAs(format: FileFormat, entries: readonly ExportedEntry[]): Promise<string> {
  const write = await format.load();
  const { bytes, remark } = write(entries, TITLE);
  const fileName = `${TITLE}.${format.ending}`;
  const url = URL.createObjectURL(new Blob([bytes], { type: format.mimeType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
  return [`Saved as ${fileName}.`, remark].filter(Boolean).join(' ');
}
