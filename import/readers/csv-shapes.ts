// Shapes in a column of a CSV: which column has them, in which coordinates, and one of them parsed.
import { areDegrees, type CrsName, coordinateLists, type Layer, type RawGeometry } from '../layer.ts';
import { geometryOfRows } from './geometry-parts.ts';
import { parseWkb, sridOfWkb } from './well-known-binary.ts';
import { parseWkt, sridOfWkt } from './well-known-text.ts';

const SHAPE_TEXT =
  /^\s*(?:SRID=\d+;\s*)?(?:MULTI)?(?:POINT|LINESTRING|POLYGON|CURVE|CIRCULARSTRING|COMPOUNDCURVE|CURVEPOLYGON|SURFACE|GEOMETRYCOLLECTION)\s*(?:Z|M|ZM)?\s*(?:\(|EMPTY)/i;
/** Byte order, type, and at least a count. */
const SHAPE_HEX = /^0[01][0-9a-f]{16}/i;
/** Looked for by itself: one expression for all of a long text runs out of stack. */
const NO_HEX = /[^0-9a-f]/i;
const USUAL_NAMES = /^(?:wkt|wkb|the_geom|geom|geometry|shape|wkt_geom|geom_wkt|shape_wkt|geometry_wkt)$/i;

export type ShapeColumn = { column: number; geometry: Layer['geometry']; crs: CrsName | undefined };

/** The column whose values are shapes; where several are, the one with a usual name. */
export function findShapeColumn(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): ShapeColumn | undefined {
  const candidates = header
    .map((name, column) => ({
      column,
      isUsual: USUAL_NAMES.test(name.trim()),
      share: shapeShare(rows, column),
    }))
    .filter(({ share }) => share > 0.5)
    .sort((a, b) => Number(b.isUsual) - Number(a.isUsual) || b.share - a.share);
  const best = candidates[0];
  if (!best) return undefined;
  const texts = rows.map((row) => row[best.column] ?? '').filter(isShape);
  const shapes = texts.map(parseShapeText).filter((shape) => shape !== null);
  const readable = shapes.filter(({ kind }) => kind !== 'unreadable');
  const areas = readable.filter(({ kind }) => kind === 'polygons').length;
  const isMixed = areas > 0 && areas < readable.length;
  return {
    column: best.column,
    geometry: isMixed || readable.length === 0 ? 'unknown' : geometryOfRows(readable),
    crs: crsOf(texts, shapes),
  };
}

export function parseShapeText(text: string): RawGeometry | null {
  return isHex(text) ? parseWkb(bytesOfHex(text)) : parseWkt(text);
}

function isShape(text: string): boolean {
  return SHAPE_TEXT.test(text) || isHex(text);
}

function shapeShare(rows: readonly (readonly string[])[], column: number): number {
  const values = rows.map((row) => row[column] ?? '').filter((value) => value.trim() !== '');
  return values.length === 0 ? 0 : values.filter(isShape).length / values.length;
}

function isHex(text: string): boolean {
  const hex = hexOf(text);
  return SHAPE_HEX.test(hex) && !NO_HEX.test(hex);
}

function bytesOfHex(text: string): Buffer {
  return Buffer.from(hexOf(text), 'hex');
}

function hexOf(text: string): string {
  return text.trim().replace(/^(\\x|0x)/i, '');
}

function crsOf(texts: readonly string[], shapes: readonly RawGeometry[]): CrsName | undefined {
  for (const text of texts) {
    const srid = isHex(text) ? sridOfWkb(bytesOfHex(text)) : sridOfWkt(text);
    if (srid) return { kind: 'epsg', code: srid };
  }
  const rings = shapes.flatMap(coordinateLists);
  return rings.length > 0 && rings.every(areDegrees) ? { kind: 'epsg', code: 4326 } : undefined;
}
