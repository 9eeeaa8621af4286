// Watches where the device is, and where it points. Pauses while the page is hidden: nobody sees the dot then.
import type { LngLat } from '../../geo/geometry.ts';

export type Fix = LngLat & {
  accuracyMeters: number;
  /** The direction of travel, clockwise from north. Undefined at rest. */
  headingDegrees: number | undefined;
};

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

/** What Safari adds: the heading itself, as its `alpha` counts from wherever the device pointed at first. */
type Turn = DeviceOrientationEvent & { webkitCompassHeading?: number };

/** Elsewhere than in Safari, `deviceorientation` alone is no compass. */
const compassEvent = () =>
  'ondeviceorientationabsolute' in window ? 'deviceorientationabsolute' : 'deviceorientation';

/** Clockwise from north, of the device's own upper edge. */
function upperEdgeDegrees({ absolute, alpha, webkitCompassHeading }: Turn): number | undefined {
  if (webkitCompassHeading !== undefined) return webkitCompassHeading;
  // Alpha counts counterclockwise.
  return absolute && alpha !== null ? 360 - alpha : undefined;
}

type AskingDevice = { requestPermission?: () => Promise<PermissionState> };

/** iOS gives nobody its compass unasked, and asks the person only while they press something. */
export function askForCompass(): void {
  const { DeviceOrientationEvent: device } = window as { DeviceOrientationEvent?: AskingDevice };
  // Refused, there is no beam, and nothing else is lost.
  device?.requestPermission?.().catch(() => {});
}

/** The compass, until the returned function is called. Silent where there is none, or where it is not allowed. */
export function watchCompass(onHeading: (degrees: number) => void): () => void {
  let last: number | undefined;
  const onTurn = (event: DeviceOrientationEvent) => {
    const degrees = upperEdgeDegrees(event);
    if (degrees === undefined) return;
    const turned = degrees + screen.orientation.angle;
    const stepped = (Math.round(turned / HEADING_STEP_DEGREES) * HEADING_STEP_DEGREES) % 360;
    if (stepped === last) return;
    last = stepped;
    onHeading(stepped);
  };
  return whileVisible(() => {
    const name = compassEvent();
    window.addEventListener(name, onTurn);
    return () => window.removeEventListener(name, onTurn);
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
