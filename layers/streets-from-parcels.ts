// Streets without a street map: the gaps between parcels are the rights-of-way, and the site addresses along them their names.
import { roadFeatures } from '../basemap/ground/road-features.ts';
import type { ZoomedFeature } from '../basemap/zoomed-feature.ts';
import { streetTitle } from '../gazetteer/street-title.ts';
import { clipLine } from '../geo/clip-line.ts';
import type { Bounds, Position, TileAddress } from '../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../geo/mercator.ts';
import { tileNumber, tilesTouching } from '../geo/tile-address.ts';
import type { ParcelStore } from '../store/parcel-store.ts';
import { blockStreets } from './streets-from-parcels/block-streets.ts';
import { joinStreets, lengthOf } from './streets-from-parcels/join-streets.ts';
import {
  EQUATOR_METERS,
  lotsOf,
  MetersPlane,
  type StreetLine,
  StreetNames,
  type StreetParcel,
} from './streets-from-parcels/lots.ts';

export type ParcelStreet = { name: string; line: readonly Position[]; lengthMeters: number };

export type StreetsFromParcels = {
  parcels: Pick<ParcelStore, 'inBox'>;
  /** The bounds of each county. */
  land: readonly Bounds[];
  signal?: AbortSignal | undefined;
  onProgress?: ((fraction: number) => void) | undefined;
};

/** A block is a tile of this zoom, about 7 km wide, or a part of it with fewer parcels than the other. */
const BLOCK_ZOOM = 12;
const BLOCK_ZOOM_MAX = 17;
const BLOCK_PARCELS_MAX = 5000;
/** Around a block, so that the votes at its edge are those of its neighbor. */
const MARGIN_METERS = 250;
const CRUMB_METERS = 30;
const THROUGH_STREET_METERS = 1500;

/** One batch for each county. */
export async function* streetsFromParcels({
  parcels,
  land,
  signal,
  onProgress,
}: StreetsFromParcels): AsyncGenerator<ParcelStreet[]> {
  const count = [...tilesTouching(land, BLOCK_ZOOM)].length;
  const taken = new Set<number>();
  let done = 0;
  for (const bounds of land) {
    // Boxes of neighbors overlap.
    const blocks = [...tilesTouching([bounds], BLOCK_ZOOM)].filter((block) => !taken.has(tileNumber(block)));
    for (const block of blocks) taken.add(tileNumber(block));
    yield await streetsOfCounty({
      parcels,
      bounds,
      blocks,
      signal,
      onBlock: (share) => {
        done += share;
        onProgress?.(done / count);
      },
    });
  }
}

type County = Pick<StreetsFromParcels, 'parcels' | 'signal'> & {
  bounds: Bounds;
  blocks: TileAddress[];
  /** Told the share of a whole block. */
  onBlock: (share: number) => void;
};

async function streetsOfCounty({
  parcels,
  bounds,
  blocks,
  signal,
  onBlock,
}: County): Promise<ParcelStreet[]> {
  const names = new StreetNames();
  const plane = new MetersPlane({
    lng: (bounds.west + bounds.east) / 2,
    lat: (bounds.south + bounds.north) / 2,
  });
  const pieces: StreetLine[] = [];
  for (let block = blocks.pop(); block; block = blocks.pop()) {
    signal?.throwIfAborted();
    const found = await parcels.inBox({
      bounds: boundsOfBlock(block, MARGIN_METERS),
      limit: BLOCK_PARCELS_MAX,
    });
    if (found && found.parcels.length === BLOCK_PARCELS_MAX && block.z < BLOCK_ZOOM_MAX) {
      blocks.push(...childrenOf(block));
      continue;
    }
    for (const piece of piecesOfBlock(block, found?.parcels ?? [], names)) {
      pieces.push({
        street: piece.street,
        line: piece.positions.flatMap(([lng, lat]) => [plane.x(lng), plane.y(lat)]),
      });
    }
    onBlock(4 ** (BLOCK_ZOOM - block.z));
  }
  return joinStreets(pieces).flatMap(({ street, line }): ParcelStreet[] => {
    const lengthMeters = lengthOf(line);
    if (lengthMeters < CRUMB_METERS) return [];
    const positions: Position[] = [];
    for (let i = 0; i < line.length; i += 2) positions.push(plane.position(line[i]!, line[i + 1]!));
    return [{ name: streetTitle(names.names[street]!), line: positions, lengthMeters }];
  });
}

function piecesOfBlock(block: TileAddress, parcels: readonly StreetParcel[], names: StreetNames) {
  if (parcels.length === 0) return [];
  const { west, south, east } = boundsOfBlock(block, 0);
  const plane = new MetersPlane({ lng: west, lat: south });
  const square = { low: 0, high: plane.x(east) };
  return blockStreets(lotsOf(parcels, plane, names)).flatMap(({ street, line }) =>
    clipLine(line, square).map((piece) => {
      const positions: Position[] = [];
      for (let i = 0; i < piece.length; i += 2) positions.push(plane.position(piece[i]!, piece[i + 1]!));
      return { street, positions };
    }),
  );
}

function childrenOf({ z, x, y }: TileAddress): TileAddress[] {
  return [0, 1].flatMap((column) => [0, 1].map((row) => ({ z: z + 1, x: 2 * x + column, y: 2 * y + row })));
}

function boundsOfBlock({ z, x, y }: TileAddress, marginMeters: number): Bounds {
  const tiles = 2 ** z;
  const latitude = (latOfWorldY((y + 0.5) / tiles) * Math.PI) / 180;
  const margin = (marginMeters * tiles) / (EQUATOR_METERS * Math.cos(latitude));
  return {
    west: lngOfWorldX((x - margin) / tiles),
    south: latOfWorldY((y + 1 + margin) / tiles),
    east: lngOfWorldX((x + 1 + margin) / tiles),
    north: latOfWorldY((y - margin) / tiles),
  };
}

/** Streets that run through many blocks are shown from afar. */
export function streetFeatures({ name, line, lengthMeters }: ParcelStreet): ZoomedFeature[] {
  return roadFeatures({
    class: lengthMeters < THROUGH_STREET_METERS ? 'residential' : 'tertiary',
    name,
    ref: null,
    geometry: { type: 'LineString', coordinates: line },
    oneway: false,
    level: 'ground',
  });
}
