// Opens whatever an operator names: a file, an archive, a folder, or an address; and finds the reader for it.
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bounds } from '../geo/geometry.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { isArcGisAddress, openArcGis } from './arcgis/open-arcgis.ts';
import { type ArcGisToken, isTokenFor } from './arcgis/server-client.ts';
import { detectFormat, type FileFormat } from './detect-format.ts';
import { download } from './download.ts';
import { dayOfLayerFiles } from './file-day.ts';
import { isGeodatabase, isGeodatabaseName } from './find-data-files.ts';
import type { OpenSource, StepProgress } from './layer.ts';
import { NothingThere } from './nothing-there.ts';
import { openFolder } from './open-folder.ts';
import { openCsv } from './readers/csv.ts';
import { openDbf } from './readers/dbf.ts';
import { openWithGdal } from './readers/gdal.ts';
import { openGeoJson } from './readers/geojson.ts';
import { openGeoPackage } from './readers/geopackage.ts';
import { isSpatiaLite } from './readers/geopackage-file.ts';
import { openGeoParquet } from './readers/geoparquet.ts';
import { openShapefile } from './readers/shapefile.ts';
import { siblingOf } from './readers/sibling-file.ts';
import { withTidyNames } from './tidy-names.ts';
import {
  budgetOf,
  type UnpackBudget,
  type Unpacked,
  type UnpackLimits,
  unpackGzip,
  unpackZip,
} from './unpack-archive.ts';

export type OpenOptions = {
  /** A path, or an http(s) address. */
  source: string;
  /** A folder for downloads and unpacked archives; kept between runs so that a broken download resumes. */
  workFolder: string;
  /** Overrides the guessed encoding of text. */
  encoding?: string | undefined;
  /** For ArcGIS. */
  tokens?: readonly ArcGisToken[];
  /** For ArcGIS: only rows that touch one of these are asked for. Files are read as they are. */
  within?: readonly Bounds[] | undefined;
  signal?: AbortSignal;
  onProgress?: (progress: StepProgress) => void;
  /** For tests. */
  limits?: UnpackLimits;
};

/** Inside an archive. */
type OpenInside = OpenOptions & { budget?: UnpackBudget };

/** A zip in a zip is common; deeper ones are made to do harm. */
const MAX_ARCHIVES_INSIDE = 2;

export async function openSource(o: OpenOptions): Promise<OpenSource> {
  const opened = await openAny(o);
  return { ...opened, layers: opened.layers.map(withTidyNames) };
}

async function openAny(o: OpenOptions): Promise<OpenSource> {
  const source = o.source.trim();
  if (source === '')
    throw new OperatorError('No source is named. Give the path of a file or the address of a layer.');
  if (/^https?:\/\//i.test(source)) return openAddress({ ...o, source });
  if (/^file:\/\//i.test(source)) return openPath(fileURLToPath(source), o, 0);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(source)) {
    throw new OperatorError(
      `${source} is not an http or https address. Download the file, and give its path.`,
    );
  }
  return openPath(resolve(source), o, 0);
}

async function openAddress(o: OpenOptions): Promise<OpenSource> {
  const { source: url, workFolder, tokens = [], within } = o;
  const token = tokens.find((one) => isTokenFor(one, url)) ?? tokens[0];
  const progress = {
    ...(o.signal && { signal: o.signal }),
    ...(o.onProgress && { onProgress: o.onProgress }),
  };
  if (isArcGisAddress(url)) return openArcGis({ url, workFolder, token, within, ...progress });
  const { path } = await download({ url, folder: join(workFolder, 'downloads'), ...progress });
  return openPath(path, o, 0);
}

async function openPath(path: string, o: OpenInside, archivesAround: number): Promise<OpenSource> {
  o.signal?.throwIfAborted();
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
      throw new NothingThere(`There is no file or folder ${path}. Check the path.`);
    }
    throw new OperatorError(`Cannot open ${path}. Check the path.`);
  });
  if (info.isFile()) return openFile(path, o, archivesAround);
  if (!info.isDirectory()) {
    // Reading a pipe would wait for its writer, and it cannot be read twice.
    throw new OperatorError(
      `${path} is neither a file nor a folder. Save the data in a file, and import that.`,
    );
  }
  if (await isGeodatabase(path)) return withDay(path, await openWithGdal({ path, workFolder: o.workFolder }));
  return openFolder({
    folder: path,
    shownName: basename(path),
    openFile: (file) => openPath(file, o, archivesAround),
  });
}

async function openFile(path: string, o: OpenInside, archivesAround: number): Promise<OpenSource> {
  const format = await formatOf(path);
  if (format === 'zip') return openArchive(path, o, archivesAround);
  if (format === 'gzip') return openGzip(path, o, archivesAround);
  // Any file of a Shapefile or of a File Geodatabase stands for the whole.
  const whole =
    format === 'shapefile part'
      ? await shapesBeside(path)
      : format === 'other' && isGeodatabaseName(dirname(path))
        ? dirname(path)
        : path;
  return withDay(whole, await openLayers({ ...o, path: whole, format }));
}

/** Layers that say nothing else are as old as their files. */
async function withDay(path: string, source: OpenSource): Promise<OpenSource> {
  const day = await dayOfLayerFiles(path);
  return day === undefined
    ? source
    : { ...source, layers: source.layers.map((layer) => ({ day, ...layer })) };
}

async function openLayers(
  o: Pick<OpenInside, 'encoding' | 'workFolder' | 'budget'> & {
    path: string;
    format: Exclude<FileFormat, 'zip' | 'gzip'>;
  },
): Promise<OpenSource> {
  const { path, encoding, workFolder, budget } = o;
  const name = basename(path);
  switch (o.format) {
    case 'empty':
      throw new OperatorError(`${name} is empty. Get a complete copy of it.`);
    case 'web page':
      throw new OperatorError(
        `${name} is a web page, not data. It was saved from a page about the data: download the data itself.`,
      );
    case 'foreign archive':
      throw new OperatorError(
        `${name} is an archive that Platbook cannot unpack. Unpack it, and import the folder.`,
      );
    case 'shapefile':
    case 'shapefile part':
      return openShapefile({ path, encoding });
    case 'dbf':
      return openDbf({ path, encoding });
    case 'geopackage':
      return isSpatiaLite(path) ? openWithGdal({ path, workFolder }) : openGeoPackage({ path });
    case 'geoparquet':
      return openGeoParquet({ path });
    case 'geojson':
      return openGeoJson({ path });
    case 'csv':
      return openCsv({ path, encoding });
    case 'other':
      return openWithGdal({ path, workFolder, budget });
  }
}

async function formatOf(path: string) {
  try {
    return await detectFormat(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    throw new OperatorError(`${path} may not be read by this user. Change its permissions.`);
  }
}

async function shapesBeside(path: string): Promise<string> {
  const shapes = await siblingOf(path, '.shp');
  if (shapes) return shapes;
  throw new OperatorError(
    `${basename(path)} is a part of a Shapefile, but the .shp is not beside it. Put all its files into one folder.`,
  );
}

async function openArchive(path: string, o: OpenInside, archivesAround: number): Promise<OpenSource> {
  if (archivesAround >= MAX_ARCHIVES_INSIDE) {
    throw new OperatorError(
      `${basename(path)} is an archive deep inside archives. Unpack it, and import the folder.`,
    );
  }
  const budget = o.budget ?? (await budgetOf(path));
  const unpacked = await unpackZip({ ...o, path, budget });
  return closingWith(unpacked, () =>
    openFolder({
      folder: unpacked.folder,
      shownName: basename(path),
      openFile: (file) => openPath(file, { ...o, budget }, archivesAround + 1),
    }),
  );
}

async function openGzip(path: string, o: OpenInside, archivesAround: number): Promise<OpenSource> {
  const budget = o.budget ?? (await budgetOf(path));
  const unpacked = await unpackGzip({ ...o, path, budget });
  return closingWith(unpacked, () => openPath(unpacked.path, { ...o, budget }, archivesAround + 1));
}

/** The unpacked files go when the source is closed, or cannot be opened. */
async function closingWith(unpacked: Unpacked, open: () => Promise<OpenSource>): Promise<OpenSource> {
  try {
    const source = await open();
    return {
      ...source,
      close: async () => {
        await source.close();
        await unpacked.remove();
      },
    };
  } catch (error) {
    await unpacked.remove();
    throw error;
  }
}
