// GeoJSON (RFC 7946). Colors also under the keys of simplestyle, which geojson.io, GitHub and QGIS plug-ins show.
import type { ExportedEntry, WrittenFile } from './exported-entry.ts';

export function writeGeoJson(entries: readonly ExportedEntry[], title: string): WrittenFile {
  const features = entries.map(({ name, geometry, color, notes, folder, properties }) => ({
    type: 'Feature',
    properties: {
      name,
      ...properties,
      ...(notes && { notes }),
      ...(folder && { folder }),
      color,
      [geometry.type.endsWith('Point') ? 'marker-color' : 'stroke']: color,
    },
    geometry,
  }));
  return { bytes: JSON.stringify({ type: 'FeatureCollection', name: title, features }) };
}
