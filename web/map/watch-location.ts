// Watches where the device is, and where it points. Pauses while the page is hidden: nobody sees the dot then.
import type { Fix } from './my-location.ts';

const LOCATION_TIMEOUT_MS = 15_000;

type LocationWatch = {
  onFix: (fix: Fix) => void;
  /** With the code of a GeolocationPositionError. */
  onFailure: (code: number) => void;
};

/** Until the returned function is called. */
export function watchLocation({ onFix, onFailure }: LocationWatch): () => void {
  return whileVisible(() => {
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => onFix(fixOf(coords)),
      ({ code }) => onFailure(code),
      { enableHighAccuracy: true, timeout: LOCATION_TIMEOUT_MS },
    );
    return () => navigator.geolocation.clearWatch(watch);
  });
}

function fixOf({ longitude: lng, latitude: lat, accuracy, heading }: GeolocationCoordinates): Fix {
  // NaN at rest.
  const headingDegrees = Number.isFinite(heading) ? heading! : undefined;
  return { lng, lat, accuracyMeters: accuracy, headingDegrees };
}

/** A compass trembles. */
const HEADING_STEP_DEGREES = 5;

/**
 * The compass, until the returned function is called. Only where no permission is needed: iOS would ask for one, and
 * has no `deviceorientationabsolute` either.
 */
export function watchCompass(onHeading: (degrees: number) => void): () => void {
  let last: number | undefined;
  const onTurn = ({ absolute, alpha }: DeviceOrientationEvent) => {
    if (!absolute || alpha === null) return;
    // Alpha counts counterclockwise, from the device's own upper edge.
    const degrees = 360 - alpha + screen.orientation.angle;
    const stepped = (Math.round(degrees / HEADING_STEP_DEGREES) * HEADING_STEP_DEGREES) % 360;
    if (stepped === last) return;
    last = stepped;
    onHeading(stepped);
  };
  return whileVisible(() => {
    window.addEventListener('deviceorientationabsolute', onTurn);
    return () => window.removeEventListener('deviceorientationabsolute', onTurn);
  });
}

/** `start` returns its own stop function. */
function whileVisible(start: () => () => void): () => void {
  let stop: (() => void) | undefined;
  const follow = () => {
    const isVisible = document.visibilityState === 'visible';
    if (isVisible && !stop) stop = start();
    if (isVisible || !stop) return;
    stop();
    stop = undefined;
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stop?.();
  };
}
