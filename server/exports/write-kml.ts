// KML 2.2: a Placemark a parcel, its fields typed by a Schema. The order of elements is that of the OGC's schema.

import { type PolygonRings, polygonsOf, type Ring } from '../../geo/geometry.ts';
import { decodeGeometry } from '../../geo/geometry-code.ts';
import { escapeHtml } from '../../runtime/escape-html.ts';
import type { ExportedParcel } from '../../store/parcel-queries.ts';
import { type AboutExport, factsAbout, titleOf } from './about-export.ts';
import { CountyColumns, type ExportColumn, exportColumns, tidy } from './export-columns.ts';
import { inTurns } from './in-turns.ts';
import type { ParcelWriter } from './parcel-writer.ts';

/** KML knows no dates in a Schema. */
const kmlTypes = { text: 'string', date: 'string', number: 'double', boolean: 'bool' } as const;

/** `name` is KML's own: GDAL would take one for the other. */
const OWNER = 'owner';

/** Elements that GDAL presents as fields, so that a county's own of such a name would be lost. */
const KML_FIELDS = [
  'name',
  'description',
  'timestamp',
  'begin',
  'end',
  'altitudeMode',
  'tessellate',
  'extrude',
  'visibility',
  'drawOrder',
  'icon',
].map((name) => ({ name }));

/** A carriage return as it is would be read as a line feed. */
const escaped = (text: string) => escapeHtml(text).replaceAll('\r', '&#13;');

export const kmlWriter: ParcelWriter = {
  mediaType: 'application/vnd.google-earth.kml+xml',
  ending: 'kml',
  async *write(parcels, about, signal) {
    const columns = exportColumns(about).map((column) =>
      column.name === 'name' ? { ...column, name: OWNER } : column,
    );
    const county = new CountyColumns([...columns, ...KML_FIELDS]);
    for (const label of about.countyFields) county.nameOf(label);
    const { names } = county;
    yield Buffer.from(headOf(about, [...columns, ...names.map((name) => ({ name, type: 'text' as const }))]));
    for await (const slice of inTurns(parcels, signal)) {
      yield Buffer.from(slice.map((parcel) => placemarkOf(parcel, columns, county)).join(''));
    }
    yield Buffer.from('</Folder></Document></kml>\n');
  },
};

function headOf(about: AboutExport, columns: readonly Pick<ExportColumn, 'name' | 'type'>[]): string {
  const lines = factsAbout(about).map(([label, text]) => `${label}: ${escapeHtml(tidy(text))}`);
  const fields = columns.map(
    ({ name, type }) => `<SimpleField type="${kmlTypes[type]}" name="${escaped(name)}"/>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>' +
    `<name>${escaped(tidy(titleOf(about)))}</name><description>${escaped(lines.join('<br/>'))}</description>` +
    // Lines alone: what lies under a parcel is what people look at.
    '<Style id="parcel"><LineStyle><color>ff00d7ff</color><width>2</width></LineStyle><PolyStyle><fill>0</fill></PolyStyle></Style>' +
    `<Schema name="parcels" id="parcels">${fields.join('')}</Schema><Folder><name>parcels</name>\n`
  );
}

function placemarkOf(
  parcel: ExportedParcel,
  columns: readonly ExportColumn[],
  county: CountyColumns,
): string {
  let fields = '';
  for (const { name, value } of columns) {
    const cell = value(parcel);
    fields += simpleData(name, typeof cell === 'boolean' ? Number(cell) : cell);
  }
  for (const [name, value] of county.cellsOf(parcel)) fields += simpleData(name, value);
  const [pin, name, address] = [parcel.pin, parcel.name, parcel.site_address].map((text) => tidy(text) ?? '');
  // Programs show it as HTML, so the text in it is escaped twice.
  const description = [`PIN ${pin}`, address!].filter(Boolean).map(escapeHtml).join('<br/>');
  return (
    `<Placemark><name>${escaped(name! || pin!)}</name><description>${escaped(description)}</description><styleUrl>#parcel</styleUrl>` +
    `<ExtendedData><SchemaData schemaUrl="#parcels">${fields}</SchemaData></ExtendedData>` +
    `${geometryOf(parcel.shape)}</Placemark>\n`
  );
}

/** Null has no element. Neither has an empty text, which readers cannot tell from it. */
function simpleData(name: string, cell: string | number | null): string {
  if (cell === null || cell === '') return '';
  return `<SimpleData name="${escaped(name)}">${escaped(String(cell))}</SimpleData>`;
}

function geometryOf(shape: Uint8Array): string {
  const polygons = polygonsOf(decodeGeometry(shape)).map(polygonOf);
  return polygons.length === 1 ? polygons[0]! : `<MultiGeometry>${polygons.join('')}</MultiGeometry>`;
}

function polygonOf([outer, ...holes]: PolygonRings): string {
  const inner = holes.map((hole) => `<innerBoundaryIs>${ringOf(hole)}</innerBoundaryIs>`);
  return `<Polygon><outerBoundaryIs>${ringOf(outer!)}</outerBoundaryIs>${inner.join('')}</Polygon>`;
}

function ringOf(ring: Ring): string {
  return `<LinearRing><coordinates>${ring.map(([lng, lat]) => `${lng},${lat}`).join(' ')}</coordinates></LinearRing>`;
}
