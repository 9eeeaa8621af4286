// Reads what only GDAL can (File Geodatabase, GML, MapInfo, DXF …): GDAL converts a layer to FlatGeobuf, which is
// read from there. FlatGeobuf, as GDAL writes it ten times as fast as GeoJSON, with exact coordinates and their system.
import { basename, join } from 'node:path';
import { OperatorError } from '../../runtime/operator-error.ts';
import type { CrsName, FieldType, Layer, LayerField, OpenSource, RawFeature, ReadOptions } from '../layer.ts';
import { makeUnpackFolder } from '../unpack-folder.ts';
import { openFlatGeobuf, wktOfFlatGeobuf } from './flatgeobuf.ts';
import { unpackForGdal } from './gdal-archive.ts';
import { type GdalChild, GdalFailure, startGdal } from './gdal-child.ts';
import type { GdalInfo, GdalLayer } from './gdal-process.ts';
import { isPlainKml, openKml } from './kml.ts';
import { checkMapInfoFiles } from './mapinfo-files.ts';

/** Up to here a read is a look at the first rows, for which the whole layer is not converted. */
const SAMPLE_LIMIT = 2000;

type Opened = { child: GdalChild; folder: string; fileName: string; info: GdalInfo };

export async function openWithGdal(o: { path: string; workFolder: string }): Promise<OpenSource> {
  const fileName = basename(o.path);
  const { folder, remove } = await makeUnpackFolder(o);
  let child: GdalChild | undefined;
  const close = async () => {
    await child?.kill();
    await remove();
  };
  try {
    const path = await unpackForGdal({ path: o.path, folder });
    const noShapesReason = await checkMapInfoFiles(path);
    if (await isPlainKml(path)) return { ...(await openKml({ path, fileName })), close };
    child = startGdal();
    await child.call('start', { folder });
    const { value: info } = await child.call('open', { path });
    if (info === null) throw unknownFormat(fileName);
    const opened: Opened = { child, folder, fileName, info };
    const withoutShapes = noShapesReason !== undefined && { geometry: 'none' as const, noShapesReason };
    const layers: Layer[] = [];
    for (const [index, layer] of (info.layers ?? []).entries())
      layers.push({ ...(await describeLayer(opened, layer, index)), ...withoutShapes });
    if (layers.length === 0)
      throw new OperatorError(`${fileName} has no layer with parcels: is it the right file?`);
    return { layers, close };
  } catch (error) {
    await close();
    throw inWords(error, fileName);
  }
}

function unknownFormat(fileName: string): OperatorError {
  return new OperatorError(
    `${fileName} is damaged or in a format that Platbook does not read: give it a Shapefile, GeoPackage, GeoJSON, FlatGeobuf, GeoParquet, CSV with WKT, File Geodatabase, KML, KMZ, GML, MapInfo, Esri JSON or DXF file.`,
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
    wkt = await wktOfFlatGeobuf(join(opened.folder, `${name}.fgb`));
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
  const source = await openFlatGeobuf({ path: join(opened.folder, `${name}.fgb`) });
  for await (const batch of source.layers[0]!.read(options)) {
    if (o.translations.size > 0) for (const { properties } of batch) translate(properties, o.translations);
    yield batch;
  }
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
  // Curves become short lines, Z and M are dropped. Without an index the rows keep their order.
  const options = ['-f', 'FlatGeobuf', '-lco', 'SPATIAL_INDEX=NO', '-dim', 'XY', '-nlt', 'CONVERT_TO_LINEAR'];
  if ((layer.geometryFields ?? []).length > 0) options.push('-nlt', 'PROMOTE_TO_MULTI');
  if (o.isSample) options.push('-limit', String(SAMPLE_LIMIT));
  const { errors } = await opened.child.call('convert', { options: [...options, layer.name], name });
  // GDAL goes on after some faults, and what it leaves out then is not to be seen in what it wrote.
  if (errors.length > 0 && !o.isSample && layer.featureCount !== undefined) {
    const { layers } = await openFlatGeobuf({ path: join(opened.folder, `${name}.fgb`) });
    let rows = 0;
    for await (const batch of layers[0]!.read()) rows += batch.length;
    if (rows < layer.featureCount) {
      throw new OperatorError(
        `${opened.fileName} is damaged: GDAL could read ${rows.toLocaleString('en-US')} of the ${layer.featureCount.toLocaleString('en-US')} rows of ${layer.name} (${errors[0]}). Export it again.`,
      );
    }
  }
}

function inWords(error: unknown, fileName: string): unknown {
  if (!(error instanceof GdalFailure)) return error;
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
  if (type === undefined || /^none$/i.test(type)) return 'none';
  if (/polygon|surface/i.test(type)) return 'area';
  return /point|line|curve/i.test(type) ? 'other' : 'unknown';
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
