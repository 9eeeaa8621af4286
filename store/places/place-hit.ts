// What a search by words runs on, and what it comes up with.
import type { LngLat } from '../../geo/geometry.ts';
import type { PlaceQuery } from '../place-store.ts';
import type { FoundHouse } from './find-house.ts';
import type { PlaceDetails } from './place-details.ts';
import type { PlaceTable } from './place-table.ts';
import type { QueryWord } from './place-words.ts';
import type { Ranked } from './score.ts';
import type { WordMarks } from './word-marks.ts';

export type Atlas = { places: PlaceTable; marks: WordMarks; details: PlaceDetails };

export type Question = PlaceQuery & { words: readonly QueryWord[] };

export type PlaceHit = Ranked & {
  at: LngLat;
  /** Words of the question that it lacks, a house number left out. */
  lacks: number;
  house?: FoundHouse;
  /** The other street, where the hit is a crossing. */
  otherId?: number;
};

/** Places that are looked at closely, which takes a look at the disk each. */
export const CANDIDATES_MAX = 30;
