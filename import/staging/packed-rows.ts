// Batches of rows as columns: a few large arrays are cloned to another thread much faster than hundreds of objects.
import type { CountyField } from '../../contract/parcel.ts';
import type { ParcelFields } from '../../contract/parcel-columns.ts';
import type { AreaGeometry, LngLat } from '../../geo/geometry.ts';
import { encodeGeometry } from '../../geo/geometry-code.ts';
import { normalShape } from './normal-shape.ts';
import { fieldsToText, moreToText } from './row-text.ts';

/** Several byte arrays in one; `ends[i]` is where the i-th ends. */
export type PackedBytes = { bytes: Uint8Array; ends: Uint32Array };

export function packBytes(parts: readonly Uint8Array[]): PackedBytes {
  const ends = new Uint32Array(parts.length);
  let length = 0;
  for (let i = 0; i < parts.length; i++) {
    length += parts[i]!.length;
    ends[i] = length;
  }
  const bytes = new Uint8Array(length);
  for (let i = 0; i < parts.length; i++) bytes.set(parts[i]!, i === 0 ? 0 : ends[i - 1]!);
  return { bytes, ends };
}

export function bytesAt({ bytes, ends }: PackedBytes, index: number): Uint8Array {
  return bytes.subarray(index === 0 ? 0 : ends[index - 1]!, ends[index]!);
}

/** Rows on their way into the staging file. */
export type PackedRows = {
  /** As the source counts them. */
  rows: Float64Array;
  pins: string[];
  fields: string[];
  more: (string | null)[];
  shapes: PackedBytes;
  /** Longitude and latitude in turn. */
  centers: Float64Array;
};

export type UsableRow = {
  row: number;
  fields: ParcelFields;
  more: readonly CountyField[];
  geometry: AreaGeometry;
  center: LngLat;
};

export class RowPacker {
  #rows: number[] = [];
  #pins: string[] = [];
  #fields: string[] = [];
  #more: (string | null)[] = [];
  #shapes: Uint8Array[] = [];
  #centers: number[] = [];

  get count(): number {
    return this.#rows.length;
  }

  add({ row, fields, more, geometry, center }: UsableRow): void {
    this.#rows.push(row);
    this.#pins.push(fields.pin);
    this.#fields.push(fieldsToText(fields));
    this.#more.push(moreToText(more));
    this.#shapes.push(encodeGeometry(normalShape(geometry)));
    this.#centers.push(center.lng, center.lat);
  }

  /** What was added since the last call. */
  take(): PackedRows {
    const packed = {
      rows: Float64Array.from(this.#rows),
      pins: this.#pins,
      fields: this.#fields,
      more: this.#more,
      shapes: packBytes(this.#shapes),
      centers: Float64Array.from(this.#centers),
    };
    this.#rows = [];
    this.#pins = [];
    this.#fields = [];
    this.#more = [];
    this.#shapes = [];
    this.#centers = [];
    return packed;
  }
}

export type PackedUnit = { pin: string; fields: string; more: string | null };

/** Parcels on their way out of the staging file. */
export type PackedParcels = Omit<PackedRows, 'rows'> & {
  /** `index` is that of the lot in the batch. */
  units: (PackedUnit & { index: number })[];
};
