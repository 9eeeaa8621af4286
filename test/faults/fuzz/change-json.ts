// Changes one place in a JSON value: what is there is replaced, left out, doubled or wrapped.
import fc from 'fast-check';
import { jsonOf, text } from './texts.ts';

type Change = { place: number; kind: number; value: unknown };

const numbers = fc.constantFrom<unknown>(0, -1, 1e308, -1e308, 2 ** 53, 0.5, 1e-320, 'NaN', '', null, [], {});

export const jsonChanges: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.record({ place: fc.nat(), kind: fc.nat(4), value: fc.oneof(numbers, jsonOf(text)) }),
  { minLength: 1, maxLength: 4 },
);

/** The value is copied; each change chooses its place among all that there are. */
export function withChanges(value: unknown, changes: readonly Change[]): unknown {
  let root: unknown = structuredClone(value);
  for (const { place, kind, value: other } of changes) {
    const places: { holder: Record<string, unknown>; key: string }[] = [];
    collect({ holder: { root }, key: 'root' }, places);
    const { holder, key } = places[place % places.length]!;
    const before = holder[key];
    if (kind <= 1) holder[key] = other;
    else if (kind === 2) delete holder[key];
    else if (kind === 3) holder[key] = [before, before];
    else holder[key] = { [JSON.stringify(other) ?? '']: before };
    if (places[0]!.holder === holder) root = holder.root;
  }
  return root;
}

function collect(
  at: { holder: Record<string, unknown>; key: string },
  places: { holder: Record<string, unknown>; key: string }[],
): void {
  places.push(at);
  const value = at.holder[at.key];
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) collect({ holder: value as Record<string, unknown>, key }, places);
}
