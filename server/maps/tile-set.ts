// A set of tiles as pages are told of it, and several sets that are shown as one.
import { createHash } from 'node:crypto';
import { unionOfBounds } from '../../geo/bounds-of.ts';
import type { Bounds } from '../../geo/geometry.ts';

/** The metadata of a tile set that the server has. */
export type TileSet = {
  version: string;
  zoomMin: number;
  zoomMax: number;
  bounds: Bounds;
  /** The names of the layers in its tiles, if they are known. */
  layers?: ReadonlySet<string> | undefined;
  /** HTML for the map's attribution control. */
  attribution: string;
};

/** What is common to several sets that are shown as one. */
export function unionOf(sets: readonly TileSet[]): TileSet {
  return {
    version: sets.length === 1 ? sets[0]!.version : digestOf(sets.map(({ version }) => version)),
    zoomMin: Math.min(...sets.map(({ zoomMin }) => zoomMin)),
    zoomMax: Math.max(...sets.map(({ zoomMax }) => zoomMax)),
    bounds: unionOfBounds(sets.map(({ bounds }) => bounds)),
    attribution: [...new Set(sets.map(({ attribution }) => attribution).filter(Boolean))].join('; '),
  };
}

function digestOf(versions: readonly string[]): string {
  return createHash('sha256').update(versions.join()).digest('base64url').slice(0, 16);
}
