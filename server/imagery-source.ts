// The interface between the server and whatever supplies satellite or aerial imagery.
import type { Bounds, TileAddress } from '../geo/geometry.ts';

export type ImagerySource = {
  /** Must change whenever the pictures change: it is part of tile addresses, which browsers cache for good. */
  version: string;
  zoomMin: number;
  zoomMax: number;
  bounds: Bounds;
  /** HTML for the map's attribution control. */
  attribution: string;
  /** How many tiles to ask for at a time: more would only wait inside, in no fair order. */
  concurrency: number;
  /**
   * A WebP of 512 × 512 px, or undefined where there is no imagery. `signal` aborts once nobody waits for the tile any
   * more. The server logs an error, and answers 503.
   */
  tile(address: TileAddress, signal: AbortSignal): Promise<Buffer | undefined>;
  /** Finishes what it has begun. */
  close(): Promise<void>;
};
