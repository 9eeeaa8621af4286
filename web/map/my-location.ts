// My location as a state machine (a pure reducer): whether it is known, shown on the map, and followed by it.
import { messages } from '../../contract/messages.ts';
import type { LngLat } from '../../geo/geometry.ts';

export type Fix = LngLat & {
  accuracyMeters: number;
  /** The direction of travel, clockwise from north. Undefined at rest. */
  headingDegrees: number | undefined;
};

export type MyLocation =
  | { status: 'off' }
  | { status: 'locating' }
  | { status: 'failed'; message: string }
  /** Shown on the map. `isLost`: the device no longer finds it, so this is where it was last. */
  | { status: 'following' | 'shown'; fix: Fix; isLost: boolean };

export type LocationEvent =
  | { type: 'pressed' }
  | { type: 'found'; fix: Fix }
  /** The code of a GeolocationPositionError. */
  | { type: 'failed'; code: number }
  | { type: 'map-moved' };

const PERMISSION_DENIED = 1;

export function nextLocation(location: MyLocation, event: LocationEvent): MyLocation {
  switch (event.type) {
    case 'pressed':
      return afterPress(location);
    case 'found':
      if (location.status === 'locating') return { status: 'following', fix: event.fix, isLost: false };
      return isShown(location) ? { ...location, fix: event.fix, isLost: false } : location;
    case 'failed':
      if (event.code === PERMISSION_DENIED) return { status: 'failed', message: messages.locationDenied };
      if (isShown(location)) return { ...location, isLost: true };
      return { status: 'failed', message: messages.locationUnknown };
    case 'map-moved':
      if (location.status === 'failed') return { status: 'off' };
      return location.status === 'following' ? { ...location, status: 'shown' } : location;
  }
}

function afterPress(location: MyLocation): MyLocation {
  switch (location.status) {
    case 'shown':
      return { ...location, status: 'following' };
    case 'following':
      return { status: 'off' };
    default:
      return { status: 'locating' };
  }
}

type Shown = Extract<MyLocation, { fix: Fix }>;

export const isShown = (location: MyLocation): location is Shown => 'fix' in location;

/** Whether the device is asked for its location. */
export const isWatching = (location: MyLocation): boolean =>
  location.status === 'locating' || isShown(location);
