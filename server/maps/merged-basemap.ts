// The street map out of several archives: one that covers everything, and layers of a county's own.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { boxesTouch, unionOfBounds } from '../../geo/bounds-of.ts';
import type { Bounds, TileAddress } from '../../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../../geo/mercator.ts';
import type { TilePart } from '../../geo/merge-tiles.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import type { GroundKind } from '../../store/layer-folder.ts';
import type { TileArchive } from './tile-archive.ts';
import { unionOf } from './tile-set.ts';

const gzipAsync = promisify(gzip);
const CACHE_BYTES_MAX = 32 * 1024 * 1024;

export type BasemapParts = {
  /** Complete street maps; the first one that covers a place has it alone. */
  whole: readonly TileArchive[];
  /** Layers of the county's own. */
  own: readonly { kind: GroundKind; archive: TileArchive }[];
  /** Drawn from the parcels themselves, for places that no other archive covers. */
  derived: TileArchive | undefined;
};

/** What an archive has of a tile. */
type Found = { archive: TileArchive; bytes: Uint8Array };

/** A map that ends before this zoom has no streets of neighborhoods: it hides nothing at deeper ones. */
const STREETS_ZOOM = 13;

/** The layers of a whole map that a county's own layer of this kind replaces. What it only adds to stays. */
const REPLACED: Partial<Record<GroundKind, string>> = {
  roads: 'roads',
  water: 'water',
  buildings: 'buildings',
  places: 'places',
};

/** Undefined where there is nothing to merge. */
export function mergeBasemap({ whole, own, derived }: BasemapParts): TileArchive | undefined {
  const archives = [...whole, ...own.map(({ archive }) => archive), ...(derived ? [derived] : [])];
  const [first] = archives;
  if (!first) return undefined;
  if (archives.length === 1) return first;

  const drawn = new LRUCache<number, Uint8Array>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });

  async function partsAt(address: TileAddress): Promise<TilePart[]> {
    const parts: TilePart[] = [];
    const replaced = new Set<string>();
    const covering: Covering[] = [];
    for (const { kind, archive } of own) {
      const found = await findTile(archive, address);
      if (!found) continue;
      parts.push(found);
      const layer = REPLACED[kind];
      if (layer === undefined) continue;
      covering.push({ ...found, layer });
      // Where a tile reaches beyond the county, the whole map knows more.
      if (isInside(address, archive.bounds)) replaced.add(layer);
    }
    const before: Covering[] = [];
    for (const archive of deepFirst(whole, address)) {
      const found = await findTile(archive, address);
      if (!found) continue;
      const { wants = () => true, wantsAt } = await beyond([...before], address);
      parts.unshift({ ...found, wants: (layer) => !replaced.has(layer) && wants(layer), wantsAt });
      if (isDeep(archive, address)) before.push(found);
    }
    const ground = derived && (await findTile(derived, address));
    if (ground) parts.unshift({ ...ground, ...(await beyond([...covering, ...before], address)) });
    return parts;
  }

  async function findUnpacked(address: TileAddress): Promise<Uint8Array | undefined> {
    const parts = await partsAt(address);
    // Its code is loaded with the first tile: most starts have one archive alone.
    return parts.length === 0 ? undefined : (await import('../../geo/merge-tiles.ts')).mergeTiles(parts);
  }

  async function find(address: TileAddress): Promise<Uint8Array | undefined> {
    const number = tileNumber(address);
    const known = drawn.get(number);
    if (known) return known;
    const plain = await findUnpacked(address);
    if (!plain) return undefined;
    const tile = await gzipAsync(plain);
    drawn.set(number, tile);
    return tile;
  }

  return {
    name: 'Street map',
    ...unionOf(archives),
    layers: allLayers(archives),
    mediaType: undefined,
    isGzipped: true,
    find,
    findUnpacked,
    close: async () => {
      await Promise.all(archives.map((archive) => archive.close()));
    },
  };
}

/** Beyond the last zoom of an archive, a part of its tile of that zoom. */
async function findTile(archive: TileArchive, address: TileAddress): Promise<Found | undefined> {
  const zooms = Math.max(0, address.z - archive.zoomMax);
  const z = address.z - zooms;
  const [x, y] = [address.x >> zooms, address.y >> zooms];
  const bytes = await archive.findUnpacked({ z, x, y });
  if (!bytes || zooms === 0) return bytes && { archive, bytes };
  const { cutTile } = await import('../../geo/merge-tiles.ts');
  const place = { zooms, column: address.x - (x << zooms), row: address.y - (y << zooms) };
  return { archive, bytes: cutTile(bytes, place) };
}

function isDeep({ zoomMax }: TileArchive, { z }: TileAddress): boolean {
  return zoomMax >= Math.min(z, STREETS_ZOOM);
}

function deepFirst(archives: readonly TileArchive[], address: TileAddress): TileArchive[] {
  return [true, false].flatMap((isWanted) => archives.filter((one) => isDeep(one, address) === isWanted));
}

/** `layer` is the only one that it covers; undefined for all. */
type Covering = Found & { layer?: string };

/**
 * What other archives leave of a tile. Each covers the box of its land, and in this tile what it has beyond: tiles that were cut out
 * of a larger map are complete.
 */
async function beyond(covering: readonly Covering[], address: TileAddress): Promise<Omit<TilePart, 'bytes'>> {
  if (covering.length === 0) return {};
  const { boxOfLayer } = await import('../../geo/merge-tiles.ts');
  const covers = (layer: string) => covering.filter((one) => (one.layer ?? layer) === layer);
  const boxes = new Map<string, Bounds[]>();
  const boxesOf = (layer: string) => {
    const found =
      boxes.get(layer) ??
      covers(layer).map(({ archive, bytes }) => {
        const box = boxOfLayer(bytes, layer);
        return unionOfBounds([archive.bounds, ...(box ? [inDegrees(box, address)] : [])]);
      });
    boxes.set(layer, found);
    return found;
  };
  return {
    wants: (layer) => !covers(layer).some(({ archive }) => isInside(address, archive.bounds)),
    wantsAt: (layer, x, y) => {
      const point = inDegrees({ left: x, top: y, right: x, bottom: y }, address);
      return !boxesOf(layer).some((box) => boxesTouch(box, point));
    },
  };
}

/** Undefined if one of them does not say. */
function allLayers(archives: readonly TileArchive[]): ReadonlySet<string> | undefined {
  const all = new Set<string>();
  for (const { layers } of archives) {
    if (!layers) return undefined;
    for (const layer of layers) all.add(layer);
  }
  return all;
}

function isInside(address: TileAddress, { west, south, east, north }: Bounds): boolean {
  const tile = inDegrees({ left: 0, top: 0, right: 1, bottom: 1 }, address);
  return tile.west >= west && tile.east <= east && tile.north <= north && tile.south >= south;
}

type Box = { left: number; top: number; right: number; bottom: number };

/** Of a box that is given from 0 to 1 across a tile. */
function inDegrees({ left, top, right, bottom }: Box, { z, x, y }: TileAddress): Bounds {
  const tiles = 2 ** z;
  return {
    west: lngOfWorldX((x + left) / tiles),
    south: latOfWorldY((y + bottom) / tiles),
    east: lngOfWorldX((x + right) / tiles),
    north: latOfWorldY((y + top) / tiles),
  };
}
