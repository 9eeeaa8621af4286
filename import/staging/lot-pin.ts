// Names for lots that have none of their own, and for units that share one. All PINs are unique in the end.
import { PIN_LENGTH_MAX } from '../../contract/limits.ts';

const PREFIX_MIN = 4;
/** Two unrelated PINs of one township begin alike, too: a lot's name must be most of its units' names. */
const PREFIX_SHARE_MIN = 0.6;

export type IsUsed = (pin: string) => boolean;

/** What the PINs of the units have in common, as far as nobody else has that PIN; else the lowest with a plus: it and others. */
export function lotPin({ unitPins, isUsed }: { unitPins: readonly string[]; isUsed: IsUsed }): string {
  const prefix = commonPrefix(unitPins);
  const shortest = unitPins.reduce((length, pin) => Math.min(length, pin.length), Infinity);
  // 1101.001 and 1101.002: the whole group 1101 first, then 1101.00.
  const candidates = [/^(.*[^\p{L}\p{N}])/u.exec(prefix)?.[0] ?? '', prefix].map((text) =>
    text.replace(/[^\p{L}\p{N}]+$/u, ''),
  );
  for (const candidate of candidates) {
    const isLong = candidate.length >= PREFIX_MIN && candidate.length >= PREFIX_SHARE_MIN * shortest;
    if (isLong && /\p{N}/u.test(candidate) && !isUsed(candidate)) return candidate;
  }
  const lowest = unitPins.reduce((low, pin) => (pin < low ? pin : low));
  // Not how many others: one more apartment would change the name of the lot.
  return freePin({ pin: withSuffix(lowest, ' +'), isUsed });
}

/** Whether a PIN is that of a lot with more behind it, or with other digits where the lot has zeros. */
export function isUnitOf({ unit, lot }: { unit: string; lot: string }): boolean {
  if (unit === lot) return false;
  if (unit.startsWith(lot)) return true;
  const stem = lot.replace(/0+$/, '');
  const isLong = stem.length >= PREFIX_MIN && stem.length >= PREFIX_SHARE_MIN * lot.length;
  // 1101-20 is a number of its own, 1101-00 stands for all.
  const hasZeros = lot.length - stem.length >= 2;
  return isLong && hasZeros && unit.length === lot.length && unit.startsWith(stem);
}

/** The PIN itself, or with the first free number from 2 on. */
export function freePin({ pin, isUsed }: { pin: string; isUsed: IsUsed }): string {
  if (!isUsed(pin)) return pin;
  for (let number = 2; ; number++) {
    const numbered = withSuffix(pin, ` #${number}`);
    if (!isUsed(numbered)) return numbered;
  }
}

export function withSuffix(pin: string, suffix: string): string {
  return pin.slice(0, PIN_LENGTH_MAX - suffix.length) + suffix;
}

function commonPrefix(texts: readonly string[]): string {
  let prefix = texts[0] ?? '';
  for (const text of texts) {
    while (!text.startsWith(prefix)) prefix = prefix.slice(0, -1);
  }
  return prefix;
}
