// Reads what only GDAL can (File Geodatabase, FlatGeobuf, GML, MapInfo, DXF …): GDAL converts a layer to a GeoPackage,
// which is read from there. It is written ten times as fast as GeoJSON, with exact coordinates and their system.
import { basename, join } from 'node:path';
import { isDiskFull } from '../../runtime/disk-full.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import type { CrsName, FieldType, Layer, LayerField, OpenSource, RawFeature, ReadOptions } from '../layer.ts';
import type { UnpackBudget } from '../unpack-archive.ts';
import { makeUnpackFolder } from '../unpack-folder.ts';
import { unpackForGdal } from './gdal-archive.ts';
import { type GdalChild, GdalFailure, startGdal } from './gdal-child.ts';
import type { GdalInfo, GdalLayer } from './gdal-process.ts';
import { geometryOfType } from './geometry-parts.ts';
import { openGeoPackage, wktOfGeoPackage } from './geopackage.ts';
import { isPlainKml, openKml } from './kml.ts';
import { checkMapInfoFiles } from './mapinfo-files.ts';

/** Up to here a read is a look at the first rows, for which the whole layer is not converted. */
const SAMPLE_LIMIT = 2000;

/** GDAL knows some fifty more. Among them are those that only name other files or servers, whatever the file itself is called. */
const DRIVERS = new Set([
  'OpenFileGDB',
  'FlatGeobuf',
  'GML',
  'KML',
  'LIBKML',
  'MapInfo File',
  'DXF',
  'DGN',
  'GeoJSON',
  'GeoJSONSeq',
  'ESRIJSON',
  'TopoJSON',
  'GPKG',
  'SQLite',
  'ESRI Shapefile',
  'OGR_GMT',
  'GPX',
  'AVCE00',
  'AVCBin',
]);

type Opened = { child: GdalChild; folder: string; fileName: string; info: GdalInfo };

export async function openWithGdal(o: {
  path: string;
  workFolder: string;
  budget?: UnpackBudget | undefined;
}): Promise<OpenSource> {
  const fileName = basename(o.path);
  const { folder, remove } = await makeUnpackFolder(o);
  let child: GdalChild | undefined;
  const close = async () => {
    await child?.kill();
    await remove();
  };
  try {
    const path = await unpackForGdal({ ...o, folder });
    const noShapesReason = await checkMapInfoFiles(path);
    if (await isPlainKml(path)) return { ...(await openKml({ path, fileName })), close };
    child = startGdal();
    await child.call('start', { folder });
    const { value: info } = await child.call('open', { path });
    if (info === null || !DRIVERS.has(info.driverShortName ?? '')) throw unknownFormat(fileName);
    const opened: Opened = { child, folder, fileName, info };
    const withoutShapes = noShapesReason !== undefined && { geometry: 'none' as const, noShapesReason };
    const layers: Layer[] = [];
    for (const [index, layer] of (info.layers ?? []).entries())
      layers.push({ ...(await describeLayer(opened, layer, index)), ...withoutShapes });
    if (layers.length === 0) throw new OperatorError(`${fileName} has no layer: is it the right file?`);
    return { layers, close };
  } catch (error) {
    await close();
    throw inWords(error, fileName);
  }
}

function unknownFormat(fileName: string): OperatorError {
  return new OperatorError(
    `${fileName} is damaged or in a format that Platbook does not read: give it a Shapefile, GeoPackage, GeoJSON, FlatGeobuf, GeoParquet, CSV with WKT, File Geodatabase, KML, KMZ, GML, MapInfo, Esri JSON or DXF file, or convert pictures and heights with gdal_translate -of GTiff.`,
  );
}

async function describeLayer(opened: Opened, layer: GdalLayer, index: number): Promise<Layer> {
  const { info } = opened;
  const [geometry] = layer.geometryFields ?? [];
  const translations = codedValues(info, layer);
  const converted = new Map<string, Promise<void>>();
  let wkt = geometry?.coordinateSystem?.wkt;
  // Of a MIF file GDAL says the system only to what it writes.
  if (geometry && !wkt && info.driverShortName === 'MapInfo File' && layer.featureCount !== 0) {
    const name = sampleName(index);
    const conversion = convert({ opened, layer, name, isSample: true });
    converted.set(name, conversion);
    await conversion;
    wkt = wktOfGeoPackage(fileOf(opened, name));
  }
  return {
    name: layer.name,
    geometry: geometryOf(geometry?.type),
    fields: (layer.fields ?? []).map((field) => fieldOf(field, translations.has(field.name))),
    crs: crsOf(wkt, info.driverShortName),
    count: layer.featureCount === undefined || layer.featureCount < 0 ? undefined : layer.featureCount,
    read: (options) => readLayer({ opened, layer, index, converted, translations, options: options ?? {} }),
  };
}

async function* readLayer(o: {
  opened: Opened;
  layer: GdalLayer;
  index: number;
  /** By the name of the file, so that a second reading finds it. */
  converted: Map<string, Promise<void>>;
  translations: Translations;
  options: ReadOptions;
}): AsyncGenerator<RawFeature[]> {
  const { opened, layer, converted, options } = o;
  const { signal, limit } = options;
  signal?.throwIfAborted();
  // GDAL writes nothing for it.
  if (layer.featureCount === 0) return;
  const isSample = limit !== undefined && limit <= SAMPLE_LIMIT;
  const name = isSample ? sampleName(o.index) : `layer-${o.index}`;
  // Nothing else ends GDAL in the middle of its work.
  const onAbort = () => void opened.child.kill();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    let conversion = converted.get(name);
    if (conversion === undefined) {
      conversion = convert({ opened, layer, name, isSample });
      converted.set(name, conversion);
    }
    await conversion;
  } catch (error) {
    signal?.throwIfAborted();
    throw inWords(error, opened.fileName);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
  const written = await layerIn(opened, name);
  const renamed = renamedFields(layer, written);
  for await (const batch of written.read(options)) {
    for (const { properties } of batch) {
      for (const [theirs, ours] of renamed) properties[ours] = properties[theirs] ?? null;
      translate(properties, o.translations);
    }
    yield batch;
  }
}

function fileOf({ folder }: Opened, name: string): string {
  return join(folder, `${name}.gpkg`);
}

async function layerIn(opened: Opened, name: string): Promise<Layer> {
  return (await openGeoPackage({ path: fileOf(opened, name) })).layers[0]!;
}

/** SQL knows no case of names: GDAL writes `pin2` for a `pin` beside a `PIN`. The order is the same. */
function renamedFields(layer: GdalLayer, written: Layer): [theirs: string, ours: string][] {
  const pairs = written.fields.map(({ name }, at): [string, string] => [name, layer.fields![at]!.name]);
  return pairs.filter(([theirs, ours]) => theirs !== ours);
}

function sampleName(index: number): string {
  return `layer-${index}-sample`;
}

async function convert(o: {
  opened: Opened;
  layer: GdalLayer;
  name: string;
  isSample: boolean;
}): Promise<void> {
  const { opened, layer, name } = o;
  // Curves become short lines, Z and M are dropped. The names are ones that no county has.
  const options = ['-f', 'GPKG', '-dim', 'XY', '-nlt', 'CONVERT_TO_LINEAR', '-gt', 'unlimited'];
  options.push(
    '-lco',
    'FID=platbook_fid',
    '-lco',
    'GEOMETRY_NAME=platbook_shape',
    '-lco',
    'SPATIAL_INDEX=NO',
  );
  // What a crash leaves is not read.
  options.push('--config', 'OGR_SQLITE_JOURNAL', 'OFF', '--config', 'OGR_SQLITE_SYNCHRONOUS', 'OFF');
  if ((layer.geometryFields ?? []).length > 0) options.push('-nlt', 'PROMOTE_TO_MULTI');
  if (o.isSample) options.push('-limit', String(SAMPLE_LIMIT));
  const { errors } = await opened.child.call('convert', { options: [...options, layer.name], name });
  const full = errors.find((words) => isDiskFull(new Error(words)));
  if (full !== undefined) throw new GdalFailure(full, false);
  if (o.isSample || layer.featureCount === undefined) return;
  // GDAL goes on after some faults, and says nothing where FlatGeobuf is cut between two features.
  if (errors.length === 0 && opened.info.driverShortName !== 'FlatGeobuf') return;
  const rows = (await layerIn(opened, name)).count ?? 0;
  if (rows < layer.featureCount) {
    throw new OperatorError(
      `${opened.fileName} is damaged: GDAL could read ${rows.toLocaleString('en-US')} of the ${layer.featureCount.toLocaleString('en-US')} rows of ${layer.name} (${errors[0] ?? 'it ends in the middle'}). Export it again.`,
    );
  }
}

function inWords(error: unknown, fileName: string): unknown {
  // Of a full disk GDAL tells in SQLite's words: whoever runs the command says which.
  if (!(error instanceof GdalFailure) || isDiskFull(error)) return error;
  // Where in its own code GDAL stumbled helps nobody here.
  const reason = /^Error occurred in .* at line \d+/.test(error.message)
    ? 'it is cut off or damaged'
    : error.message;
  const sentence = error.hasCrashed
    ? `GDAL stopped while it read ${fileName} (${reason})`
    : `GDAL could not read ${fileName} (${reason})`;
  return new OperatorError(`${sentence}: export it as GeoPackage or Shapefile, and import that.`);
}

function geometryOf(type: string | undefined): Layer['geometry'] {
  return type === undefined || /^none$/i.test(type) ? 'none' : geometryOfType(type);
}

const numberTypes = new Set(['Integer', 'Integer64', 'Real']);

function fieldOf(
  { name, type, subType, alias }: NonNullable<GdalLayer['fields']>[number],
  isCoded: boolean,
): LayerField {
  let fieldType: FieldType = 'text';
  if (type === 'Date' || type === 'DateTime') fieldType = 'date';
  else if (subType === 'Boolean') fieldType = 'boolean';
  else if (numberTypes.has(type) && !isCoded) fieldType = 'number';
  const field: LayerField = { name, type: fieldType };
  if (alias !== undefined && alias !== '' && alias !== name) field.alias = alias;
  return field;
}

function crsOf(wkt: string | undefined, driver: string | undefined): CrsName | undefined {
  // By its standard; GDAL does not say it.
  if (driver === 'TopoJSON') return { kind: 'epsg', code: 4326 };
  if (wkt === undefined || wkt === '') return undefined;
  const root = /,\s*ID\["EPSG",\s*(\d+)\]\s*\]\s*$/;
  // GDAL names the numbers of MapInfo's zones without regard to their units: feet for a file in meters.
  if (driver === 'MapInfo File') return { kind: 'wkt', text: wkt.replace(root, ']') };
  const [, code] = root.exec(wkt) ?? [];
  return code === undefined ? { kind: 'wkt', text: wkt } : { kind: 'epsg', code: Number(code) };
}

/** By field, then by code: a File Geodatabase keeps the words apart. */
type Translations = ReadonlyMap<string, ReadonlyMap<string, string>>;

function codedValues(info: GdalInfo, layer: GdalLayer): Translations {
  const translations = new Map<string, Map<string, string>>();
  for (const { name, domainName } of layer.fields ?? []) {
    const words = domainName === undefined ? undefined : info.domains?.[domainName]?.codedValues;
    if (words === undefined) continue;
    const known = Object.entries(words).filter((entry): entry is [string, string] => entry[1] !== null);
    translations.set(name, new Map(known));
  }
  return translations;
}

function translate(properties: RawFeature['properties'], translations: Translations): void {
  for (const [name, words] of translations) {
    const value = properties[name];
    if (value !== null && value !== undefined) properties[name] = words.get(String(value)) ?? value;
  }
}
