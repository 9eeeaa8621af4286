// A block of rows as columns: a few large values are written, and cloned to another thread, much faster than many small.
import type { AreaGeometry, LngLat } from '../../geo/geometry.ts';
import { encodeGeometry } from '../../geo/geometry-code.ts';
import { normalShape } from './normal-shape.ts';
import { type FieldsAndMore, type PackedRecord, packRecord } from './record-text.ts';

/** Small enough to read a single row from; large enough to make the cost of a block vanish. */
export const ROWS_PER_BLOCK = 50;

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

export type PackedBlock = {
  /** As the source counts them. */
  rows: Float64Array;
  /** Longitude and latitude in turn. */
  centers: Float64Array;
  shapes: PackedBytes;
  /** JSON of PackedRecord[]. */
  records: string;
};

export type NewBlock = PackedBlock & { pins: string[] };

export type UsableRow = FieldsAndMore & { row: number; geometry: AreaGeometry; center: LngLat };

/** All blocks but the last one have ROWS_PER_BLOCK rows. */
export class RowPacker {
  #blocks: NewBlock[] = [];
  #rows: number[] = [];
  #pins: string[] = [];
  #centers: number[] = [];
  #shapes: Uint8Array[] = [];
  #records: PackedRecord[] = [];

  get blocks(): number {
    return this.#blocks.length;
  }

  add(usable: UsableRow): void {
    this.#rows.push(usable.row);
    this.#pins.push(usable.fields.pin);
    this.#centers.push(usable.center.lng, usable.center.lat);
    this.#shapes.push(encodeGeometry(normalShape(usable.geometry)));
    this.#records.push(packRecord(usable));
    if (this.#rows.length === ROWS_PER_BLOCK) this.#endBlock();
  }

  /** The blocks that were filled since the last call; in the end, also the one that is not full. */
  take({ isLast = false } = {}): NewBlock[] {
    if (isLast && this.#rows.length > 0) this.#endBlock();
    const blocks = this.#blocks;
    this.#blocks = [];
    return blocks;
  }

  #endBlock(): void {
    this.#blocks.push({
      rows: Float64Array.from(this.#rows),
      pins: this.#pins,
      centers: Float64Array.from(this.#centers),
      shapes: packBytes(this.#shapes),
      records: JSON.stringify(this.#records),
    });
    this.#rows = [];
    this.#pins = [];
    this.#centers = [];
    this.#shapes = [];
    this.#records = [];
  }
}
