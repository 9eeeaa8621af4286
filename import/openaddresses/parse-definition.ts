// A county's definition in the OpenAddresses directory: where its parcels are published and which field is the PIN.
import { OperatorError } from '../../runtime/operator-error.ts';
import { pinExpression } from './pin-expression.ts';
import { stateNames } from './us-states.ts';

export type CountyDefinition = {
  id: string;
  /** 'Wake County, North Carolina'. */
  name: string;
  /** The address of the data. */
  data: string;
  /** An expression of --map; undefined where the definition does not say it, or not in words that --map has. */
  pin: string | undefined;
  /** Of an archive with several files, the one that is meant. */
  layer?: string;
  crs?: string;
  encoding?: string;
  attribution?: string;
  license?: string;
  /** To be said to the operator. */
  note?: string;
};

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== ''
    ? value.trim()
    : typeof value === 'number'
      ? String(value)
      : undefined;

function parse(text: string, id: string): Json {
  try {
    const json: unknown = JSON.parse(text);
    if (isObject(json)) return json;
  } catch {
    // The sentence is the same.
  }
  throw new OperatorError(
    `The definition ${id} is not JSON of the OpenAddresses kind: update the copy of the directory.`,
  );
}

/** Entries of parcels that are not left out. Schema 1 knew only one layer, of addresses, which may be of parcels. */
function parcelEntries(definition: Json): Json[] {
  const { layers } = definition;
  const entries = isObject(layers) ? layers.parcels : ofSchema1(definition);
  return (Array.isArray(entries) ? entries : []).filter(
    (entry): entry is Json => isObject(entry) && entry.skip !== true && textOf(entry.data) !== undefined,
  );
}

function ofSchema1(definition: Json): Json[] {
  const { conform, type } = definition;
  if (!isObject(conform)) return [];
  const pid = conform.pid ?? (conform.type === 'shapefile-polygon' ? conform.id : undefined);
  return pid === undefined
    ? []
    : [{ ...definition, protocol: type, conform: { ...conform, format: conform.type, pid } }];
}

/** 'shapefile', 'ArcGIS' …; undefined where the definition has no parcels or cannot be read. */
export function parcelFormat(text: string): string | undefined {
  try {
    const [entry] = parcelEntries(parse(text, ''));
    if (!entry) return undefined;
    if (isArcGis(entry)) return 'ArcGIS';
    return (isObject(entry.conform) ? textOf(entry.conform.format) : undefined) ?? 'file';
  } catch {
    return undefined;
  }
}

const titleCase = (text: string) =>
  text
    .replace(/[_-]+/g, ' ')
    .replace(/\p{L}+/gu, (word) =>
      /^(?:of|and|the)$/.test(word) ? word : word[0]!.toUpperCase() + word.slice(1),
    );

/** From the id alone: 'Wake, North Carolina'. */
export function nameOfId(id: string): string {
  const [, state, ...rest] = id.split('#')[0]!.split('/');
  const place = titleCase(rest.join(' ') || (state ?? id));
  return state && rest.length > 0 ? `${place}, ${stateNames.get(state) ?? state.toUpperCase()}` : place;
}

export function nameOfDefinition(text: string, id: string): string {
  try {
    return nameOf(parse(text, id), id);
  } catch {
    return nameOfId(id);
  }
}

function nameOf({ coverage }: Json, id: string): string {
  if (!isObject(coverage)) return nameOfId(id);
  const census = isObject(coverage['US Census']) ? coverage['US Census'] : {};
  const county = Array.isArray(coverage.county) ? coverage.county.join(', ') : textOf(coverage.county);
  const place =
    textOf(census.name) ?? (county && !/county|parish|borough/i.test(county) ? `${county} County` : county);
  const code = textOf(coverage.state)?.toLowerCase() ?? id.split('/')[1] ?? '';
  const state = textOf(census.state) ?? stateNames.get(code) ?? code.toUpperCase();
  const city = textOf(coverage.city) ?? textOf(coverage.town);
  const best = place ?? city;
  if (!best) return nameOfId(id);
  return state && best !== state ? `${best}, ${state}` : best;
}

/** The entry that the id names after its #, the only one, or the one of the county. */
function chooseEntry(entries: readonly Json[], id: string): Json {
  const [bare, wanted] = id.split('#');
  const names = entries.map((entry) => textOf(entry.name) ?? '?');
  const choices = names.map((name) => `${bare}#${name}`).join(', ');
  if (wanted !== undefined) {
    const at = names.findIndex((name) => name.toLowerCase() === wanted.toLowerCase());
    if (at >= 0) return entries[at]!;
    throw new OperatorError(`${bare} has no parcels named ${wanted}. Give one of ${choices}.`);
  }
  if (entries.length === 1) return entries[0]!;
  const county = entries[names.findIndex((name) => name.toLowerCase() === 'county')];
  if (county) return county;
  throw new OperatorError(`${bare} has several parcel layers: give one of ${choices}.`);
}

function licenseOf(license: unknown): { license?: string; credit?: string } {
  if (!isObject(license)) {
    const text = textOf(license);
    return text ? { license: text } : {};
  }
  const text = [textOf(license.text), textOf(license.url)].filter((part) => part !== undefined).join(', ');
  const credit = textOf(license['attribution name']);
  return { ...(text ? { license: text } : {}), ...(credit ? { credit } : {}) };
}

const isArcGis = (entry: Json): boolean => /^esri$/i.test(textOf(entry.protocol) ?? '');

/** Numbers of layers mean nothing here. A file of one layer, such as a Shapefile, gives it its name. */
function layerOf({ layer, file }: Json): string | undefined {
  if (typeof layer === 'string' && layer.trim() !== '') return layer.trim();
  const [, name] = /([^/\\]+)\.(?:shp|geojson|json|csv|dbf)$/i.exec(textOf(file) ?? '') ?? [];
  return name;
}

export function parseDefinition(o: { text: string; id: string }): CountyDefinition {
  const definition = parse(o.text, o.id);
  const entries = parcelEntries(definition);
  if (entries.length === 0) {
    throw new OperatorError(
      `The definition ${o.id} names no parcels that are open: look for the county's own address or file, and import that.`,
    );
  }
  const entry = chooseEntry(entries, o.id);
  const data = textOf(entry.data)!;
  if (!/^https?:\/\//i.test(data)) {
    throw new OperatorError(
      `${o.id} publishes its parcels at ${data}, which cannot be downloaded from here: fetch it with another program, and import the file.`,
    );
  }
  const conform = isObject(entry.conform) ? entry.conform : {};
  const pin = pinExpression(conform.pid);
  const { license, credit } = licenseOf(entry.license ?? definition.license);
  const attribution = textOf(entry.attribution) ?? textOf(definition.attribution) ?? credit;
  const optional = {
    layer: layerOf(conform),
    // An ArcGIS server is asked for longitude and latitude, whatever the county's own system is.
    crs: isArcGis(entry) ? undefined : textOf(conform.srs),
    encoding: isArcGis(entry) ? undefined : textOf(conform.encoding),
    attribution,
    license,
    note:
      pin === undefined && conform.pid !== undefined
        ? `The definition ${o.id} makes the PIN in a way that --map cannot repeat (${JSON.stringify(conform.pid)}): the PIN is guessed; check it.`
        : undefined,
  };
  return {
    id: o.id,
    name: nameOf(definition, o.id),
    data,
    pin,
    ...(Object.fromEntries(
      Object.entries(optional).filter(([, value]) => value !== undefined),
    ) as Partial<CountyDefinition>),
  };
}
