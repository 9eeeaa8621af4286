// Addresses of tiles as templates: {z}, {x} and {y}, {-y} counted from the south, {q} as a quadkey, or {bbox} in Web Mercator.
import type { TileAddress } from './geometry.ts';

/** Half the width of the world in Web Mercator, in meters. */
export const MERCATOR_HALF_METERS = 20037508.342789244;

export function fillTileTemplate(template: string, address: TileAddress): string {
  const { z, x, y } = address;
  const values: Record<string, () => string | number> = {
    z: () => z,
    /** With two digits, as some servers number their zooms. */
    zz: () => String(z).padStart(2, '0'),
    x: () => x,
    y: () => y,
    '-y': () => 2 ** z - 1 - y,
    q: () => quadkeyOf(address),
    bbox: () => mercatorBox(address).join(','),
  };
  return template.replace(/\{(zz|-?y|[zxq]|bbox)\}/g, (_, name: string) => String(values[name]!()));
}

/** One digit a zoom, from 0 to 3: the quarter of the tile before. */
function quadkeyOf({ z, x, y }: TileAddress): string {
  let key = '';
  for (let bit = z - 1; bit >= 0; bit--) key += ((x >> bit) & 1) + 2 * ((y >> bit) & 1);
  return key;
}

/** West, south, east and north in meters. */
function mercatorBox({ z, x, y }: TileAddress): number[] {
  const side = (2 * MERCATOR_HALF_METERS) / 2 ** z;
  const west = x * side - MERCATOR_HALF_METERS;
  const north = MERCATOR_HALF_METERS - y * side;
  return [west, north - side, west + side, north];
}
