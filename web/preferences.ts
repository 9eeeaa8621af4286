// What somebody has chosen for all of their visits: in the person's account, with a copy in the browser.
import { create } from 'zustand';
import { SIZES, type Sizes, type Units } from './sizes.ts';

export type Preferences = {
  units: Units;
};

const DEFAULTS: Preferences = { units: 'us' };

export const usePreferences = create<Preferences>()(() => DEFAULTS);

/** Lengths and areas in the person's units. */
export const useSizes = (): Sizes => SIZES[usePreferences(({ units }) => units)];

/** At this moment, for what is not a component and is written anew with each change. */
export const sizesNow = (): Sizes => SIZES[usePreferences.getState().units];
