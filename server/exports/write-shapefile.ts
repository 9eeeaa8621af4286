// A Shapefile in a zip: .shp, .shx, .dbf, .prj, .cpg, and a README with the full names of its fields. Its table needs the widths of
// its columns first, so shapes and rows wait on the disk until all parcels have come.
import { Readable } from 'node:stream';
import { widenBounds } from '../../geo/bounds-of.ts';
import { FlatArea } from '../../geo/flat-area.ts';
import type { Bounds } from '../../geo/geometry.ts';
import { decodeInto } from '../../geo/geometry-code.ts';
import type { ExportedParcel } from '../../store/parcel-queries.ts';
import { Failure } from '../failure.ts';
import { type AboutExport, factsAbout, stemOf, titleOf } from './about-export.ts';
import { DBF_COLUMNS_MAX, DBF_END, DbfColumn, dbfHead, dbfRows, dbfSize, ShortNames } from './dbf-table.ts';
import { type CellValue, CountyColumns, type ExportColumn, exportColumns } from './export-columns.ts';
import { inTurns, Turns } from './in-turns.ts';
import type { ParcelWriter } from './parcel-writer.ts';
import { ScratchFile } from './scratch-file.ts';
import { SHP_HEAD_BYTES, shpHead, shpRecord, shxEntry } from './shapefile-records.ts';

/** Of each file: many programs count its bytes in 32 bits with a sign. */
const FILE_BYTES_MAX = 2 ** 31 - 1;

/** As Esri writes it, which every program knows. */
const WGS84_PRJ =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

export function shapefileWriter(fileBytesMax = FILE_BYTES_MAX): ParcelWriter {
  return {
    mediaType: 'application/zip',
    ending: 'shp.zip',
    async *write(parcels, about, signal) {
      const parts = await ShapefileParts.open(about, fileBytesMax);
      try {
        for await (const slice of inTurns(parcels, signal)) await parts.add(slice);
        parts.checkSize();
        yield* zipOf(parts, about, signal);
      } finally {
        await parts.close();
      }
    },
  };
}

async function* zipOf(
  parts: ShapefileParts,
  about: AboutExport,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  // Loaded with the first export, as it is no part of a start.
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const stem = stemOf(about);
  const options = { mtime: new Date(about.exportedAt) };
  const output = zip.outputStream as Readable;
  const sources: Readable[] = [];
  // yazl does not look after what fails in its sources: the file would never end.
  const fail = (error: unknown) => void output.destroy(error as Error);
  zip.on('error', fail);
  // Whoever reads it learns of that; nobody does any more once reading has stopped.
  output.on('error', () => {});
  const add = (ending: string, bytes: () => AsyncIterable<Uint8Array>) => {
    zip.addReadStreamLazy(`${stem}.${ending}`, options, (done) => {
      const source = Readable.from(bytes(), { objectMode: false });
      source.on('error', fail);
      sources.push(source);
      done(null, source);
    });
  };
  zip.addBuffer(Buffer.from(readmeOf(about, parts)), 'README.txt', options);
  zip.addBuffer(Buffer.from('UTF-8'), `${stem}.cpg`, options);
  zip.addBuffer(Buffer.from(WGS84_PRJ), `${stem}.prj`, options);
  add('shx', () => parts.shxBytes());
  add('shp', () => parts.shpBytes());
  add('dbf', () => parts.dbfBytes(signal));
  zip.end();
  try {
    for await (const chunk of output) {
      signal.throwIfAborted();
      yield chunk;
    }
  } finally {
    for (const source of sources) source.destroy();
    output.destroy();
  }
}

class ShapefileParts {
  readonly #about: AboutExport;
  readonly #fileBytesMax: number;
  readonly #shapes: ScratchFile;
  readonly #index: ScratchFile;
  readonly #rows: ScratchFile;
  readonly #own: readonly ExportColumn[];
  readonly #county: CountyColumns;
  readonly #shortNames = new ShortNames();
  readonly #columnOf = new Map<string, number>();
  readonly #area = new FlatArea();
  readonly columns: DbfColumn[] = [];
  /** Full names of fields that a table of dBASE has no room for. */
  leftOut: string[] = [];
  /** Where each slice of rows begins. */
  readonly #slices: { position: number; length: number }[] = [];
  #count = 0;
  #bounds: Bounds | undefined;

  private constructor(about: AboutExport, fileBytesMax: number, files: ScratchFile[]) {
    this.#about = about;
    this.#fileBytesMax = fileBytesMax;
    [this.#shapes, this.#index, this.#rows] = files as [ScratchFile, ScratchFile, ScratchFile];
    this.#own = exportColumns(about);
    this.#county = new CountyColumns(this.#own);
    for (const { name, type } of this.#own) this.#addColumn(name, type);
  }

  static async open(about: AboutExport, fileBytesMax: number): Promise<ShapefileParts> {
    const files: ScratchFile[] = [];
    try {
      for (let i = 0; i < 3; i++) files.push(await ScratchFile.create());
      return new ShapefileParts(about, fileBytesMax, files);
    } catch (error) {
      await Promise.all(files.map((file) => file.close()));
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#shapes.close(), this.#index.close(), this.#rows.close()]);
  }

  #addColumn(fullName: string, type: DbfColumn['type']): void {
    if (this.columns.length === DBF_COLUMNS_MAX) {
      if (!this.leftOut.includes(fullName)) this.leftOut.push(fullName);
      return;
    }
    this.#columnOf.set(fullName, this.columns.length);
    this.columns.push(new DbfColumn({ fullName, name: this.#shortNames.shorten(fullName), type }));
  }

  async add(slice: readonly ExportedParcel[]): Promise<void> {
    const rows: CellValue[][] = [];
    for (const parcel of slice) {
      await this.#addShape(parcel.shape);
      rows.push(this.#cellsOf(parcel));
    }
    const text = Buffer.from(JSON.stringify(rows));
    this.#slices.push({ position: this.#rows.length, length: text.length });
    await this.#rows.append(text);
  }

  async #addShape(shape: Uint8Array): Promise<void> {
    decodeInto(this.#area, shape);
    const box = this.#area.bounds();
    const record = shpRecord(this.#area, { number: ++this.#count, box });
    const position = SHP_HEAD_BYTES + this.#shapes.length;
    if (position + record.length > this.#fileBytesMax) throw this.#tooLarge('shapes');
    await this.#index.append(shxEntry(position, record));
    await this.#shapes.append(record);
    this.#bounds ??= { ...box };
    widenBounds(this.#bounds, box);
  }

  #cellsOf(parcel: ExportedParcel): CellValue[] {
    const cells = this.#own.map(({ value }) => value(parcel));
    for (const [name, value] of this.#county.cellsOf(parcel)) {
      if (!this.#columnOf.has(name)) this.#addColumn(name, 'text');
      const at = this.#columnOf.get(name);
      if (at === undefined) continue;
      while (cells.length < at) cells.push(null);
      cells[at] = value;
    }
    cells.forEach((cell, at) => {
      this.columns[at]!.look(cell);
    });
    return cells;
  }

  checkSize(): void {
    if (dbfSize(this.columns, this.#count) > this.#fileBytesMax) throw this.#tooLarge('fields');
  }

  #tooLarge(what: 'shapes' | 'fields'): Failure {
    const count = this.#about.count.toLocaleString('en-US');
    return new Failure(
      422,
      `The ${what} of these ${count} parcels need more than 2 GB, which a Shapefile cannot hold. Narrow the filter, or export a GeoPackage instead.`,
    );
  }

  async *shpBytes(): AsyncGenerator<Uint8Array> {
    yield shpHead(SHP_HEAD_BYTES + this.#shapes.length, this.#bounds);
    yield* this.#shapes.read();
  }

  async *shxBytes(): AsyncGenerator<Uint8Array> {
    yield shpHead(SHP_HEAD_BYTES + this.#index.length, this.#bounds);
    yield* this.#index.read();
  }

  async *dbfBytes(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const turns = new Turns(signal);
    yield dbfHead(this.columns, { rows: this.#count, day: new Date(this.#about.exportedAt) });
    for (const { position, length } of this.#slices) {
      await turns.next();
      const rows: CellValue[][] = JSON.parse((await this.#rows.readAt(position, length)).toString());
      yield dbfRows(this.columns, rows);
    }
    yield DBF_END;
  }
}

/** With Windows' line ends: its Notepad was long unable to show others. */
function readmeOf(about: AboutExport, { columns, leftOut }: ShapefileParts): string {
  const cut = columns.filter((column) => column.cut > 0);
  const lines = [
    titleOf(about),
    '',
    ...factsAbout(about).map(([label, text]) => `${label}: ${text}`),
    'Coordinates: longitude and latitude, WGS 84 (EPSG:4326). Text: UTF-8.',
    '',
    'Names of fields in a Shapefile have ten characters at most. In full they are:',
    ...columns.map(({ name, fullName }) => `  ${name.padEnd(10)}  ${fullName}`),
  ];
  if (cut.length > 0) {
    lines.push('', 'Texts in a Shapefile have 254 bytes at most. So many are cut:');
    lines.push(...cut.map((column) => `  ${column.name.padEnd(10)}  ${column.cut.toLocaleString('en-US')}`));
  }
  if (leftOut.length > 0) {
    lines.push('', `A Shapefile has ${DBF_COLUMNS_MAX} fields at most. These are left out:`);
    lines.push(...leftOut.map((name) => `  ${name}`));
  }
  return lines.map((line) => `${line.replace(/[\r\n]+/g, ' ')}\r\n`).join('');
}
