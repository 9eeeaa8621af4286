// One Placemark of KML: its fields and its shapes. Goes by the places of tags, so that a broken one costs no more
// than a whole one.
import type { RawGeometry, RawRing, RawValue } from '../layer.ts';
import { GeometryParts } from './geometry-parts.ts';

export type Placemark = { properties: Record<string, RawValue>; geometry: RawGeometry | null };

export function parsePlacemark(text: string): Placemark {
  // Without a prototype, as `__proto__` may be the name of a field.
  const properties: Record<string, RawValue> = Object.create(null);
  let hasFields = false;
  for (const { head, body } of elements(text, 'SimpleData'))
    hasFields = add(properties, head, body) || hasFields;
  for (const { head, body } of elements(text, 'Data')) {
    const value = first(body, 'value');
    if (value !== undefined) hasFields = add(properties, head, value) || hasFields;
  }
  const name = first(text, 'name');
  if (name !== undefined) properties.Name ??= plainText(name);
  const description = first(text, 'description');
  if (description !== undefined && !(hasFields || addTableRows(properties, plainText(description) ?? ''))) {
    properties.Description ??= plainText(description);
  }
  return { properties, geometry: geometryOf(text) };
}

function add(properties: Record<string, RawValue>, head: string, value: string): boolean {
  const name = /\bname\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(head);
  const field = decoded(name?.[1] ?? name?.[2] ?? '').trim();
  if (field === '') return false;
  properties[field] = plainText(value);
  return true;
}

/** ArcGIS writes the fields as a table for the balloon: a row has the name and the value. */
function addTableRows(properties: Record<string, RawValue>, html: string): boolean {
  let hasRows = false;
  for (const upToEnd of html.split(/<\/tr/i)) {
    // The innermost row: the whole table is in a row of another one.
    const row = upToEnd.slice(upToEnd.lastIndexOf('<tr'));
    const cells = elements(row, 'td').map((cell) => cell.body);
    // A cell with tags in it is layout.
    if (cells.length !== 2 || cells.some((cell) => cell.includes('<'))) continue;
    const field = decoded(cells[0]!).trim();
    if (field === '') continue;
    properties[field] = decoded(cells[1]!).trim() || null;
    hasRows = true;
  }
  return hasRows;
}

const NOT_PAIRS: RawGeometry = {
  kind: 'unreadable',
  reason: 'has coordinates that are not pairs of numbers',
};

/** The most of it: a point beside a line or an area is where its label stands. */
function geometryOf(text: string): RawGeometry | null {
  const parts = new GeometryParts();
  for (const { body } of elements(text, 'Polygon')) {
    const rings = ['outerBoundaryIs', 'innerBoundaryIs']
      .flatMap((boundary) => elements(body, boundary))
      .flatMap((boundary) => listsIn(boundary.body));
    if (rings.includes(undefined)) return NOT_PAIRS;
    parts.addPolygon(rings as RawRing[]);
  }
  const areas = parts.geometry();
  if (areas) return areas;
  const lines = ['LineString', 'LinearRing'].flatMap((type) => elements(text, type));
  for (const { body } of lines.length > 0 ? lines : elements(text, 'Point')) {
    for (const list of listsIn(body)) {
      if (!list) return NOT_PAIRS;
      if (lines.length > 0) parts.addLine(list);
      else parts.addPoints(list);
    }
  }
  if (text.includes('<Model')) parts.other = 'Model';
  return parts.geometry();
}

function listsIn(text: string): (RawRing | undefined)[] {
  return elements(text, 'coordinates').map(({ body }) => ringOf(body));
}

/** `x,y,z x,y,z …`, with any white space between the points. */
function ringOf(text: string): RawRing | undefined {
  const points = text.trim().split(/\s+/);
  const ring = new Float64Array(points.length * 2);
  for (let i = 0; i < points.length; i++) {
    const [x, y] = points[i]!.split(',');
    ring[2 * i] = x ? Number(x) : Number.NaN;
    ring[2 * i + 1] = y ? Number(y) : Number.NaN;
  }
  return ring.some(Number.isNaN) ? undefined : ring;
}

/** All elements of a name, with the text of the tag and what is inside. None of those that are read holds itself. */
export function elements(text: string, name: string): { head: string; body: string }[] {
  const found: { head: string; body: string }[] = [];
  const close = `</${name}`;
  for (let at = startOf(text, name, 0); at >= 0; at = startOf(text, name, at)) {
    const headEnd = text.indexOf('>', at);
    if (headEnd < 0) break;
    const head = text.slice(at, headEnd);
    at = headEnd + 1;
    if (head.endsWith('/')) {
      found.push({ head, body: '' });
      continue;
    }
    const end = text.indexOf(close, at);
    if (end < 0) break;
    found.push({ head, body: text.slice(at, end) });
    at = end + close.length;
  }
  return found;
}

/** `<Data` is also the beginning of `<DataSet`. */
export function startOf(text: string, name: string, from: number): number {
  const open = `<${name}`;
  let at = text.indexOf(open, from);
  while (at >= 0 && !/[\s>/]/.test(text.charAt(at + open.length))) at = text.indexOf(open, at + 1);
  return at;
}

function first(text: string, name: string): string | undefined {
  const start = startOf(text, name, 0);
  const headEnd = start < 0 ? -1 : text.indexOf('>', start);
  const end = headEnd < 0 ? -1 : text.indexOf(`</${name}`, headEnd);
  return end < 0 ? undefined : text.slice(headEnd + 1, end);
}

function plainText(xml: string): string | null {
  const trimmed = xml.trim();
  const isData = trimmed.startsWith('<![CDATA[') && trimmed.endsWith(']]>');
  return (isData ? trimmed.slice(9, -3) : decoded(trimmed)).trim() || null;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
