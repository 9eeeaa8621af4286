// Draws the tiles of one zoom in a block of staged features. Where a tile would be too large, its smallest areas and
// shortest lines are left out.
import { gzipSync } from 'node:zlib';
import { PARCEL_TILE_BYTES_MAX } from '../contract/limits.ts';
import type { TileSquare } from '../geo/cut-into-tiles.ts';
import { type FeaturePart, type MapFeature, mapTiles } from '../geo/map-tiles.ts';
import { TILE_EXTENT, TILE_MARGIN } from '../geo/tile-address.ts';
import { readChunks } from '../store/block-file.ts';
import { type DrawnTile, TILE_GZIP } from '../store/draw-tiles.ts';
import type { SquareJob } from './stage-features.ts';
import {
  type RecordHead,
  type RecordPlace,
  readFeature,
  readHead,
  recordLength,
  type WorldBox,
} from './staged-feature.ts';

/** `leftOut` features were left out because the tile was too large. */
export type DrawnSquareTile = DrawnTile & { leftOut: number };

/** Bounds the memory: a square with more is drawn in quarters, and a tile with more records shows the largest. */
const LOAD_MAX = { records: 200_000, bytes: 64_000_000 };

export type DrawLimits = { tileBytes: number; load: typeof LOAD_MAX };
export const DRAW_LIMITS: DrawLimits = { tileBytes: PARCEL_TILE_BYTES_MAX, load: LOAD_MAX };

/** `file` is the descriptor of the scratch file. */
export type SquareWorkerData = { file: number; limits: DrawLimits };

export function drawSquare(job: SquareJob, { file, limits }: SquareWorkerData): DrawnSquareTile[] {
  const { plane, chunks } = job;
  const { z } = plane;
  const drawn: DrawnSquareTile[] = [];
  drawWithin(job.square, job);
  return drawn;

  /** `load` is an upper bound. */
  function drawWithin(square: TileSquare, load: { records: number; bytes: number }): void {
    let rankMin = 0;
    let leftOut = 0;
    if (isTooMuch(load)) {
      const own = loadOf(square);
      if (isTooMuch(own) && square.tiles > 1) {
        for (const quarter of quarters(square)) drawWithin(quarter, own);
        return;
      }
      leftOut = Math.max(0, own.records - limits.load.records);
      if (leftOut > 0) rankMin = ranksIn(square)[limits.load.records - 1]!;
    }
    for (const { address, bytes } of mapTiles({
      ...plane,
      features: featuresIn(square, rankMin),
      within: square,
    })) {
      const gzip = gzipSync(bytes, TILE_GZIP);
      drawn.push(
        gzip.length <= limits.tileBytes
          ? { address, gzip, leftOut }
          : drawThinned({ address, gzip, leftOut }),
      );
    }
  }

  function drawThinned(tooLarge: DrawnSquareTile): DrawnSquareTile {
    const { x, y } = tooLarge.address;
    const square = { x, y, tiles: 1 };
    const ranks = ranksIn(square);
    let tile = tooLarge;
    let kept = ranks.length - tooLarge.leftOut;
    while (tile.gzip.length > limits.tileBytes && kept > 1) {
      kept = Math.max(1, Math.floor((kept * 0.95 * limits.tileBytes) / tile.gzip.length));
      const [thinner] = mapTiles({
        ...plane,
        features: featuresIn(square, ranks[kept - 1]!),
        within: square,
      });
      const gzip = gzipSync(thinner?.bytes ?? new Uint8Array(), TILE_GZIP);
      tile = { ...tile, gzip, leftOut: ranks.length - kept };
    }
    return tile;
  }

  function isTooMuch({ records, bytes }: { records: number; bytes: number }): boolean {
    return records > limits.load.records || bytes > limits.load.bytes;
  }

  function loadOf(square: TileSquare): { records: number; bytes: number } {
    const load = { records: 0, bytes: 0 };
    for (const { place } of recordsIn(square)) {
      load.records++;
      load.bytes += recordLength(place);
    }
    return load;
  }

  /** The highest first. */
  function ranksIn(square: TileSquare): Float64Array {
    const ranks: number[] = [];
    for (const { head } of recordsIn(square)) ranks.push(head.rank);
    return Float64Array.from(ranks).sort().reverse();
  }

  function* featuresIn(square: TileSquare, rankMin: number): Generator<MapFeature | FeaturePart> {
    for (const { place, head } of recordsIn(square)) if (head.rank >= rankMin) yield readFeature(place);
  }

  /** Those that may show in the square or its buffer at this zoom, in the order they came in. */
  function* recordsIn(square: TileSquare): Generator<{ place: RecordPlace; head: RecordHead }> {
    const box = bufferedBox(square, z);
    const smallestArea = plane.smallestArea / (TILE_EXTENT * 2 ** z) ** 2;
    for (const bytes of readChunks(file, chunks)) {
      for (let at = 0; at < bytes.length; at += recordLength({ bytes, at })) {
        const place = { bytes, at };
        const head = readHead(place);
        if (z < head.minZoom || z > head.maxZoom || !touch(head.box, box)) continue;
        if (head.isArea && boxArea(head.box) < smallestArea) continue;
        yield { place, head };
      }
    }
  }
}

function quarters({ x, y, tiles }: TileSquare): TileSquare[] {
  const half = tiles / 2;
  return [0, half].flatMap((right) => [0, half].map((down) => ({ x: x + right, y: y + down, tiles: half })));
}

function bufferedBox({ x, y, tiles }: TileSquare, z: number): WorldBox {
  const columns = 2 ** z;
  return [
    (x - TILE_MARGIN) / columns,
    (y - TILE_MARGIN) / columns,
    (x + tiles + TILE_MARGIN) / columns,
    (y + tiles + TILE_MARGIN) / columns,
  ];
}

function touch(a: WorldBox, b: WorldBox): boolean {
  return a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
}

function boxArea([west, north, east, south]: WorldBox): number {
  return (east - west) * (south - north);
}
