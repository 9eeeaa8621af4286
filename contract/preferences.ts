// What a person has chosen in Settings, as it crosses HTTP and is kept with the account. All of it is optional.
import { z } from 'zod';
import { MAP_STYLES } from './map-styles.ts';
import { COORDINATES, THEMES, UNITS } from './preference-choices.ts';

const styleIds = MAP_STYLES.map(({ id }) => id);

/** An unknown value counts as none: it comes from a newer page, or from an older one. */
const choice = <Value extends z.ZodType>(schema: Value) => schema.optional().catch(undefined);

export const preferences = z.object(
  {
    theme: choice(z.enum(THEMES)),
    units: choice(z.enum(UNITS)),
    coordinates: choice(z.enum(COORDINATES)),
    /** The basemap that a visit begins with. */
    basemap: choice(z.enum(styleIds)),
    ownerNames: choice(z.boolean()),
    savedMarks: choice(z.boolean()),
    contourFeet: choice(z.int().min(1).max(1000)),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'The request body must be an object.' : undefined) },
);
export type Preferences = z.infer<typeof preferences>;
