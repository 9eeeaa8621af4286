// A cache of parcels in local storage, with a TTL and a maximum size.
//
// Read from storage on every use, because other tabs write to it, too. That is cheap: one click reads it at most twice.
import { z } from 'zod';
import { PARCEL_CACHE_MAX, PARCEL_CACHE_TTL_MS } from '../../contract/limits.ts';
import { type Parcel, parcel, tolerantParcel } from '../../contract/parcel.ts';

const STORAGE_KEY = 'parcelCache';

/** The parcel itself is parsed only when it is asked for. */
const entries = z.record(z.string(), z.object({ data: z.unknown(), timestamp: z.number() }));
/** An earlier version of this page, open in another tab, writes parcels without these fields. */
const { more, units, lot, origin } = tolerantParcel.shape;
const cached = parcel.extend({ more, units, lot, origin });
type Entries = z.infer<typeof entries>;

export function cachedParcel(pin: string): Parcel | undefined {
  // Not `freshEntries()[pin]`: for a PIN like 'constructor' that finds a property which every object inherits.
  const entry = Object.entries(freshEntries()).find(([key]) => key === pin)?.[1];
  const { data } = cached.safeParse(entry?.data);
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
    // Clock skew: an entry from the future would never expire.
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
    forgetParcels();
  }
}

/** For new parcels, and where storage is full. Does nothing where storage is disabled. */
export function forgetParcels(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Then nothing was kept.
  }
}
