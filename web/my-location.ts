// My location: whether it is known, shown on the map, and followed by it. A state machine (a pure reducer) and its one store:
// the button at the map, the one in the search box and “whose land am I on?” all press the same. web/map/ connects it to the device.
import { create } from 'zustand';
import { messages } from '../contract/messages.ts';
import { askForCompass, type Fix } from './map/watch-location.ts';

export type { Fix };

export type MyLocation =
  | { status: 'off' }
  | { status: 'locating' }
  | { status: 'failed'; message: string }
  /** Shown on the map. `isLost`: the device no longer finds it, so this is where it was last. */
  | { status: 'following' | 'shown'; fix: Fix; isLost: boolean };

export type LocationEvent =
  | { type: 'pressed' }
  /** By what needs the map to follow it. */
  | { type: 'wanted' }
  | { type: 'ended' }
  | { type: 'found'; fix: Fix }
  /** The code of a GeolocationPositionError. */
  | { type: 'failed'; code: number }
  | { type: 'map-moved' };

const PERMISSION_DENIED = 1;

const OFF: MyLocation = { status: 'off' };

export function nextLocation(location: MyLocation, event: LocationEvent): MyLocation {
  switch (event.type) {
    case 'pressed':
      return location.status === 'following' ? OFF : followed(location);
    case 'wanted':
      return followed(location);
    case 'ended':
      return OFF;
    case 'found':
      if (location.status === 'locating') return { status: 'following', fix: event.fix, isLost: false };
      return isShown(location) ? { ...location, fix: event.fix, isLost: false } : location;
    case 'failed':
      if (event.code === PERMISSION_DENIED) return { status: 'failed', message: messages.locationDenied };
      if (isShown(location)) return { ...location, isLost: true };
      return { status: 'failed', message: messages.locationUnknown };
    case 'map-moved':
      if (location.status === 'failed') return OFF;
      return location.status === 'following' ? { ...location, status: 'shown' } : location;
  }
}

function followed(location: MyLocation): MyLocation {
  return isShown(location) ? { ...location, status: 'following' } : { status: 'locating' };
}

type Shown = Extract<MyLocation, { fix: Fix }>;

export const isShown = (location: MyLocation): location is Shown => 'fix' in location;

/** Whether the device is asked for its location. */
export const isWatching = (location: MyLocation): boolean =>
  location.status === 'locating' || isShown(location);

/** Whether the map follows it, or will as soon as it is found. */
export const isFollowed = ({ status }: MyLocation): boolean =>
  status === 'locating' || status === 'following';

export const useMyLocation = create<MyLocation>()(() => OFF);

export function sendLocation(event: LocationEvent): void {
  useMyLocation.setState((location) => nextLocation(location, event), true);
}

/** Only while somebody presses something. */
export function pressMyLocation(): void {
  askForCompass();
  sendLocation({ type: 'pressed' });
}

/** As above. */
export function followMyLocation(): void {
  askForCompass();
  sendLocation({ type: 'wanted' });
}
