// Writes the columns of a source while its parcels are loaded, a segment at a time: what waits in memory is one segment.
import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { CountyField } from '../../contract/parcel.ts';
import { columnEntries, type ParcelFields } from '../../contract/parcel-columns.ts';
import type { FilterField } from '../../contract/parcel-filter.ts';
import type { LngLat } from '../../geo/geometry.ts';
import { holderKey } from '../holder-key.ts';
import type { SearchKeys } from '../search-keys.ts';
import type { GridBox } from '../storage-grid.ts';
import { type ColumnTable, NumberColumnBuilder, TextColumnBuilder } from './column-builder.ts';
import {
  directoryAndTrailer,
  leader,
  type Place,
  type StoredColumn,
  type StoredSegment,
} from './column-file.ts';
import { MailFacts, pricePerAcre, shapeAcres } from './derived-values.ts';
import { type HiddenField, SEGMENT_ROWS_MAX } from './segment.ts';

export type ColumnUnit = {
  fields: ParcelFields;
  keys: SearchKeys;
  more: readonly CountyField[] | undefined;
};
export type ColumnLot = ColumnUnit & {
  centroid: LngLat;
  box: GridBox;
  /** encodeGeometry bytes. */
  shape: Uint8Array;
  isSummary: boolean;
};

/** A segment ends early where its values take more: a hundred fields of a county, each different in each row, say. */
const VALUE_BYTES_MAX = 96 * 1024 * 1024;
/** And where its shapes do, which Uint32 counts. */
const SHAPE_BYTES_MAX = 1024 * 1024 * 1024;
/** Rows between two looks at the memory. */
const ROWS_PER_LOOK = 1024;

/** Float64 tables begin at a multiple of it. */
const ALIGNMENT = 8;

const textFields = columnEntries.flatMap(([field, { type }]) => (type === 'number' ? [] : [field]));
const numberFields = columnEntries.flatMap(([field, { type }]) => (type === 'number' ? [field] : []));

export class ColumnWriter {
  readonly #append: (bytes: Uint8Array) => void;
  /** Bytes in the file so far. */
  #end = 0;
  readonly #segments: StoredSegment[] = [];
  #segment: SegmentBuilder;
  #lot: { about: ColumnLot; acres: number } | undefined;

  /** `append` must have copied or written the bytes when it returns. */
  constructor(append: (bytes: Uint8Array) => void) {
    this.#append = append;
    this.#write(leader());
    this.#segment = new SegmentBuilder(this.#end);
  }

  addLot(about: ColumnLot): void {
    this.#makeRoom();
    this.#lot = { about, acres: shapeAcres(about.shape) };
    this.#add(about, null);
  }

  /** Of the lot added last. */
  addUnit(unit: ColumnUnit): void {
    this.#makeRoom();
    this.#add(unit, this.#lot!.about.fields.pin);
  }

  #add(row: ColumnUnit, lotPin: string | null): void {
    const { about, acres } = this.#lot!;
    // A lot and its units may lie in two segments; its shape is in both then.
    if (lotPin === null || this.#segment.shapeOwner !== about) {
      this.#segment.addShape(about);
      this.#write(about.shape);
    }
    this.#segment.add(row, { about, acres, pin: lotPin });
  }

  #makeRoom(): void {
    if (this.#segment.isFull()) this.#endSegment();
  }

  #endSegment(): void {
    const tables = this.#segment.tables();
    const place = (bytes: Uint8Array): Place => {
      this.#write(new Uint8Array((ALIGNMENT - (this.#end % ALIGNMENT)) % ALIGNMENT));
      const at: Place = [this.#end, bytes.length, crc32(bytes)];
      this.#write(bytes);
      return at;
    };
    const boxes = place(tables.boxes);
    const shapes = place(tables.shapes);
    const columns: Record<string, StoredColumn> = {};
    for (const [field, { bytes, ...column }] of tables.columns)
      columns[field] = { ...column, at: place(bytes) };
    const { rows, shapesAt, countyFields } = this.#segment;
    this.#segments.push({ rows, boxes, shapesAt, shapes, countyFields, columns });
    this.#segment = new SegmentBuilder(this.#end);
  }

  finish(): void {
    if (this.#segment.rows > 0) this.#endSegment();
    this.#write(directoryAndTrailer({ segments: this.#segments }, this.#end));
  }

  #write(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#append(bytes);
    this.#end += bytes.length;
  }
}

type AnyField = FilterField | HiddenField;

class SegmentBuilder {
  rows = 0;
  readonly shapesAt: number;
  /** Whose shape was added last. */
  shapeOwner: ColumnLot | undefined;
  readonly #boxes: number[] = [];
  readonly #shapeStarts: number[] = [];
  readonly #shapeEnds: number[] = [];
  #shapeBytes = 0;
  readonly #texts = new Map<AnyField, TextColumnBuilder>();
  readonly #numbers = new Map<AnyField, NumberColumnBuilder>();
  readonly #mail = new MailFacts();
  readonly #countyTexts = new Map<string, TextColumnBuilder>();

  constructor(shapesAt: number) {
    this.shapesAt = shapesAt;
  }

  get countyFields(): string[] {
    return [...this.#countyTexts.keys()];
  }

  isFull(): boolean {
    if (this.rows >= SEGMENT_ROWS_MAX || this.#shapeBytes > SHAPE_BYTES_MAX) return true;
    if (this.rows % ROWS_PER_LOOK !== 0) return false;
    let bytes = 0;
    for (const columns of [this.#texts, this.#numbers, this.#countyTexts]) {
      for (const column of columns.values()) bytes += column.bytes;
    }
    return bytes > VALUE_BYTES_MAX;
  }

  addShape(lot: ColumnLot): void {
    this.shapeOwner = lot;
    this.#shapeBytes += lot.shape.length;
  }

  add(row: ColumnUnit, lot: { about: ColumnLot; acres: number; pin: string | null }): void {
    const at = this.rows++;
    const { fields, keys } = row;
    const { box, centroid, shape, isSummary } = lot.about;
    this.#boxes.push(box.west, box.south, box.east, box.north);
    this.#shapeStarts.push(this.#shapeBytes - shape.length);
    this.#shapeEnds.push(this.#shapeBytes);
    for (const field of textFields) this.#setText(field, at, fields[field] as string | null);
    for (const field of numberFields) this.#setNumber(field, at, fields[field] as number | null);
    this.#setNumber('lng', at, centroid.lng);
    this.#setNumber('lat', at, centroid.lat);
    this.#setText('lot', at, lot.pin);
    this.#setNumber('shape_acres', at, lot.acres);
    this.#setNumber('price_per_acre', at, pricePerAcre(fields, lot.acres));
    this.#setText('pin_key', at, keys.pin_key);
    this.#setText('owner_words', at, keys.owner_key);
    this.#setText('address_words', at, keys.address_text);
    const { mailing, elsewhere } = this.#mail.of(fields);
    this.#setText('mailing', at, mailing);
    if (elsewhere !== null) this.#setNumber('elsewhere', at, elsewhere ? 1 : 0);
    if (isSummary && lot.pin === null) this.#setNumber('summary', at, 1);
    if (row.more) this.#addCountyFields(at, row.more);
  }

  /** An empty text is no value: a filter finds it by IS NULL. */
  #setText(field: AnyField, row: number, value: string | null): void {
    if (!value) return;
    builderOf(this.#texts, field, TextColumnBuilder).set(row, value);
  }

  #setNumber(field: AnyField, row: number, value: number | null): void {
    if (value === null) return;
    builderOf(this.#numbers, field, NumberColumnBuilder).set(row, value);
  }

  #addCountyFields(row: number, more: readonly CountyField[]): void {
    for (const [label, value] of more) {
      builderOf(this.#countyTexts, label, TextColumnBuilder).set(row, value);
    }
  }

  tables() {
    return {
      boxes: new Uint8Array(Int32Array.from(this.#boxes).buffer),
      shapes: new Uint8Array(Uint32Array.from([...this.#shapeStarts, ...this.#shapeEnds]).buffer),
      columns: this.#columnTables(),
    };
  }

  /** One after the other: each is written before the next is made. */
  *#columnTables(): Generator<[name: string, table: ColumnTable]> {
    for (const [name, column] of this.#namedColumns()) {
      const table = column.table(this.rows);
      if (table) yield [name, table];
    }
  }

  *#namedColumns(): Generator<[name: string, column: TextColumnBuilder | NumberColumnBuilder]> {
    yield* this.#texts;
    const holders = this.#texts.get('name')?.derived(holderKey);
    if (holders) yield ['holder', holders];
    yield* this.#numbers;
    for (const [label, column] of this.#countyTexts) yield [`more:${label}`, column];
  }
}

function builderOf<Name, Builder>(known: Map<Name, Builder>, name: Name, Made: new () => Builder): Builder {
  const builder = known.get(name);
  if (builder) return builder;
  const made = new Made();
  known.set(name, made);
  return made;
}

/** Waits to be written in one go. */
const BUFFER_BYTES = 1024 * 1024;

/** A file to append to, on a thread that may wait for the disk. */
export class AppendedFile {
  readonly #descriptor: number;
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #waiting = 0;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'wx');
  }

  append(bytes: Uint8Array): void {
    if (this.#waiting + bytes.length > BUFFER_BYTES) this.flush();
    if (bytes.length > BUFFER_BYTES) this.#write(bytes);
    else {
      this.#buffer.set(bytes, this.#waiting);
      this.#waiting += bytes.length;
    }
  }

  flush(): void {
    this.#write(this.#buffer.subarray(0, this.#waiting));
    this.#waiting = 0;
  }

  #write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#descriptor, bytes, done);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
