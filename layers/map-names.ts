// What a street map names, read back from its tiles of the last zoom: every archive has it, whatever it was drawn or cut from.
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import type { NamedGround } from '../gazetteer/named-grounds.ts';
import type { StreetLine } from '../gazetteer/parcel-places.ts';
import { boxesTouch } from '../geo/bounds-of.ts';
import type { Bounds, LngLat, Position, TileAddress } from '../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../geo/mercator.ts';
import { tilesTouching } from '../geo/tile-address.ts';
import { AreaPieces } from './area-pieces.ts';

export type NamedArchive = {
  /** The size of its file. */
  bytes: number;
  zoomMax: number;
  bounds: Bounds;
  findUnpacked(address: TileAddress): Promise<Uint8Array | undefined>;
};

export type MapNames = { lines: StreetLine[]; grounds: NamedGround[] };

/** Real ones have less than a tenth. The server reads them while it starts. */
const TILE_BYTES_MAX = 8e6;
/** Of all tiles: real ones are packed to a third. One heavy tile may stand for every place in an archive. */
const UNPACKED_MAX = { bytes: 32e6, timesFile: 6 };
/** What it takes to ask for a tile, in bytes of one: a zoom without end has thousands of millions. */
const ASKING_BYTES = 20;

const POINT = 1;
const LINE = 2;
const AREA = 3;
/** Crossings with these are no crossings of streets. */
const NO_STREETS = new Set(['rail', 'ferry', 'aeroway', 'aerialway', 'pier']);
/** Points that nobody looks for by name. */
const NO_GROUNDS = new Set(['bench', 'bus_stop', 'drinking_water', 'toilets', 'building', 'parking']);
/** The layers of a tile whose areas labels stand in. */
const AREA_LAYERS = ['water', 'landuse'] as const;

/**
 * One batch for each tile on the land of some counties. A line is cut where its tile ends.
 * Returns whether all were read: some may be damaged, or the archive unpack to more than such a file holds.
 */
export async function* readMapNames(
  archive: NamedArchive,
  land: readonly Bounds[],
): AsyncGenerator<MapNames, boolean> {
  const covered = land.filter((bounds) => boxesTouch(bounds, archive.bounds));
  const pieces = new AreaPieces();
  /** Their extent is known when all tiles are. */
  const labels: { ground: NamedGround; piece: number }[] = [];
  let bytesLeft = UNPACKED_MAX.bytes + UNPACKED_MAX.timesFile * archive.bytes;
  let isWhole = true;
  for (const address of tilesTouching(covered, archive.zoomMax)) {
    if (bytesLeft < 0) {
      isWhole = false;
      break;
    }
    try {
      const bytes = await archive.findUnpacked(address);
      bytesLeft -= ASKING_BYTES + (bytes?.length ?? 0);
      if (!bytes) continue;
      if (bytes.length > TILE_BYTES_MAX) throw new Error('A tile is too large.');
      const { layers } = new VectorTile(new PbfReader(bytes));
      const batch: MapNames = { lines: [], grounds: [] };
      for (const feature of featuresOf(layers.roads)) batch.lines.push(...streetLines(feature, address));
      pieces.startTile(address);
      for (const layer of AREA_LAYERS) {
        for (const feature of featuresOf(layers[layer])) {
          if (feature.type === AREA) pieces.add(groundKey(layer, feature), feature);
        }
      }
      for (const feature of featuresOf(layers.water)) batch.grounds.push(...waterways(feature, address));
      for (const layer of ['water', 'pois', 'places'] as const) {
        for (const feature of featuresOf(layers[layer])) {
          const label = labelOf(feature, { layer, address });
          if (!label) continue;
          const key = groundKey(layer === 'pois' ? 'landuse' : layer, feature);
          const [spot] = feature.loadGeometry()[0]!;
          const piece = layer === 'places' ? undefined : pieces.at(spot!, key);
          if (piece === undefined) batch.grounds.push(label);
          else labels.push({ ground: label, piece });
        }
      }
      yield batch;
    } catch (error) {
      // Of the disk.
      if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
      // A tile that cannot be read has no names. The browser shows nothing of it either, and the server starts.
      isWhole = false;
    }
  }
  if (labels.length === 0) return isWhole;
  const extents = labels.map(({ ground, piece }) => ({ ...ground, bounds: pieces.extentOf(piece) }));
  yield { lines: [], grounds: extents };
  return isWhole;
}

function* featuresOf(layer: VectorTile['layers'][string] | undefined): Generator<VectorTileFeature> {
  for (let at = 0; at < (layer?.length ?? 0); at++) yield layer!.feature(at);
}

/** Water is one ground, whatever its kind: a label in a river may say lake. */
const groundKey = (layer: string, { properties }: VectorTileFeature) =>
  layer === 'water' ? layer : `${layer} ${properties.kind}`;

function streetLines(feature: VectorTileFeature, address: TileAddress): StreetLine[] {
  const { name, ref, kind } = feature.properties;
  if (feature.type !== LINE || NO_STREETS.has(String(kind))) return [];
  const title = text(name) ?? text(ref);
  if (title === undefined) return [];
  const alias = text(ref);
  return linesOf(feature, address).map((line) => ({
    name: title,
    ...(alias !== undefined && alias !== title && { aliases: [alias] }),
    line,
  }));
}

/** A river or a stream is named along its line. */
function waterways(feature: VectorTileFeature, address: TileAddress): NamedGround[] {
  const name = text(feature.properties.name);
  if (feature.type !== LINE || name === undefined) return [];
  return linesOf(feature, address).map((line) => {
    const [lng, lat] = line[line.length >> 1]!;
    const lngs = line.map(([x]) => x);
    const lats = line.map(([, y]) => y);
    const bounds = {
      west: Math.min(...lngs),
      south: Math.min(...lats),
      east: Math.max(...lngs),
      north: Math.max(...lats),
    };
    return { name, kind: String(feature.properties.kind), at: { lng, lat }, bounds };
  });
}

type Labeled = { layer: 'water' | 'pois' | 'places'; address: TileAddress };

function labelOf(feature: VectorTileFeature, { layer, address }: Labeled): NamedGround | undefined {
  const name = text(feature.properties.name);
  const kind = String(feature.properties.kind);
  if (feature.type !== POINT || name === undefined || NO_GROUNDS.has(kind)) return undefined;
  const { x, y } = feature.loadGeometry()[0]![0]!;
  // Labels in the buffer are those of the tile beside this one.
  if (x < 0 || y < 0 || x >= feature.extent || y >= feature.extent) return undefined;
  const [lng, lat] = positionOf({ x, y }, { address, extent: feature.extent });
  const at: LngLat = { lng, lat };
  if (layer === 'places') return { name, kind: kind === 'locality' ? 'town' : 'neighborhood', at };
  return { name, kind, at };
}

function linesOf(feature: VectorTileFeature, address: TileAddress): Position[][] {
  const { extent } = feature;
  return feature.loadGeometry().map((line) => line.map((point) => positionOf(point, { address, extent })));
}

type InTile = { address: TileAddress; extent: number };

function positionOf(point: { x: number; y: number }, { address: { z, x, y }, extent }: InTile): Position {
  const tiles = 2 ** z * extent;
  return [lngOfWorldX((x * extent + point.x) / tiles), latOfWorldY((y * extent + point.y) / tiles)];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
