// How a link names a parcel: always with its county, so that it never opens the same PIN of another one.
import type { LoadedCounty } from '../../contract/client-config.ts';
import { lastingPin, splitQualifiedPin } from '../../contract/parcel-pin.ts';

export function linkedPin(pin: string, counties: readonly LoadedCounty[]): string {
  const bare = counties.find(({ hasBarePins }) => hasBarePins);
  return bare && !splitQualifiedPin(pin) ? lastingPin({ pin, source: bare.name }) : pin;
}

/** The parcel's name as the server gives it. */
export function pinOfLink(linked: string, counties: readonly LoadedCounty[]): string {
  const named = splitQualifiedPin(linked);
  const isBare = counties.some(({ name, hasBarePins }) => hasBarePins && name === named?.source);
  return named && isBare ? named.pin : linked;
}
