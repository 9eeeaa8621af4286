// Cuts the tiles of some bounds out of a PMTiles archive of any size: by HTTP range requests alone, or from a file.
import { gunzipSync } from 'node:zlib';
import { Compression, type Header, tileIdToZxy } from 'pmtiles';
import { openPmtilesWriter, type TileType } from '../basemap/pmtiles-writer.ts';
import { unionOfBounds } from '../geo/bounds-of.ts';
import type { Bounds } from '../geo/geometry.ts';
import type { StepProgress } from '../import/layer.ts';
import { freeBytesIn } from '../import/unpack-archive.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { sizeInWords } from '../runtime/size-in-words.ts';
import {
  type ArchiveBytes,
  ArchiveChanged,
  type ByteRange,
  type OpenArchiveOptions,
  openArchiveBytes,
} from './archive-bytes.ts';
import { readArchiveIndex, readEntries, type TileEntries } from './archive-index.ts';
import { openFetchedParts } from './fetched-parts.ts';
import { requestsFor } from './merge-ranges.ts';
import { TileIdRanges } from './tile-id-ranges.ts';

export type PlanCutOptions = OpenArchiveOptions & {
  bounds: readonly Bounds[];
  /** The archive may end before. */
  zoomMax: number;
  /** Other archives are refused. */
  expects?: 'vector' | 'raster' | undefined;
  onProgress?: ((progress: StepProgress) => void) | undefined;
};

export type CutPlan = Pick<PlanCutOptions, 'signal' | 'onProgress'> & {
  /** To be closed by whoever planned the cut. */
  archive: ArchiveBytes;
  type: TileType;
  metadata: Record<string, unknown>;
  /** Of the cut: what the archive has of the bounds asked for. */
  bounds: Bounds;
  zoomMax: number;
  tiles: number;
  /** Of tiles to be read; for a file nothing is sent. */
  bytes: number;
  requests: number;
  /** Every range of the archive's bytes that is asked for, after its directories. */
  ranges: readonly ByteRange[];
  header: Header;
  entries: TileEntries;
  byOffset: Uint32Array;
  /** Of what is cut out of which archive. */
  key: string;
};

type CutOptions = {
  path: string;
  /** What was fetched stays there until the archive is complete. */
  workFolder: string;
};

/** The rest of the disk is for the server and its people. */
const LEFT_FREE_BYTES = 1e9;
const TILES_PER_REPORT = 1000;

/** Reads the archive's directories, and no tile. */
export async function planCut(o: PlanCutOptions): Promise<CutPlan> {
  const archive = await openArchiveBytes(o);
  try {
    return await plan(archive, o);
  } catch (error) {
    await archive.close();
    throw error;
  }
}

export function cutArchive(plan: CutPlan, o: CutOptions): Promise<{ bytes: number; tiles: number }> {
  return plan.archive.isRemote ? fetchAndWrite(plan, o) : write(plan.archive, plan, o);
}

async function plan(archive: ArchiveBytes, o: PlanCutOptions): Promise<CutPlan> {
  const { signal, onProgress } = o;
  const { header, type, metadata } = await readArchiveIndex(archive, o.expects);
  const zoomMax = Math.min(o.zoomMax, header.maxZoom);
  const entries = await readEntries({
    archive,
    header,
    wanted: new TileIdRanges(o.bounds, zoomMax),
    onProgress: (done, total) =>
      onProgress?.({ stage: 'Reading the directory', done, total, unit: 'requests' }),
  });
  if (entries.count === 0) throw new OperatorError(`${archive.name} has no tiles of this area.`);
  const byOffset = Uint32Array.from({ length: entries.count }, (_, i) => i).sort(
    (a, b) => entries.offsets[a]! - entries.offsets[b]!,
  );
  const ranges = requestsFor(contentRanges(entries, byOffset));
  return {
    archive,
    type,
    metadata,
    bounds: commonBounds(o.bounds, header),
    zoomMax,
    tiles: entries.runLengths.subarray(0, entries.count).reduce((sum, run) => sum + run, 0),
    bytes: ranges.reduce((sum, { length }) => sum + length, 0),
    requests: archive.isRemote ? ranges.length : 0,
    ranges,
    header,
    entries,
    byOffset,
    key: JSON.stringify([o.source, o.bounds, zoomMax]),
    signal,
    onProgress,
  };
}

/** Where the bytes of the tiles are, each place once; places that touch are one range. */
function contentRanges({ offsets, lengths }: TileEntries, byOffset: Uint32Array): ByteRange[] {
  const ranges: ByteRange[] = [];
  for (const entry of byOffset) {
    const [offset, length] = [offsets[entry]!, lengths[entry]!];
    const last = ranges.at(-1);
    if (last && offset <= last.offset + last.length) {
      last.length = Math.max(last.length, offset + length - last.offset);
    } else ranges.push({ offset, length });
  }
  return ranges;
}

function commonBounds(wanted: readonly Bounds[], { minLon, minLat, maxLon, maxLat }: Header): Bounds {
  const bounds = unionOfBounds(wanted);
  const common = {
    west: Math.max(bounds.west, minLon),
    south: Math.max(bounds.south, minLat),
    east: Math.min(bounds.east, maxLon),
    north: Math.min(bounds.north, maxLat),
  };
  // Some archives do not know their bounds.
  return common.west < common.east && common.south < common.north ? common : bounds;
}

async function fetchAndWrite(plan: CutPlan, o: CutOptions): Promise<{ bytes: number; tiles: number }> {
  const { archive, ranges, bytes: total, key, onProgress } = plan;
  const parts = await openFetchedParts({ archive, parts: ranges, folder: o.workFolder, key });
  try {
    // What is fetched, the archive, and the writer's scratch file stand side by side for a while.
    await checkRoom(o.workFolder, 3 * total - parts.before, 'Cutting out the tiles');
    const report = (done: number) => onProgress?.({ stage: 'Fetching tiles', done, total, unit: 'bytes' });
    report(parts.before);
    await parts.fetch(report);
    const result = await write(parts, plan, o);
    await parts.remove();
    return result;
  } catch (error) {
    // Nothing of it can be used with what the archive is now.
    if (error instanceof ArchiveChanged) await parts.remove();
    throw error;
  } finally {
    await parts.close();
  }
}

/** Throws where it would leave the disk with too little room. */
export async function checkRoom(workFolder: string, needed: number, doing: string): Promise<void> {
  const free = await freeBytesIn(workFolder);
  if (needed <= free - LEFT_FREE_BYTES) return;
  throw new OperatorError(
    `${doing} takes ${sizeInWords(needed)} of disk for a while, but ${workFolder} has ${sizeInWords(free)} free, of which ${sizeInWords(LEFT_FREE_BYTES)} are kept: make room there, and try again.`,
  );
}

async function write(
  bytes: Pick<ArchiveBytes, 'read'> & Partial<Pick<ArchiveBytes, 'checkUnchanged'>>,
  { type, bounds, tiles: total, ranges, header, entries, byOffset, signal, onProgress, metadata }: CutPlan,
  { path }: CutOptions,
): Promise<{ bytes: number; tiles: number }> {
  const writer = await openPmtilesWriter({ path, type });
  try {
    const isPackedPicture = type !== 'mvt' && header.tileCompression === Compression.Gzip;
    const read = inOrder(bytes, ranges);
    let done = 0;
    for (const entry of byOffset) {
      const tile = await read({ offset: entries.offsets[entry]!, length: entries.lengths[entry]! });
      const content = isPackedPicture ? unpackPicture(tile) : tile;
      const firstId = entries.tileIds[entry]!;
      for (let id = firstId; id < firstId + entries.runLengths[entry]!; id++) {
        const [z, x, y] = tileIdToZxy(id);
        await writer.add({ address: { z, x, y }, bytes: content });
        if (done++ % TILES_PER_REPORT > 0) continue;
        signal?.throwIfAborted();
        onProgress?.({ stage: 'Writing tiles', done, total, unit: 'steps' });
      }
    }
    await bytes.checkUnchanged?.();
    return await writer.finish({ bounds, metadata });
  } finally {
    await writer.abort();
  }
}

/** Ten times the largest picture. */
const PICTURE_BYTES_MAX = 64 * 1024 * 1024;

function unpackPicture(tile: Buffer): Buffer {
  try {
    return gunzipSync(tile, { maxOutputLength: PICTURE_BYTES_MAX });
  } catch {
    throw new OperatorError(
      `A picture of the archive is damaged, or unpacks to more than ${sizeInWords(PICTURE_BYTES_MAX)}: get it again.`,
    );
  }
}

/** Reads ever later places of the archive, a whole range at a time: a read for each tile would take several times as long. */
function inOrder(
  bytes: Pick<ArchiveBytes, 'read'>,
  ranges: readonly ByteRange[],
): (place: ByteRange) => Promise<Buffer> {
  let next = 0;
  let held = { offset: 0, bytes: Buffer.alloc(0) as Buffer };
  return async ({ offset, length }) => {
    while (offset + length > held.offset + held.bytes.length) {
      const range = ranges[next++]!;
      const read = await bytes.read(range);
      // A tile may begin in one range and end in the next.
      const isSplit = range.offset === held.offset + held.bytes.length && offset < range.offset;
      held = isSplit
        ? { offset, bytes: Buffer.concat([held.bytes.subarray(offset - held.offset), read]) }
        : { offset: range.offset, bytes: read };
    }
    return held.bytes.subarray(offset - held.offset, offset - held.offset + length);
  };
}
