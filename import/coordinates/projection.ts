// Opens a coordinate system, however a source or the operator names it, for turning its coordinates into degrees.
import type { Bounds } from '../../geo/geometry.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { printableLine } from '../../runtime/printable-text.ts';
import type { CrsName } from '../layer.ts';
import { type CrsDescription, describedProj4 } from './crs-description.ts';
import { settleKnownDatum } from './datum.ts';
import { findSystem, systemsOfShape } from './find-system.ts';
import { parseCrsWkt } from './parse-crs-wkt.ts';
import { parseProjjson } from './parse-projjson.ts';
import { unprojectorOf } from './unproject.ts';
import { rightCode } from './withdrawn-systems.ts';

export type Projection = {
  /** 'NAD83 / North Carolina (ftUS), EPSG:2264' */
  title: string;
  /** To be said to the operator. */
  notes: readonly string[];
  /** Turns x and y into longitude and latitude in degrees on WGS 84, in place. NaN where there is no such place. */
  toLngLat(ring: Float64Array): void;
  /** For inspectCoordinates. */
  system?: ProjectionSystem;
};

type ProjectionSystem = {
  proj4: string;
  isGeographic: boolean;
  /** The area of use, where it is known. */
  area: Bounds | undefined;
};

export const WHERE_TO_LOOK =
  'name it with --crs, as in --crs EPSG:2264 (the county says it, or https://epsg.io finds it by the name of the state)';

const NAMES: Readonly<Record<string, number>> = {
  WGS84: 4326,
  CRS84: 4326,
  CRS83: 4269,
  NAD83: 4269,
  CRS27: 4267,
  NAD27: 4267,
};

/** From what the operator typed: an EPSG or Esri code, a URN, well-known text, PROJJSON or proj4 text. */
export function parseCrs(text: string): CrsName {
  const trimmed = text.trim();
  if (/^\+?(proj|init)=|\+proj=/.test(trimmed)) return { kind: 'proj4', text: trimmed };
  if (trimmed.startsWith('{')) return { kind: 'projjson', value: parseJson(trimmed) };
  if (/^[A-Za-z_]+\d*\s*[[(]/.test(trimmed)) return { kind: 'wkt', text: trimmed };
  const code = codeOf(trimmed);
  if (code !== undefined) return { kind: 'epsg', code };
  throw new OperatorError(
    `"${printableLine(trimmed).slice(0, 60)}" is not a coordinate system: give its EPSG code, as in --crs EPSG:2264 ` +
      '(https://epsg.io finds it by the name of the state), or its well-known text or proj4 text.',
  );
}

/** `2264`, `EPSG:2264`, `ESRI:102719`, `urn:ogc:def:crs:EPSG::2264`, `…/def/crs/EPSG/0/2264`, `EPSG:2264+5703`, `OGC:CRS84`. */
function codeOf(text: string): number | undefined {
  const number = /^(?:.*\b(?:EPSG|ESRI)\b.*?[:/])?(\d{4,6})(?:\+\d+)?$/i.exec(text)?.[1];
  if (number) return Number(number);
  const name = /(?:^|[:/])([A-Za-z]+\d+)$/.exec(text.replaceAll(/(?<=[A-Za-z])[ _](?=\d)/g, ''))?.[1];
  return name ? NAMES[name.toUpperCase()] : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OperatorError(`The coordinate system given as PROJJSON is not valid JSON: ${WHERE_TO_LOOK}.`);
  }
}

export async function openProjection(crs: CrsName): Promise<Projection> {
  switch (crs.kind) {
    case 'epsg':
      return openCode(crs.code);
    case 'wkt':
      return openWkt(crs.text);
    case 'projjson': {
      const description = parseProjjson(crs.value);
      return 'datum' in description ? openDescription(description) : openNamed(description.id);
    }
    case 'proj4':
      return openProj4(crs.text);
  }
}

function openCode(code: number): Projection {
  const system = findSystem(rightCode(code));
  if (!system) {
    throw new OperatorError(
      `The coordinate system ${authorityOf(code)}:${code} is not among those of North America that Platbook knows: copy its proj4 ` +
        `text from https://epsg.io/${code} and give it as --crs "+proj=…".`,
    );
  }
  const { proj4, notes } = settleKnownDatum(system);
  const title = `${system.name}, ${authorityOf(system.code)}:${system.code}`;
  return openText({ title, notes, proj4, area: system.area });
}

/** EPSG's numbers end here, and Esri's own begin above. */
export const authorityOf = (code: number): 'EPSG' | 'ESRI' => (code > 32_767 ? 'ESRI' : 'EPSG');

function openNamed(id: string): Projection {
  const code = codeOf(id);
  if (code === undefined)
    throw new OperatorError(`The file's coordinate system ${id} is unknown: ${WHERE_TO_LOOK}.`);
  return openCode(code);
}

function openWkt(text: string): Projection {
  if (text.trim() === '') throw new OperatorError(`The file says no coordinate system: ${WHERE_TO_LOOK}.`);
  const description = parseCrsWkt(text);
  // How GDAL writes Web Mercator into version 1, which has no word for it.
  if (description.extension?.includes('+proj=merc') && description.extension.includes('+nadgrids=@null')) {
    return openText({
      title: titleOf(description),
      notes: [],
      proj4: description.extension,
      area: undefined,
    });
  }
  return openDescription(description);
}

function openDescription(description: CrsDescription): Projection {
  const { proj4, notes } = describedProj4(description);
  return openText({ title: titleOf(description), notes, proj4, area: areaOf(proj4) });
}

const titleOf = ({ name, id }: CrsDescription): string => (id ? `${name}, ${id}` : name);

function openProj4(text: string): Projection {
  const init = /^\+?init=(.*)$/.exec(text.split(/\s/)[0]!)?.[1];
  if (init) return openNamed(init);
  const known = settleKnownDatum({ name: '', proj4: text });
  const notes = known.proj4 === text ? [] : known.notes;
  // An area of use is a guess here, and the user may know better: nothing is refused for it.
  return openText({ title: text, notes, proj4: known.proj4, area: undefined });
}

/** Of the systems with the same shape: they serve the same zone. */
function areaOf(proj4: string): Bounds | undefined {
  return systemsOfShape(proj4)[0]?.area;
}

type OpenText = { title: string; notes: string[]; proj4: string; area: Bounds | undefined };

function openText({ title, notes, proj4, area }: OpenText): Projection {
  const isGeographic = /\+proj=(lat|lon)/.test(proj4);
  return { title, notes, toLngLat: unprojectorOf(proj4), system: { proj4, isGeographic, area } };
}
