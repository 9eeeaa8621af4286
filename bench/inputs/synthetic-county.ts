// Synthetic counties of any size, made once and kept in the scratch folder: as files, and imported.
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MapGeometry } from '../../geo/geometry.ts';
import type { ParcelRecord } from '../../store/parcel-store.ts';
import { writeSyntheticGeoPackage } from '../../test/synthetic-geopackage.ts';
import { syntheticParcels } from '../../test/synthetic-parcels.ts';
import { runProgram } from '../measure/processes.ts';
import { root, scratch } from '../scratch.ts';
import { platbookCommand } from './running-platbook.ts';

/** About square, and a multiple of 20 columns, as syntheticParcels requires. */
export function parcelsOf(count: number): Iterable<ParcelRecord> {
  const columns = Math.max(20, Math.round(Math.sqrt(count) / 20) * 20);
  return syntheticParcels({ columns, rows: Math.ceil(count / columns) });
}

/** Data made by other code are made again. */
function fingerprint(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 12);
}
const generator = () => fingerprint(['test/synthetic-parcels.ts', 'test/synthetic-geopackage.ts']);

/** `name` is NAME@VERSION: other versions of the same name are removed. */
export async function kept(name: string, make: (path: string) => Promise<unknown>): Promise<string> {
  const path = join(scratch, name);
  if (existsSync(path)) return path;
  const family = name.slice(0, name.lastIndexOf('@') + 1);
  for (const other of readdirSync(scratch)) {
    if (other.startsWith(family)) rmSync(join(scratch, other), { recursive: true, force: true });
  }
  await make(`${path}.new`);
  renameSync(`${path}.new`, path);
  return path;
}

/** A GeoPackage in State Plane feet. */
export function countyFile(count: number): Promise<string> {
  return kept(`county-${count}@${generator()}.gpkg`, async (path) => {
    rmSync(path, { force: true });
    await writeSyntheticGeoPackage(path, parcelsOf(count));
  });
}

type Feature = { properties: object; geometry: MapGeometry; tippecanoe?: object };

/** GeoJSON, a feature a line. */
export async function writeFeatures(path: string, features: Iterable<Feature>): Promise<void> {
  function* lines() {
    for (const feature of features) yield `${JSON.stringify({ type: 'Feature', ...feature })}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
}

/** With the properties that tiles carry. */
export function countyFeatures(count: number): Promise<string> {
  const version = fingerprint(['test/synthetic-parcels.ts', 'bench/inputs/synthetic-county.ts']);
  return kept(`features-${count}@${version}.geojsonl`, (path) => {
    function* features(): Generator<Feature> {
      for (const { pin, name, add1, city, taxacres, geometry } of parcelsOf(count)) {
        const properties = { PIN: pin, Name: name, ADD1: add1, CITY: city, TaxAcres: taxacres };
        yield {
          properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null)),
          geometry,
        };
      }
    }
    return writeFeatures(path, features());
  });
}

export const importArgs = (file: string) =>
  platbookCommand(['import', file, '--as', 'bench', '--title', 'Bench']);

/** A data folder. */
export async function importedFolder(count: number): Promise<string> {
  const file = await countyFile(count);
  return kept(importedName(count), async (path) => {
    rmSync(path, { recursive: true, force: true });
    await runProgram({ program: process.execPath, args: importArgs(file), env: { DATA_DIR: path } });
  });
}
export const importedName = (count: number) => `imported-${count}@${fingerprint(['dist/built-from'])}`;
