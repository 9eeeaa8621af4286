// Keeps the lot under somebody's feet selected while they walk, and tells how far its nearest line is.
import { answersFor } from '../../contract/parcel-pin.ts';
import { areaContains } from '../../geo/area-contains.ts';
import type { LngLat } from '../../geo/geometry.ts';
import { EQUATOR_RADIUS_METERS } from '../../geo/local-plane.ts';
import { metersToLine } from '../../geo/meters-to-line.ts';
import { useMapStore } from '../map-store.ts';
import type { Land } from './land-in-words.ts';

/** The page's own ways to ask and to select: another feature's. */
export type LandCalls = {
  /** Undefined where there is none. */
  parcelAt: (point: LngLat) => Promise<string | undefined>;
  openParcel: (pin: string) => void;
  closeParcel: () => void;
};

type Following = LandCalls & {
  onLand: (land: Land) => void;
  /** Somebody has selected something else, or nothing. */
  onLeft: () => void;
};

/** The server is not asked again about the same spot: a location at rest trembles. */
const SAME_SPOT_METERS = 2;

export function followLand({ parcelAt, openParcel, closeParcel, onLand, onLeft }: Following) {
  let latest: LngLat | undefined;
  /** Where the server was asked last, as long as its answer stands. */
  let asked: LngLat | undefined;
  let isAsking = false;
  let isSelecting = false;
  let isStopped = false;
  /** Of the lot that was selected here. */
  let pin: string | undefined;

  const select = (found: string | undefined) => {
    const { selection } = useMapStore.getState();
    pin = found;
    isSelecting = true;
    if (found === undefined) closeParcel();
    else if (selection.status === 'none' || !answersFor(found, selection.pin)) openParcel(found);
    isSelecting = false;
  };

  const ask = async (point: LngLat) => {
    isAsking = true;
    asked = point;
    try {
      const found = await parcelAt(point);
      if (isStopped) return;
      select(found);
      onLand(found === undefined ? { status: 'no-lot' } : landOf(point));
    } catch {
      if (isStopped) return;
      asked = undefined;
      onLand({ status: 'failed' });
    } finally {
      isAsking = false;
    }
    // Where they have walked to meanwhile.
    if (latest && latest !== point) moveTo(latest);
  };

  /** What is known of the selected lot. */
  const landOf = (point: LngLat): Land => {
    const shape = shapeOf(pin);
    return { status: 'lot', metersToLine: shape && metersToLine(shape, point) };
  };

  const moveTo = (point: LngLat) => {
    latest = point;
    const shape = shapeOf(pin);
    if (shape && areaContains(shape, point)) {
      asked = undefined;
      onLand(landOf(point));
    } else if (!isAsking && !(asked && metersApart(asked, point) < SAME_SPOT_METERS)) void ask(point);
  };

  const unsubscribe = useMapStore.subscribe(({ selection }, before) => {
    if (selection === before.selection || isSelecting) return;
    const isOurs =
      pin === undefined
        ? selection.status === 'none'
        : selection.status !== 'none' && answersFor(pin, selection.pin);
    if (!isOurs) onLeft();
    else if (latest && shapeOf(pin)) onLand(landOf(latest));
  });

  return {
    moveTo,
    stop: () => {
      isStopped = true;
      unsubscribe();
    },
  };
}

/** The whole shape of the selected lot, once it is there. */
function shapeOf(pin: string | undefined) {
  const { selection } = useMapStore.getState();
  const isShown = pin !== undefined && selection.status === 'loaded' && answersFor(pin, selection.pin);
  return isShown ? (selection.geometry ?? undefined) : undefined;
}

const RADIANS_PER_DEGREE = Math.PI / 180;

/** Good to a percent over a few meters, which is all it is for. */
function metersApart(a: LngLat, b: LngLat): number {
  const north = (b.lat - a.lat) * RADIANS_PER_DEGREE;
  const east = (b.lng - a.lng) * RADIANS_PER_DEGREE * Math.cos(a.lat * RADIANS_PER_DEGREE);
  return Math.hypot(north, east) * EQUATOR_RADIUS_METERS;
}
