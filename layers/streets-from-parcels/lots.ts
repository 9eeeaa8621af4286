// The lots of one block on a plane of meters: their borders, and the streets of their addresses.
import { parseSiteAddress } from '../../contract/parse-site-address.ts';
import { signedArea } from '../../geo/flat-ring.ts';
import { type AreaGeometry, type LngLat, type Position, polygonsOf } from '../../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX, worldX, worldY } from '../../geo/mercator.ts';
import { nameWords } from '../../store/place-words.ts';

export type StreetParcel = { siteAddress: string | null; geometry: AreaGeometry };

export type Lot = {
  /** x and y in turn, without closing points. The land is on the left. */
  rings: number[][];
  /** The number of its street in StreetNames; undefined for a lot without an address. */
  street: number | undefined;
  /** 1 for odd house numbers, 0 for even ones; undefined without a number. */
  parity: number | undefined;
};

/** A line with the number of its street; x and y in turn, in meters. */
export type StreetLine = { street: number; line: number[] };

/** Numbers the streets, however they are written. */
export class StreetNames {
  readonly #numbers = new Map<string, number>();
  /** As the county writes it first, by number. */
  readonly names: string[] = [];

  numberOf(name: string): number {
    const key = nameWords(name).join(' ');
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.names.length);
    return this.names.push(name) - 1;
  }
}

export const EQUATOR_METERS = 40_075_017;

/** Mercator in meters, true at its origin, y to the north. */
export class MetersPlane {
  readonly #originX: number;
  readonly #originY: number;
  readonly #scale: number;

  constructor(origin: LngLat) {
    this.#originX = worldX(origin.lng);
    this.#originY = worldY(origin.lat);
    this.#scale = EQUATOR_METERS * Math.cos((origin.lat * Math.PI) / 180);
  }

  x(lng: number): number {
    return (worldX(lng) - this.#originX) * this.#scale;
  }

  y(lat: number): number {
    return (this.#originY - worldY(lat)) * this.#scale;
  }

  position(x: number, y: number): Position {
    return [lngOfWorldX(this.#originX + x / this.#scale), latOfWorldY(this.#originY - y / this.#scale)];
  }
}

/** A right-of-way that is a parcel itself is narrower than this on average, and longer than the other. */
const RIGHT_OF_WAY_METERS_MAX = 25;
const RIGHT_OF_WAY_LENGTH_MIN = 150;

export function lotsOf(parcels: readonly StreetParcel[], plane: MetersPlane, names: StreetNames): Lot[] {
  return parcels.flatMap(({ siteAddress, geometry }): Lot[] => {
    const address = siteAddress === null ? undefined : parseSiteAddress(siteAddress);
    const rings = polygonsOf(geometry).flatMap((polygon) => polygon.map((ring) => flatten(ring, plane)));
    if (!address?.house && isRightOfWay(rings)) return [];
    return [
      {
        rings,
        street: address && names.numberOf(address.street),
        parity: address?.house && address.house.number % 2,
      },
    ];
  });
}

function flatten(ring: readonly Position[], plane: MetersPlane): number[] {
  const flat: number[] = [];
  for (let i = 0; i < ring.length - 1; i++) flat.push(plane.x(ring[i]![0]), plane.y(ring[i]![1]));
  return flat;
}

/** Some counties draw the streets themselves as parcels. */
function isRightOfWay(rings: readonly number[][]): boolean {
  let area = 0;
  let border = 0;
  for (const ring of rings) {
    area += signedArea(ring);
    for (let i = 0; i < ring.length; i += 2) {
      const next = (i + 2) % ring.length;
      border += Math.hypot(ring[next]! - ring[i]!, ring[next + 1]! - ring[i + 1]!);
    }
  }
  return border / 2 > RIGHT_OF_WAY_LENGTH_MIN && (2 * Math.abs(area)) / border < RIGHT_OF_WAY_METERS_MAX;
}
