// The street map out of several archives: one that covers everything, and layers of a county's own.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
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
  /** Complete street maps; the first one with a tile has it alone. */
  whole: readonly TileArchive[];
  /** Layers of the county's own. */
  own: readonly { kind: GroundKind; archive: TileArchive }[];
  /** Drawn from the parcels themselves, for what no other archive has. */
  derived: TileArchive | undefined;
};

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

  const derivedLayers = missingLayers({ whole, own });
  const drawn = new LRUCache<number, Uint8Array>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });

  async function partsAt(address: TileAddress): Promise<TilePart[]> {
    const parts: TilePart[] = [];
    const replaced = new Set<string>();
    for (const { kind, archive } of own) {
      const bytes = await archive.findUnpacked(address);
      if (bytes) parts.push({ bytes });
      // Where a tile reaches beyond the county, the whole map knows more.
      const layer = REPLACED[kind];
      if (layer && bytes && isInside(address, archive.bounds)) replaced.add(layer);
    }
    const base = await firstTile(whole, address);
    if (base) parts.unshift({ bytes: base, wants: (layer) => !replaced.has(layer) });
    const ground = derivedLayers.size === 0 ? undefined : await derived?.findUnpacked(address);
    if (ground) parts.unshift({ bytes: ground, wants: (layer) => derivedLayers.has(layer) });
    return parts;
  }

  async function find(address: TileAddress): Promise<Uint8Array | undefined> {
    const number = tileNumber(address);
    const known = drawn.get(number);
    if (known) return known;
    const parts = await partsAt(address);
    if (parts.length === 0) return undefined;
    const tile = await gzipAsync(await merge(parts));
    drawn.set(number, tile);
    return tile;
  }

  return {
    name: 'Street map',
    ...unionOf(archives),
    // Beyond the last zoom of one of them, its part would be missing.
    zoomMax: Math.min(...archives.map(({ zoomMax }) => zoomMax)),
    layers: allLayers(archives),
    mediaType: undefined,
    isGzipped: true,
    find,
    findUnpacked: async (address) => {
      const parts = await partsAt(address);
      return parts.length === 0 ? undefined : merge(parts);
    },
    close: async () => {
      await Promise.all(archives.map((archive) => archive.close()));
    },
  };
}

/** Its code is loaded with the first tile: most starts have one archive alone. */
async function merge(parts: readonly TilePart[]): Promise<Uint8Array> {
  const { mergeTiles } = await import('../../geo/merge-tiles.ts');
  return mergeTiles(parts);
}

/** What the map drawn from parcels adds: all that no other archive says. */
function missingLayers({ whole, own }: Pick<BasemapParts, 'whole' | 'own'>): ReadonlySet<string> {
  const missing = new Set(whole.length > 0 ? [] : ['earth', 'roads', 'places']);
  for (const { kind } of own) if (REPLACED[kind]) missing.delete(REPLACED[kind]);
  return missing;
}

async function firstTile(
  archives: readonly TileArchive[],
  address: TileAddress,
): Promise<Uint8Array | undefined> {
  for (const archive of archives) {
    const tile = await archive.findUnpacked(address);
    if (tile) return tile;
  }
  return undefined;
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

function isInside({ z, x, y }: TileAddress, { west, south, east, north }: Bounds): boolean {
  const tiles = 2 ** z;
  return (
    lngOfWorldX(x / tiles) >= west &&
    lngOfWorldX((x + 1) / tiles) <= east &&
    latOfWorldY(y / tiles) <= north &&
    latOfWorldY((y + 1) / tiles) >= south
  );
}
