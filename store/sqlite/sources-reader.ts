// Reads the parcels files of all sources as one set. It is synchronous, so long work runs in worker threads only.
import { setImmediate as immediate } from 'node:timers/promises';
import type { Parcel, ParcelMatch } from '../../contract/parcel.ts';
import { splitQualifiedPin } from '../../contract/parcel-pin.ts';
import { boxesTouch, withMargin } from '../../geo/bounds-of.ts';
import type { Bounds, LngLat } from '../../geo/geometry.ts';
import { type SearchSource, searchParcels } from '../search-parcels.ts';
import {
  type PackedShape,
  type PackedTileRow,
  ParcelReader,
  type ReaderSource,
  type SourceBatch,
} from './parcel-reader.ts';
import { sqliteSearch } from './sqlite-search.ts';

export class SourcesReader {
  readonly #readers: readonly ParcelReader[];
  #search: SearchSource | undefined;

  private constructor(readers: readonly ParcelReader[]) {
    this.#readers = readers;
  }

  /** Opens all files at once: after that, a load that replaces them may remove their names. For a worker thread. */
  static open(sources: readonly ReaderSource[]): SourcesReader {
    const readers: ParcelReader[] = [];
    try {
      for (const source of sources) readers.push(new ParcelReader(source));
    } catch (error) {
      for (const reader of readers) reader.close();
      throw error;
    }
    return new SourcesReader(readers);
  }

  /** For the main thread: it lets other work in after each file, and its answers throw WouldBlock where they would. */
  static async openQuick(sources: readonly ReaderSource[]): Promise<SourcesReader> {
    const readers: ParcelReader[] = [];
    try {
      for (const source of sources) {
        readers.push(new ParcelReader(source, { isQuick: true }));
        await immediate();
      }
    } catch (error) {
      for (const reader of readers) reader.close();
      throw error;
    }
    return new SourcesReader(readers);
  }

  findByPin(pin: string): Parcel | undefined {
    return this.#first(pin, (reader, own) => reader.findByPin(own));
  }

  findShape(pin: string): PackedShape | undefined {
    return this.#first(pin, (reader, own) => reader.findShape(own));
  }

  #first<T>(qualified: string, find: (reader: ParcelReader, pin: string) => T | undefined): T | undefined {
    const parts = splitQualifiedPin(qualified);
    const named = parts && this.#readers.find(({ source }) => source.origin.name === parts.source);
    const found = named && find(named, parts.pin);
    if (found) return found;
    const bare = this.#readers.find(({ source }) => source.qualifier === undefined);
    if (bare) return find(bare, qualified);
    for (const reader of this.#readers) {
      const found = find(reader, qualified);
      if (found) return found;
    }
    return undefined;
  }

  findAt(point: LngLat): Parcel | undefined {
    const { lng, lat } = point;
    const box = { west: lng, south: lat, east: lng, north: lat };
    for (const reader of this.#touching(box)) {
      const found = reader.findAt(point);
      if (found) return found;
    }
    return undefined;
  }

  inBox({ bounds, limit }: { bounds: Bounds; limit: number }): PackedTileRow[] {
    const touching = this.#touching(bounds);
    const rows = touching.map((reader) => reader.inBox({ bounds, limit }));
    if (rows.length === 1) return rows[0]!;
    return rows
      .flat()
      .sort((a, b) => (a.pin < b.pin ? -1 : a.pin > b.pin ? 1 : 0))
      .slice(0, limit);
  }

  #touching(bounds: Bounds): ParcelReader[] {
    // A position is rounded to the storage grid before it is compared.
    const wider = withMargin(bounds, 1e-7);
    return this.#readers.filter(({ source }) => boxesTouch(source.bounds, wider));
  }

  search(query: { text: string; limit: number }): Promise<ParcelMatch[]> {
    this.#search ??= sqliteSearch(this.#readers);
    return searchParcels(this.#search, query);
  }

  readBatch({ name, ...batch }: { name: string } & Parameters<ParcelReader['readBatch']>[0]): SourceBatch {
    return this.#readers.find(({ source }) => source.origin.name === name)!.readBatch(batch);
  }

  close(): void {
    for (const reader of this.#readers) reader.close();
  }
}
