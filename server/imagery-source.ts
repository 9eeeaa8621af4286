// The interface between the server and whatever supplies satellite or aerial imagery.
import type { Bounds, TileAddress } from '../geo/geometry.ts';

export type ImageryTile = {
  /** A WebP. */
  picture: Buffer;
  /** From a shallower tile, as there is none of its own: kept for a day only. */
  isEnlarged: boolean;
};

/** The source's own pictures that are on the disk, none that were enlarged. */
type KeptPictures = {
  read(address: TileAddress): Promise<Buffer | undefined>;
  write(address: TileAddress, picture: Buffer): Promise<void>;
};

export type ImagerySource = {
  /** Must change whenever the pictures change: it is part of tile addresses, which browsers cache for good. */
  version: string;
  zoomMin: number;
  zoomMax: number;
  bounds: Bounds;
  /** HTML for the map's attribution control. */
  attribution: string;
  /** Of one side of a picture. */
  tileSizePx: number;
  /** How many tiles to ask for at a time: more would only wait inside, in no fair order. */
  concurrency: number;
  /**
   * Undefined where there is no imagery. `signal` aborts once nobody waits for the tile any more. The server logs an error,
   * and answers 503; a Failure is expected, and not logged.
   */
  tile(address: TileAddress, signal: AbortSignal, kept: KeptPictures): Promise<ImageryTile | undefined>;
  /** Finishes what it has begun. */
  close(): Promise<void>;
};
