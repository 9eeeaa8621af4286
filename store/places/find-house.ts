// Finds a house number on a street: a known house, or a position interpolated between two houses.
import type { LngLat } from '../../geo/geometry.ts';
import type { FoundHouse, House, PlaceDetails } from './place-index.ts';

export type HouseNumber = { number: number; suffix: string };

export function houseNumberOf(word: string): HouseNumber | undefined {
  const parts = /^(\d{1,6})([a-z]?)$/.exec(word);
  return parts ? { number: Number(parts[1]), suffix: parts[2]! } : undefined;
}

type Wanted = HouseNumber & { streetId: number };

export function findHouse(details: PlaceDetails, wanted: Wanted): FoundHouse | undefined {
  const houses = details.housesNumbered(wanted);
  if (houses.length === 0) return interpolate(details, wanted);
  const same = houses.find(({ suffix }) => suffix.toLowerCase() === wanted.suffix);
  const { number, suffix, at } = same ?? houses[0]!;
  return { text: `${number}${suffix}`, at, accuracy: 'parcel' };
}

/** Undefined outside the range of known numbers: there is no extrapolation. */
function interpolate(details: PlaceDetails, { streetId, number, suffix }: Wanted): FoundHouse | undefined {
  for (const sameSide of [true, false]) {
    const [lower, higher] = details.housesAround({ streetId, number, sameSide });
    if (lower && higher) {
      const at = between({ lower, higher, number });
      return { text: `${number}${suffix.toUpperCase()}`, at, accuracy: 'interpolated' };
    }
  }
  return undefined;
}

function between({ lower, higher, number }: { lower: House; higher: House; number: number }): LngLat {
  const share = (number - lower.number) / (higher.number - lower.number);
  return {
    lng: lower.at.lng + share * (higher.at.lng - lower.at.lng),
    lat: lower.at.lat + share * (higher.at.lat - lower.at.lat),
  };
}
