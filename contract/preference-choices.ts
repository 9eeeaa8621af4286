// What can be chosen in Settings: apart from the schema, which would load zod on a first visit.
import { isMapStyleId } from './map-styles.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export const UNITS = ['us', 'metric'] as const;
export const COORDINATES = ['degrees', 'utm', 'state-plane'] as const;

const oneOf = (choices: readonly unknown[]) => (value: unknown) => choices.includes(value);
const isBoolean = (value: unknown) => typeof value === 'boolean';

/** Whether a value is one that this version knows: a newer one may have kept others. */
export const isPreference: Record<string, (value: unknown) => boolean> = {
  theme: oneOf(THEMES),
  units: oneOf(UNITS),
  coordinates: oneOf(COORDINATES),
  basemap: (value) => typeof value === 'string' && isMapStyleId(value),
  ownerNames: isBoolean,
  savedMarks: isBoolean,
  contourFeet: (value) => Number.isInteger(value) && Number(value) > 0,
};
