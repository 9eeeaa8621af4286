// A cache of parcels in local storage, with a TTL and a maximum size.
//
// Each entry names the version of the parcels it is from: one of another version is never shown.
// Read from storage on every use, because other tabs write to it, too. That is cheap: one click reads it at most twice.
import { z } from 'zod';
import { PARCEL_CACHE_MAX, PARCEL_CACHE_TTL_MS } from '../../contract/limits.ts';
import { type Parcel, parcel, tolerantParcel } from '../../contract/parcel.ts';
import { forgetParcels, PARCEL_CACHE_KEY } from './forget-parcels.ts';

/** The parcel itself is parsed only when it is asked for. */
const entries = z.record(
  z.string(),
  // An earlier version of this page, open in another tab, writes none.
  z.object({ data: z.unknown(), timestamp: z.number(), version: z.string().optional() }),
);
/** An earlier version of this page, open in another tab, writes parcels without these fields. */
const { more, units, lot, origin } = tolerantParcel.shape;
const cached = parcel.extend({ more, units, lot, origin });
type Entries = z.infer<typeof entries>;

export function cachedParcel(pin: string, version: string | undefined): Parcel | undefined {
  // Not `freshEntries(version)[pin]`: for a PIN like 'constructor' that finds a property which every object inherits.
  const entry = Object.entries(freshEntries(version)).find(([key]) => key === pin)?.[1];
  const { data } = cached.safeParse(entry?.data);
  return data?.pin === pin ? data : undefined;
}

/** The version is that of the moment when the parcel was asked for; without one nothing is cached. */
export function cacheParcel(seen: Parcel, version: string | undefined): void {
  if (version === undefined) return;
  const others = Object.entries(freshEntries(version)).filter(([pin]) => pin !== seen.pin);
  const kept = [...others, [seen.pin, { data: seen, timestamp: Date.now(), version }] as const]
    .sort(([, one], [, other]) => other.timestamp - one.timestamp)
    .slice(0, PARCEL_CACHE_MAX);
  save(Object.fromEntries(kept));
}

function freshEntries(version: string | undefined): Entries {
  if (version === undefined) return {};
  const now = Date.now();
  const isFresh = (entry: Entries[string]) => {
    const ageMs = now - entry.timestamp;
    // Clock skew: an entry from the future would never expire.
    return entry.version === version && ageMs >= 0 && ageMs < PARCEL_CACHE_TTL_MS;
  };
  return Object.fromEntries(Object.entries(load()).filter(([, entry]) => isFresh(entry)));
}

function load(): Entries {
  try {
    const stored = localStorage.getItem(PARCEL_CACHE_KEY);
    return stored === null ? {} : entries.parse(JSON.parse(stored));
  } catch (error) {
    console.warn('The cached parcels could not be read:', error);
    return {};
  }
}

function save(kept: Entries): void {
  try {
    localStorage.setItem(PARCEL_CACHE_KEY, JSON.stringify(kept));
  } catch (error) {
    console.warn('The parcel could not be cached:', error);
    forgetParcels();
  }
}
