// Parcels seen in the last minutes, kept in local storage so that looking again takes no call.
//
// Read anew each time: other tabs write to it too, and it is asked once a click.
import { z } from 'zod';
import { PARCEL_CACHE_MAX, PARCEL_CACHE_TTL_MS } from '../../contract/limits.ts';
import { type Parcel, parcel } from '../../contract/parcel.ts';

const STORAGE_KEY = 'parcelCache';

/** Only what decides over an entry's life; the parcel in it is read when it is asked for. */
const entries = z.record(z.string(), z.object({ data: z.unknown(), timestamp: z.number() }));
type Entries = z.infer<typeof entries>;

export function cachedParcel(pin: string): Parcel | undefined {
  const entry = Object.entries(freshEntries()).find(([key]) => key === pin)?.[1];
  const { data } = parcel.safeParse(entry?.data);
  return data?.pin === pin ? data : undefined;
}

export function cacheParcel(seen: Parcel): void {
  const others = Object.entries(freshEntries()).filter(([pin]) => pin !== seen.pin);
  const kept = [...others, [seen.pin, { data: seen, timestamp: Date.now() }] as const]
    .sort(([, one], [, other]) => other.timestamp - one.timestamp)
    .slice(0, PARCEL_CACHE_MAX);
  save(Object.fromEntries(kept));
}

function freshEntries(): Entries {
  const now = Date.now();
  const isFresh = ({ timestamp }: { timestamp: number }) => {
    const ageMs = now - timestamp;
    // A clock that was set back makes entries from the future, which would never grow old.
    return ageMs >= 0 && ageMs < PARCEL_CACHE_TTL_MS;
  };
  return Object.fromEntries(Object.entries(load()).filter(([, entry]) => isFresh(entry)));
}

function load(): Entries {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === null ? {} : entries.parse(JSON.parse(stored));
  } catch (error) {
    console.warn('The cached parcels could not be read:', error);
    return {};
  }
}

function save(kept: Entries): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
  } catch (error) {
    console.warn('The parcel could not be cached:', error);
    forgetAll();
  }
}

/** Storage that is full has room again; storage that is closed stays as it is. */
function forgetAll(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // It was logged once, and nothing can be done.
  }
}
