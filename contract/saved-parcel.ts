// Schemas of a saved parcel as it crosses HTTP, and of the requests that save one or edit its notes.
import { z } from 'zod';
import { FOLDER_NAME_MAX, LAT_MAX, LNG_MAX, NOTES_MAX, SAVED_TEXT_MAX } from './limits.ts';
import { messages } from './messages.ts';
import { pin } from './parcel.ts';

/** PostgreSQL cannot store NUL characters in text. */
const hasNoNul = (value: string) => !value.includes('\0');

const notes = z
  .string({ error: 'notes must be text or null.' })
  .max(NOTES_MAX, messages.notesLength)
  .refine(hasNoNul, 'notes must not contain NUL characters.')
  .nullable();

const folder = z
  .string({ error: 'folder must be text or null.' })
  .max(FOLDER_NAME_MAX, `folder may have at most ${FOLDER_NAME_MAX} characters.`)
  .refine(hasNoNul, 'folder must not contain NUL characters.')
  .nullable();

const color = z
  .string({ error: 'color must be text or null.' })
  .regex(/^#[0-9a-f]{6}$/, 'color must be written as #rrggbb, in small letters.')
  .nullable();

const text = (name: string) =>
  z
    .string({ error: `${name} must be text.` })
    .max(SAVED_TEXT_MAX, `${name} may have at most ${SAVED_TEXT_MAX} characters.`)
    .refine(hasNoNul, `${name} must not contain NUL characters.`);

const degrees = (name: string, most: number) =>
  z
    .number({ error: `${name} must be a number or null.` })
    .min(-most, `${name} must lie between -${most} and ${most}.`)
    .max(most, `${name} must lie between -${most} and ${most}.`)
    .nullable();

export const savedParcel = z.object({
  id: z.string(),
  parcel_pin: z.string(),
  parcel_owner_name: z.string(),
  parcel_address: z.string(),
  parcel_centroid_lat: z.number().nullable(),
  parcel_centroid_lon: z.number().nullable(),
  notes: z.string().nullable(),
  folder: z.string().nullable(),
  color: z.string().nullable(),
});
export type SavedParcel = z.infer<typeof savedParcel>;

/** `next` is there only where the list goes on: asked for with `?after=` it, the answer has the parcels that follow. */
export const savedParcelList = z.object({ parcels: z.array(savedParcel), next: z.string().optional() });
export type SavedParcelList = z.infer<typeof savedParcelList>;

export const savedParcelListQuery = z.object({
  after: z.string({ error: messages.badCursor }).max(100, messages.badCursor).optional(),
});

export const saveParcelBody = z.strictObject(
  {
    parcel_pin: pin,
    parcel_owner_name: text('parcel_owner_name'),
    parcel_address: text('parcel_address'),
    parcel_centroid_lat: degrees('parcel_centroid_lat', LAT_MAX).default(null),
    parcel_centroid_lon: degrees('parcel_centroid_lon', LNG_MAX).default(null),
    notes: notes.default(null),
    folder: folder.default(null),
    color: color.default(null),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'The request body must be an object.' : undefined) },
);
export type SaveParcelBody = z.input<typeof saveParcelBody>;

/** What is left out stays as it is. */
export const editSavedParcelBody = z
  .strictObject({ notes: notes.optional(), folder: folder.optional(), color: color.optional() })
  .refine((edit) => Object.keys(edit).length > 0, 'notes must be text or null.');
export type EditSavedParcelBody = z.infer<typeof editSavedParcelBody>;
