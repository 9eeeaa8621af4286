// Parcels on their way to a thread that writes them: values without names and bytes in one piece are cheap to copy between
// threads, other forms are not.
import { ByteWriter } from '../geo/byte-writer.ts';
import type { Bounds } from '../geo/geometry.ts';
import { packMore, type RowValue, rowValuesOf } from './parcel-row.ts';
import type { ParcelToLoad } from './parcel-store.ts';

export type PackedParcels = { parcels: readonly PackedParcel[]; geometries: Uint8Array };
export type PackedParcel = PackedUnit & {
  bounds: Bounds;
  /** The encoded geometries follow each other; this is where that of the parcel ends. */
  geometryEnd: number;
  isSummary: boolean;
  units: readonly PackedUnit[] | undefined;
};
/** For `row` see rowValuesOf, for `more` packMore. */
export type PackedUnit = { row: readonly RowValue[]; more: string | null };

/** Fills one batch after the other. */
export class ParcelPacker {
  #parcels: PackedParcel[] = [];
  readonly #geometries = new ByteWriter();

  get count(): number {
    return this.#parcels.length;
  }

  /** Without spread syntax, which takes longer than all the rest of this. */
  add(parcel: ParcelToLoad, { bounds, geometry }: { bounds: Bounds; geometry: Uint8Array }): void {
    const { centroid, more, units, isSummary = false } = parcel;
    this.#geometries.bytes(geometry);
    this.#parcels.push({
      bounds,
      geometryEnd: this.#geometries.length,
      isSummary,
      row: rowValuesOf(parcel, centroid),
      more: packMore(more),
      units: units?.map((unit) => ({ row: rowValuesOf(unit, centroid), more: packMore(unit.more) })),
    });
  }

  take(): PackedParcels {
    const batch = { parcels: this.#parcels, geometries: this.#geometries.toBytes() };
    this.#parcels = [];
    this.#geometries.truncate(0);
    return batch;
  }
}
