// Reads a coordinate system from well-known text: OGC's version 1, Esri's dialect of it (.prj), and version 2.
import { OperatorError } from '../../runtime/operator-error.ts';
import { printableLine } from '../../runtime/printable-text.ts';
import type { CrsDescription, CrsParameter } from './crs-description.ts';

/** KEYWORD[ "text", 1.5, NESTED[…] ]; the keyword in capitals. */
type WktNode = { keyword: string; values: (string | number)[]; nodes: WktNode[] };

/** Systems in each other: a compound one of a bound one is the most that anybody means. */
export const NESTING_MAX = 10;
export const NAME_LENGTH_MAX = 80;

const DEGREES_PER_RADIAN = 180 / Math.PI;
const TOKEN = /\s*(?:"((?:[^"]|"")*)"|([A-Za-z_][A-Za-z0-9_]*)|([-+]?\d[\d.]*(?:[eE][-+]?\d+)?)|([[\](),]))/y;

export function parseCrsWkt(text: string): CrsDescription & { extension: string | undefined } {
  const root = horizontalPart(parseNodes(text));
  if (!root) throw unreadable(text);
  const isProjected = /^PROJ(CS|CRS|ECTEDCRS)$/.test(root.keyword);
  const isGeographic = /^(GEOGCS|GEOGCRS|GEODCRS|GEOGRAPHICCRS|GEODETICCRS)$/.test(root.keyword);
  if (!isProjected && !isGeographic) {
    throw new OperatorError(
      `The file's coordinate system "${nameOf(root)}" is a local one (${root.keyword}) that is not tied to the Earth: ` +
        'ask the county which system it is, and name it with --crs, as in --crs EPSG:2264.',
    );
  }
  const base = isProjected
    ? child(root, /^(GEOGCS|GEOGCRS|BASEGEOGCRS|BASEGEODCRS|BASEGEODETICCRS|GEODCRS)$/)
    : root;
  const datum = base && child(base, /^(DATUM|GEODETICDATUM|TRF|ENSEMBLE)$/);
  const ellipsoid = datum && child(datum, /^(SPHEROID|ELLIPSOID)$/);
  const semiMajorAxis = numberAt(ellipsoid, 0);
  if (!base || !datum || !ellipsoid || semiMajorAxis === undefined) throw unreadable(text);
  const degreesPerUnit = unitOf(base, /^(UNIT|ANGLEUNIT)$/, DEGREES_PER_RADIAN) ?? 1;
  const extension = child(root, /^EXTENSION$/)?.values;
  return {
    name: nameOf(root),
    id: idOf(root),
    datum: nameOf(datum),
    semiMajorAxis: semiMajorAxis * (unitOf(ellipsoid, /^LENGTHUNIT$/, 1) ?? 1),
    inverseFlattening: numberAt(ellipsoid, 1) ?? 0,
    toWgs84: child(datum, /^TOWGS84$/)?.values.map(Number),
    primeMeridian: primeMeridianOf(base, degreesPerUnit),
    projection: isProjected ? projectionOf(root, degreesPerUnit, text) : undefined,
    degreesPerUnit,
    extension: extension?.[0] === 'PROJ4' ? String(extension[1]) : undefined,
  };
}

function parseNodes(text: string): WktNode | undefined {
  const root: WktNode = { keyword: '', values: [], nodes: [] };
  const open: WktNode[] = [root];
  let keyword: string | undefined;
  TOKEN.lastIndex = 0;
  // No recursion: the text comes from a file that may hold anything.
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [, quoted, word, number, mark] = match;
    const here = open.at(-1)!;
    if (mark === '[' || mark === '(') {
      const node: WktNode = {
        keyword: (keyword ?? '').slice(0, NAME_LENGTH_MAX).toUpperCase(),
        values: [],
        nodes: [],
      };
      here.nodes.push(node);
      open.push(node);
      keyword = undefined;
    } else {
      // A bare word that opens nothing: an axis direction.
      if (keyword !== undefined) here.values.push(keyword);
      keyword = word;
      if (quoted !== undefined) here.values.push(printableLine(quoted.replaceAll('""', '"')));
      if (number !== undefined) here.values.push(Number(number));
      if ((mark === ']' || mark === ')') && open.length > 1) open.pop();
    }
  }
  return root.nodes[0];
}

/** Of a compound system the horizontal part, of a bound one its source. */
function horizontalPart(root: WktNode | undefined, depth = 0): WktNode | undefined {
  if (!root || depth > NESTING_MAX) return undefined;
  if (/^(COMPD_CS|COMPOUNDCRS)$/.test(root.keyword)) {
    return horizontalPart(child(root, /^(PROJ|GEOG|GEOD|BOUNDCRS|GEOGRAPHIC)/), depth + 1);
  }
  if (root.keyword === 'BOUNDCRS') return horizontalPart(child(root, /^SOURCECRS$/)?.nodes[0], depth + 1);
  return root;
}

function projectionOf(root: WktNode, degreesPerUnit: number, text: string): CrsDescription['projection'] {
  const conversion = child(root, /^CONVERSION$/) ?? root;
  const method = child(conversion, /^(METHOD|PROJECTION)$/);
  const metersPerUnit = unitOf(root, /^(UNIT|LENGTHUNIT)$/, 1) ?? unitOfAxes(root);
  if (!method || metersPerUnit === undefined) throw unreadable(text);
  const parameters = conversion.nodes
    .filter(({ keyword }) => keyword === 'PARAMETER')
    .map((node): CrsParameter => {
      const name = nameOf(node);
      const value = numberAt(node, 0) ?? Number.NaN;
      return { name, value: value * parameterUnit({ node, name, degreesPerUnit, metersPerUnit }) };
    });
  return { method: nameOf(method), parameters, metersPerUnit };
}

type ParameterUnit = { node: WktNode; name: string; degreesPerUnit: number; metersPerUnit: number };

/** Version 2 gives each parameter its unit. In version 1 angles are in the unit of the base system, lengths in the own. */
function parameterUnit({ node, name, degreesPerUnit, metersPerUnit }: ParameterUnit): number {
  const angle = unitOf(node, /^ANGLEUNIT$/, DEGREES_PER_RADIAN);
  const length = unitOf(node, /^LENGTHUNIT$/, 1);
  if (angle !== undefined || length !== undefined) return (angle ?? length)!;
  if (child(node, /^SCALEUNIT$/)) return 1;
  if (/easting|northing/i.test(name)) return metersPerUnit;
  return /scal|auxiliary/i.test(name) ? 1 : degreesPerUnit;
}

/** A unit's size in degrees or meters. Short decimals of known units are made exact: Foot_US is 1200/3937 meters. */
function unitOf(node: WktNode, keyword: RegExp, scale: number): number | undefined {
  const unit = child(node, keyword);
  const size = numberAt(unit, 0);
  if (!unit || size === undefined || !(size > 0)) return undefined;
  const value = size * scale;
  for (const exact of [1, 1200 / 3937, 0.3048]) if (Math.abs(value / exact - 1) < 1e-8) return exact;
  return value;
}

function unitOfAxes(root: WktNode): number | undefined {
  const axis = child(root, /^AXIS$/);
  return axis && unitOf(axis, /^(UNIT|LENGTHUNIT)$/, 1);
}

function primeMeridianOf(base: WktNode, degreesPerUnit: number): number {
  const node = child(base, /^(PRIMEM|PRIMEMERIDIAN)$/);
  if (!node) return 0;
  const unit = unitOf(node, /^(UNIT|ANGLEUNIT)$/, DEGREES_PER_RADIAN) ?? degreesPerUnit;
  return (numberAt(node, 0) ?? 0) * unit;
}

function idOf(root: WktNode): string | undefined {
  const node = child(root, /^(ID|AUTHORITY)$/);
  const [authority, code] = node?.values ?? [];
  return authority && code ? `${authority}:${code}`.slice(0, NAME_LENGTH_MAX) : undefined;
}

function child(node: WktNode, keyword: RegExp): WktNode | undefined {
  return node.nodes.find((one) => keyword.test(one.keyword));
}

function nameOf(node: WktNode): string {
  return typeof node.values[0] === 'string' ? node.values[0].slice(0, NAME_LENGTH_MAX) : 'without a name';
}

function numberAt(node: WktNode | undefined, index: number): number | undefined {
  return node?.values.filter((value): value is number => typeof value === 'number')[index];
}

function unreadable(text: string): OperatorError {
  const start = printableLine(text.trim()).slice(0, 60);
  return new OperatorError(
    `The file's coordinate system cannot be read ("${start}"): name it with --crs, as in --crs EPSG:2264; ` +
      'https://epsg.io finds the code by the name of the state.',
  );
}
