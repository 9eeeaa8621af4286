// The settings of the map: who provides it, and what the embedded provider draws it from.

import { resolve } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../runtime/operator-error.ts';

export type MapsSettings = {
  provider: 'embedded' | 'mapbox';
  /** Handed to every browser; undefined where none was given. */
  mapboxAccessToken: string | undefined;
  /** A Protomaps extract instead of the demo county's map; absolute. */
  basemapFile: string | undefined;
};

/** Each message completes the sentence "expected …". */
export const mapsSettings = {
  MAPS_PROVIDER: z.enum(['embedded', 'mapbox'], 'embedded or mapbox').default('embedded'),
  BASEMAP_PMTILES: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
};

/** Never quoted where it is refused: what is no public token may be a secret one. */
export function readMapboxToken(given: Record<string, string>): string | undefined {
  const token = given.MAPBOX_ACCESS_TOKEN;
  if (token !== undefined && !isPublicToken(token)) {
    throw new OperatorError(
      'MAPBOX_ACCESS_TOKEN is no public token: expected one that starts with "pk.", as every browser gets to see it.',
    );
  }
  return token;
}

/** Whole, too: the search box reads the account's name from its middle, and stops where there is none. */
function isPublicToken(token: string): boolean {
  const [, account] = /^pk\.([\w-]+)\.[\w-]+$/.exec(token) ?? [];
  if (account === undefined) return false;
  try {
    return typeof JSON.parse(Buffer.from(account, 'base64url').toString()).u === 'string';
  } catch {
    return false;
  }
}
