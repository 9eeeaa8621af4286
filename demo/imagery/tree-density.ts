// The probability of a tree at a position, by land cover and distance to roads and streams.
import { COVER } from './ground-features.ts';
import { fractalNoise, noise, smoothstep } from './hash-noise.ts';
import { type FieldPlace, findFieldPlace } from './paint-fields.ts';
import type { Photo } from './photo.ts';

/** The least distance of a trunk from a road. */
const CLEAR_OF_ROADS_METERS = 1.6;
const STREAM_BANK_METERS = 8;

const place: FieldPlace = { along: 0, across: 0, edgeMeters: 0, patch: 0 };

/** 1 in the middle of a clearing in the woods, 0 outside of clearings. */
export function clearingAt(x: number, y: number): number {
  return smoothstep(noise(x / 75 + 5, y / 75), 0.86, 0.95);
}

export function treeDensity(photo: Photo, pixel: number, x: number, y: number): number {
  if (photo.water[pixel] || photo.height[pixel]! > 0) return 0;
  const fromRoad = photo.pavement[pixel]!;
  if (fromRoad < CLEAR_OF_ROADS_METERS) return 0;
  const onBank = photo.stream[pixel]! < STREAM_BANK_METERS && photo.stream[pixel]! > 0.5 ? 0.75 : 0;
  return Math.max(onBank, densityOn(photo, pixel, x, y, fromRoad));
}

function densityOn(photo: Photo, pixel: number, x: number, y: number, fromRoad: number): number {
  const clumps = fractalNoise(x / 42 + 13, y / 42 + 29);
  switch (photo.cover[pixel]) {
    case COVER.wood:
      return fromRoad < 4 ? 0.4 : 0.97 - 0.8 * clearingAt(x, y);
    case COVER.field: {
      findFieldPlace(place, x, y, photo.key[pixel]!);
      const isHedge = place.edgeMeters < 4.5 && place.patch % 3 === 0;
      return isHedge ? 0.65 * smoothstep(clumps, 0.3, 0.5) : 0.006 * smoothstep(clumps, 0.5, 0.6);
    }
    case COVER.residential:
      // More trees in back yards, far from the street.
      return (fromRoad > 9 ? 0.42 : 0.14) * smoothstep(clumps, 0.28, 0.62) + 0.03;
    case COVER.commercial:
      return 0.1 * smoothstep(clumps, 0.4, 0.7);
    case COVER.industrial:
      return 0.3 * smoothstep(clumps, 0.55, 0.68);
    case COVER.park:
      return 0.75 * smoothstep(clumps, 0.42, 0.58) + 0.04;
    case COVER.golf:
      return (
        0.8 *
        smoothstep(Math.abs(noise(x / 190 + 7, y / 190) - 0.5), 0.12, 0.16) *
        smoothstep(clumps, 0.3, 0.5)
      );
    case COVER.school:
    case COVER.cemetery:
      return 0.3 * smoothstep(clumps, 0.52, 0.66) + 0.01;
    case COVER.rough:
      return 0.8 * smoothstep(clumps, 0.5, 0.64) + 0.03;
    default:
      return 0;
  }
}
