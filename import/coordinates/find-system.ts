// Looks up coordinate systems by code, and those that share a projection but not its unit or false origin.
import type { Bounds } from '../../geo/geometry.ts';
import KNOWN_SYSTEMS from './known-systems.json' with { type: 'json' };
import { readProj4 } from './proj4-text.ts';

export type KnownSystem = {
  code: number;
  /** 'NAD83 / North Carolina (ftUS)'. */
  name: string;
  proj4: string;
  /** The area of use; across the antimeridian its east is above 180. */
  area: Bounds;
};

/** Other numbers of Web Mercator, from before it had one. */
const WEB_MERCATOR_ALIASES = new Set([900913, 3785, 102100, 102113]);

/** Systems with heights, and the same without. */
const WITHOUT_HEIGHTS: ReadonlyMap<number, number> = new Map([
  [4979, 4326],
  [4957, 4152],
  [4893, 4759],
  [6782, 6783],
  [6319, 6318],
  [5498, 4269],
  [6349, 6318],
]);

/**
 * The table is made by scripts/list-coordinate-systems.mjs from PROJ's database (EPSG dataset, see https://epsg.org/terms-of-use.html):
 * one text a definition, proj4 text | area of use: west,south,east,north | code and name | further codes of the same.
 */
type Places = { lineOfCode: Map<number, number>; linesOfShape: Map<string, number[]> };
let places: Places | undefined;

export function findSystem(code: number): KnownSystem | undefined {
  if (WEB_MERCATOR_ALIASES.has(code)) return findSystem(3857);
  const flat = WITHOUT_HEIGHTS.get(code);
  if (flat) return findSystem(flat);
  const line = findPlaces().lineOfCode.get(code);
  return line === undefined ? utmSystem(code) : readLine(line, code);
}

/**
 * The systems whose projection has the same shape, whatever their unit, false origin and ellipsoid: for a State Plane
 * zone those in meters, US survey feet and international feet. One for each definition, plain NAD83 first.
 */
export function systemsOfShape(proj4: string): KnownSystem[] {
  const lines = findPlaces().linesOfShape.get(shapeOf(proj4)) ?? [];
  const rank = ({ name }: KnownSystem) => (name.startsWith('NAD83 /') ? 0 : name.startsWith('NAD83') ? 1 : 2);
  return lines.map((line) => readLine(line, undefined)).sort((one, other) => rank(one) - rank(other));
}

function findPlaces(): Places {
  if (places) return places;
  const lineOfCode = new Map<number, number>();
  const linesOfShape = new Map<string, number[]>();
  for (const [index, line] of KNOWN_SYSTEMS.entries()) {
    const [proj4 = '', , ...systems] = line.split('|');
    for (const system of systems) lineOfCode.set(Number.parseInt(system, 10), index);
    const shape = shapeOf(proj4);
    const same = linesOfShape.get(shape);
    if (same) same.push(index);
    else linesOfShape.set(shape, [index]);
  }
  places = { lineOfCode, linesOfShape };
  return places;
}

function readLine(index: number, wanted: number | undefined): KnownSystem {
  const [proj4 = '', box = '', first = '', ...others] = KNOWN_SYSTEMS[index]!.split('|');
  const [west, south, east, north] = box.split(',').map(Number) as [number, number, number, number];
  const [, firstCode, firstName = ''] = /^(\d+) (.*)$/.exec(first)!;
  const plain = others.find((other) => /^\d+ NAD83( \/|$)/.test(other));
  const code = wanted ?? Number.parseInt(plain ?? firstCode!, 10);
  const own = others.find((other) => Number.parseInt(other, 10) === code)?.replace(/^\d+ ?/, '');
  return { code, name: nameOf(own, firstName), proj4, area: { west, south, east, north } };
}

/** Further names of one definition are written short: only the realization of the datum, or nothing. */
function nameOf(own: string | undefined, first: string): string {
  if (!own) return first;
  const zoneAt = first.indexOf(' / ');
  return own.includes(' / ') || zoneAt < 0 ? own : own + first.slice(zoneAt);
}

/** Zones that do not touch North America are not in the table. */
function utmSystem(code: number): KnownSystem | undefined {
  const zone = code % 100;
  const isNorth = code > 32600 && code <= 32660;
  const isSouth = code > 32700 && code <= 32760;
  if (!isNorth && !isSouth) return undefined;
  const west = zone * 6 - 186;
  return {
    code,
    name: `WGS 84 / UTM zone ${zone}${isNorth ? 'N' : 'S'}`,
    proj4: `+proj=utm +zone=${zone}${isSouth ? ' +south' : ''} +ellps=WGS84`,
    area: { west, south: isNorth ? 0 : -80, east: west + 6, north: isNorth ? 84 : 0 },
  };
}

/** Esri's and EPSG's numbers for the same zone differ in their last digits, and in the order of the parallels. */
function shapeOf(proj4: string): string {
  const parameters = readProj4(proj4);
  const text = (name: string, missing = '0') => Number(parameters.get(name) ?? missing).toFixed(6);
  const parallels = [text('lat_1'), text('lat_2')].sort();
  const others = ['zone', 'lat_0', 'lon_0', 'lonc', 'lat_ts', 'alpha'].map((name) => text(name));
  const scale = parameters.has('k_0') ? text('k_0') : text('k', '1');
  return [parameters.get('proj'), parameters.has('south'), ...parallels, ...others, scale].join(' ');
}
