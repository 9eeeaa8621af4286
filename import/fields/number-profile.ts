// What the numbers of a field look like: years, counts or amounts.
import { parseNumber } from './clean-amount.ts';
import type { FieldProfile } from './field-profile.ts';

/** `numbers` are those that are not 0, which often means unknown; `share` is that of numbers among all values, 0 included. */
export function numbersOf({ present }: FieldProfile): { numbers: number[]; share: number; median: number } {
  const all = present.map((value) => parseNumber(value) ?? Number.NaN).filter((value) => value >= 0);
  const numbers = all.filter((value) => value > 0).sort((a, b) => a - b);
  return {
    numbers,
    share: present.length === 0 ? 1 : all.length / present.length,
    median: numbers[Math.floor(numbers.length / 2)] ?? 0,
  };
}

const NEARLY_ALL = 0.9;

/** Whether nearly all numbers are years, none older than `ageMax` and none beyond the next one. True where there is no value. */
export function isYears(profile: FieldProfile, ageMax: number): boolean {
  const { numbers, share } = numbersOf(profile);
  const latest = new Date().getUTCFullYear() + 1;
  const years = numbers.filter(
    (value) => Number.isInteger(value) && value <= latest && value >= latest - ageMax,
  );
  if (profile.present.length > 0 && numbers.length === 0) return false;
  return share >= NEARLY_ALL && years.length >= numbers.length * NEARLY_ALL;
}

/** Whether nearly all values are numbers, and the one in the middle is within bounds. True where there is no value. */
export function isAmount(profile: FieldProfile, { min, max }: { min: number; max: number }): boolean {
  const { numbers, share, median } = numbersOf(profile);
  if (profile.present.length === 0) return true;
  return share >= NEARLY_ALL && numbers.length > 0 && median >= min && median <= max;
}
