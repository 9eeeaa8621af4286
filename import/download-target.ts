// Where a download goes: a name from the address or from the server, and a note beside it of what has been fetched.
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What is remembered about a download, in a JSON file beside it. */
export type DownloadNote = {
  url: string;
  /** The file's name in the folder, once the server has answered. */
  file: string;
  etag: string | null;
  lastModified: string | null;
  /** Of the whole file, where the server says. */
  bytes: number | null;
  finished: boolean;
};

/** One address, one note: the same file name may come from two counties. */
function key(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 8);
}

function notePath(folder: string, url: string): string {
  return join(folder, `download-${key(url)}.json`);
}

export async function readNote(folder: string, url: string): Promise<DownloadNote | undefined> {
  try {
    const note = JSON.parse(await readFile(notePath(folder, url), 'utf8')) as DownloadNote;
    return note.url === url && typeof note.file === 'string' ? note : undefined;
  } catch {
    // Missing, or cut by a kill: the download starts over.
    return undefined;
  }
}

/** Whole or not at all: a kill in the middle must not leave half a note. */
export async function writeNote(folder: string, note: DownloadNote): Promise<void> {
  const path = notePath(folder, note.url);
  await writeFile(`${path}.new`, JSON.stringify(note));
  await rename(`${path}.new`, path);
}

const endings: ReadonlyMap<string, string> = new Map([
  ['application/geo+json', '.geojson'],
  ['application/vnd.geo+json', '.geojson'],
  ['application/json', '.json'],
  ['application/zip', '.zip'],
  ['application/x-zip-compressed', '.zip'],
  ['application/geopackage+sqlite3', '.gpkg'],
  ['application/vnd.google-earth.kml+xml', '.kml'],
  ['application/vnd.google-earth.kmz', '.kmz'],
  ['application/gml+xml', '.gml'],
  ['application/vnd.apache.parquet', '.parquet'],
  ['text/csv', '.csv'],
]);

/** A name with the ending of the format: from Content-Disposition, else the address, else the type of the content. */
export function fileNameFor(o: { url: string; finalUrl: string; headers: Headers }): string {
  const candidates = [
    dispositionName(o.headers.get('content-disposition')),
    pathName(o.finalUrl),
    pathName(o.url),
    ...queryNames(o.url),
  ].filter((name) => name !== undefined && name !== '');
  const name = safe(
    candidates.find((candidate) => hasKnownEnding(candidate!)) ?? candidates[0] ?? 'download',
  );
  const type = (o.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
  const withEnding = hasKnownEnding(name) ? name : name + (endings.get(type) ?? '');
  return `${key(o.url)}-${withEnding}`;
}

const known =
  /\.(?:(?:geo)?json[ls]?|ndjson|jsonl|geojsonseq|zip|gpkg|fgb|(?:geo)?parquet|csv|tsv|txt|dbf|shp|kml|kmz|gml|tab|mif|dxf|gdb)(?:\.(?:gz|zip))?$/i;

function hasKnownEnding(name: string): boolean {
  return known.test(name);
}

function dispositionName(header: string | null): string | undefined {
  if (header === null) return undefined;
  const [, encoded] = /filename\*\s*=\s*(?:utf-8|iso-8859-1)?'[^']*'([^;]+)/i.exec(header) ?? [];
  if (encoded !== undefined) return decoded(encoded.trim());
  const [, quoted, bare] = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(header) ?? [];
  return quoted ?? bare?.trim();
}

function pathName(url: string): string {
  return decoded(new URL(url).pathname.split('/').at(-1) ?? '');
}

/** Portals put the name into the query: download?file=parcels.zip, ?format=geojson. */
function queryNames(url: string): string[] {
  const { searchParams, pathname } = new URL(url);
  const names = [...searchParams.values()].map((value) => value.split('/').at(-1)!);
  const base = decoded(pathname.split('/').at(-1) ?? '') || 'download';
  return [
    ...names.filter(hasKnownEnding),
    ...names.map((value) => `${base}.${value}`).filter(hasKnownEnding),
  ];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The server chooses this name: it must stay in the folder, and short. */
function safe(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+/, '');
  return plain === '' ? 'download' : plain.slice(-100);
}
