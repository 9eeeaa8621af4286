// What somebody has chosen in Settings: kept on their account, with a copy in the browser, so that the first paint is right and
// a choice that could not be sent is sent later (web/sync-preferences.ts).
import { create } from 'zustand';
import { isPreference } from '../contract/preference-choices.ts';
import type { Preferences as Chosen } from '../contract/preferences.ts';
import { keepOfPerson, keptOfPerson } from './kept-of-person.ts';
import { SIZES, type Sizes } from './sizes.ts';

export type { Chosen };
export type Preferences = Required<{ [Name in keyof Chosen]: NonNullable<Chosen[Name]> }>;

const DEFAULTS: Preferences = {
  theme: 'system',
  units: 'us',
  coordinates: 'degrees',
  basemap: 'streets-v12',
  ownerNames: true,
  savedMarks: false,
  contourFeet: 20,
};

/** The copy in the browser. */
type Copy = {
  /** As the account has it, as far as this browser knows, with what is unsent. */
  chosen: Chosen;
  /** What the account has not been told yet. */
  unsent: Chosen;
};

type State = Preferences & {
  unsent: Chosen;
  /** The last call has failed. */
  isAway: boolean;
};

export const usePreferences = create<State>()(() => ({ ...openedNow(), isAway: false }));

function withDefaults(chosen: Chosen, unsent: Chosen): Omit<State, 'isAway'> {
  const known = Object.entries(chosen).filter(([name, value]) => isPreference[name]?.(value));
  return { ...DEFAULTS, ...Object.fromEntries(known), unsent };
}

function openedNow(): Omit<State, 'isAway'> {
  const { chosen, unsent } = Object(keptOfPerson('preferences')) as Partial<Copy>;
  return withDefaults({ ...chosen }, { ...unsent });
}

/** Of whoever is signed in now, and of nobody once they are not. Also what another tab has changed. */
export const openPreferences = () => usePreferences.setState(openedNow());

/** Somebody has chosen: it counts at once, here and in other tabs. */
export function choose(changes: Chosen): void {
  const { unsent, isAway: _, ...before } = usePreferences.getState();
  keep({ ...before, ...changes }, { ...unsent, ...changes });
}

/** The account has answered. What was chosen while it was asked is still unsent. */
export function takeFromAccount(account: Chosen, sent: Chosen): void {
  const rest = Object.entries(usePreferences.getState().unsent).filter(
    ([name, value]) => sent[name as keyof Chosen] !== value,
  );
  const unsent: Chosen = Object.fromEntries(rest);
  keep({ ...account, ...unsent }, unsent);
}

function keep(chosen: Chosen, unsent: Chosen): void {
  usePreferences.setState(withDefaults(chosen, unsent));
  keepOfPerson('preferences', { chosen, unsent } satisfies Copy);
}

const sizesOf = ({ units }: Pick<Preferences, 'units'>): Sizes => SIZES[units];

/** Lengths and areas in the person's units. */
export const useSizes = (): Sizes => usePreferences(sizesOf);

/** At this moment, for what is not a component and is written anew with each change. */
export const sizesNow = (): Sizes => sizesOf(usePreferences.getState());
