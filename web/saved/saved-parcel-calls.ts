// The four calls about a person's saved parcels, and the form in which the page uses the answers.
import { z } from 'zod';
import { messages } from '../../contract/messages.ts';
import type { SaveParcelBody } from '../../contract/saved-parcel.ts';
import { CallFailure, callServer } from '../call-server.ts';

const LIST_PATH = '/api/saved-parcels';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const degrees = z
  .number()
  .nullish()
  .transform((value) => value ?? null);

/**
 * Accepts a saved record and gives it the fields of a parcel. A record holds only some of them: the others are blank or
 * zero, as requirement V11 demands. Missing keys count as null.
 */
const savedParcelForm = z
  .object({
    id: z.union([z.string(), z.number()]).transform(String),
    parcel_pin: z.string(),
    parcel_owner_name: text,
    parcel_address: text,
    parcel_centroid_lat: degrees,
    parcel_centroid_lon: degrees,
    notes: text,
    folder: text,
    color: text,
  })
  .transform((record) => ({
    id: record.id,
    pin: record.parcel_pin,
    name: record.parcel_owner_name,
    owner: '',
    add1: record.parcel_address,
    add2: '',
    city: '',
    state: '',
    zip: '',
    taxacres: 0,
    township: '',
    zoning: '',
    sale_date: '',
    sales_price: 0,
    notes: record.notes,
    /** Blank: in none. */
    folder: record.folder,
    /** `#rrggbb`; blank: the usual one. */
    color: record.color,
    centroid_lat: record.parcel_centroid_lat,
    centroid_lon: record.parcel_centroid_lon,
  }));
export type SavedParcelForm = z.infer<typeof savedParcelForm>;

const savedParcelPage = z.object({ parcels: z.array(savedParcelForm), next: z.string().nullish() });

/** Saved parcels remain when a later import no longer has their PIN. False where the server does not say. */
export async function isGone(pin: string): Promise<boolean> {
  try {
    await callServer({ kind: 'parcel', path: `/api/parcels/${encodeURIComponent(pin)}` });
    return false;
  } catch (error) {
    return error instanceof CallFailure && error.status === 404;
  }
}

type Listing = {
  /** Gets the list so far, before each further page is asked for. */
  onPage?: (soFar: SavedParcelForm[]) => void;
  signal?: AbortSignal;
};

/** Newest first. A long list comes in several pages. */
export async function listSavedParcels({ onPage, signal }: Listing = {}): Promise<SavedParcelForm[]> {
  const list: SavedParcelForm[] = [];
  let path = LIST_PATH;
  for (;;) {
    const answer = await callServer({ kind: 'saved-parcel', path, ...(signal && { signal }) });
    const { parcels, next } = parseAnswer(savedParcelPage, answer);
    list.push(...parcels);
    if (!next) return list;
    signal?.throwIfAborted();
    onPage?.([...list]);
    path = `${LIST_PATH}?after=${encodeURIComponent(next)}`;
  }
}

export async function saveParcel(body: SaveParcelBody): Promise<SavedParcelForm> {
  const answer = await callServer({ kind: 'saved-parcel', method: 'POST', path: LIST_PATH, body });
  return parseAnswer(savedParcelForm, answer);
}

/** Null for none; what is missing stays as it is. */
export type SavedParcelEdit = {
  id: string;
  notes?: string | null;
  folder?: string | null;
  color?: string | null;
};

export async function editSavedParcel({ id, ...body }: SavedParcelEdit): Promise<void> {
  await callServer({ kind: 'saved-parcel', method: 'PUT', path: pathOf(id), body });
}

/** Saves it again as it was. */
export async function restoreSavedParcel(parcel: SavedParcelForm): Promise<SavedParcelForm> {
  return saveParcel({
    parcel_pin: parcel.pin,
    parcel_owner_name: parcel.name,
    parcel_address: parcel.add1,
    parcel_centroid_lat: parcel.centroid_lat,
    parcel_centroid_lon: parcel.centroid_lon,
    notes: notesOrNull(parcel.notes),
    ...(parcel.folder && { folder: parcel.folder }),
    ...(parcel.color && { color: parcel.color }),
  });
}

export async function deleteSavedParcel(id: string): Promise<void> {
  await callServer({ kind: 'saved-parcel', method: 'DELETE', path: pathOf(id) });
}

/** Blank notes are sent as null. */
export function notesOrNull(notes: string): string | null {
  return notes.trim() === '' ? null : notes;
}

/** The error's own message, or the fallback where it has none. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof Error && error.message ? error.message : fallback;
}

/** An all-digit id is sent as a number, unless it is too large for one to hold all digits. */
function pathOf(id: string): string {
  const isNumber = /^\d+$/.test(id) && Number.isSafeInteger(Number(id));
  return `${LIST_PATH}/${isNumber ? Number(id) : encodeURIComponent(id)}`;
}

/** Not the parser's own message: it lists the issues as JSON, which is not meant for users. */
function parseAnswer<Answer>(schema: z.ZodType<Answer>, answer: unknown): Answer {
  const { data, success } = schema.safeParse(answer);
  if (!success) throw new CallFailure(messages.parcelInvalid);
  return data;
}
