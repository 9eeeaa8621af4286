// GeoJSON (RFC 7946): one FeatureCollection, a feature a line. What the export says of itself is a foreign member at its front.
import { decodeGeometry } from '../../geo/geometry-code.ts';
import { factsAbout } from './about-export.ts';
import { CountyColumns, exportColumns } from './export-columns.ts';
import { inTurns } from './in-turns.ts';
import type { ParcelWriter } from './parcel-writer.ts';

export const geoJsonWriter: ParcelWriter = {
  mediaType: 'application/geo+json',
  ending: 'geojson',
  async *write(parcels, about, signal) {
    const columns = exportColumns(about);
    const county = new CountyColumns(columns);
    const facts = JSON.stringify(Object.fromEntries(factsAbout(about)));
    yield Buffer.from(`{"type":"FeatureCollection","name":"parcels","about":${facts},"features":[`);
    let separator = '\n';
    for await (const slice of inTurns(parcels, signal)) {
      let text = '';
      for (const parcel of slice) {
        // Without a prototype, as `__proto__` may be the name of a field.
        const properties: Record<string, unknown> = Object.create(null);
        for (const { name, value } of columns) properties[name] = value(parcel);
        for (const [name, value] of county.cellsOf(parcel)) properties[name] = value;
        text += `${separator}{"type":"Feature","id":${JSON.stringify(properties.pin)},"properties":${JSON.stringify(properties)},"geometry":${JSON.stringify(decodeGeometry(parcel.shape))}}`;
        separator = ',\n';
      }
      yield Buffer.from(text);
    }
    yield Buffer.from('\n]}\n');
  },
};
