// ZIP codes as people write them: 28117 or 28117-1234, with the leading zero that spreadsheets lose.
import { cleanText } from './clean-text.ts';

const ZERO_STATES = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT', 'PR', 'VI', 'AE']);

export const ZERO_RESTORED = 'leading zero of the ZIP code restored';

export type CleanZip = { zip: string | null; restored: boolean };

/** Foreign postal codes and text that is not a ZIP code stay as they are. */
export function cleanZip({
  value,
  state,
}: {
  value: string | number | null;
  state: string | null;
}): CleanZip {
  const text = cleanText(value)?.replace(/\.0+$/, '') ?? null;
  if (text === null || /^[0 -]+$/.test(text)) return { zip: null, restored: false };
  const [, digits, plus = ''] = /^(\d{1,9})(?:[- ](\d{0,4}))?$/.exec(text) ?? [];
  if (digits === undefined) return { zip: text, restored: false };
  const isZeroState = state === null || ZERO_STATES.has(state.toUpperCase());
  if (digits.length === 9) return { zip: withPlus(digits.slice(0, 5), digits.slice(5)), restored: false };
  if (digits.length === 5) return { zip: withPlus(digits, plus), restored: false };
  if (digits.length === 8 && isZeroState && plus === '') {
    return { zip: withPlus(`0${digits.slice(0, 4)}`, digits.slice(4)), restored: true };
  }
  const isShort = digits.length === 3 || digits.length === 4;
  if (isShort && (typeof value === 'number' || isZeroState)) {
    return { zip: withPlus(digits.padStart(5, '0'), plus), restored: true };
  }
  return { zip: text, restored: false };
}

function withPlus(zip: string, plus: string): string {
  return plus.length === 4 && plus !== '0000' ? `${zip}-${plus}` : zip;
}
