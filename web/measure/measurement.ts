// The measurement as a pure state machine (a reducer): modes, placed points, the pointer, finished or not.
import type { Position } from '../../geo/geometry.ts';

export type MeasureMode = 'distance' | 'area';

export type Measurement =
  | { mode: 'none' }
  | {
      mode: MeasureMode;
      points: readonly Position[];
      /** The pointer, while points are being placed. */
      cursor: Position | undefined;
      isFinished: boolean;
    };

export type MeasureEvent =
  | { type: 'started'; mode: MeasureMode }
  /** `hits`: the end of the path under the click, in screen distance. */
  | { type: 'clicked'; at: Position; hits: 'first' | 'last' | undefined }
  | { type: 'moved'; to: Position | undefined }
  | { type: 'last-removed' }
  | { type: 'finished' }
  | { type: 'cleared' };

export const NOTHING_MEASURED: Measurement = { mode: 'none' };

const POINTS_MIN = { distance: 2, area: 3 } as const;

const begun = (mode: MeasureMode, points: readonly Position[] = []): Measurement => ({
  mode,
  points,
  cursor: undefined,
  isFinished: false,
});

/** What the tools open with. */
export const BEGUN_DISTANCE: Measurement = begun('distance');

export function canFinish(measurement: Measurement): boolean {
  return (
    measurement.mode !== 'none' &&
    !measurement.isFinished &&
    measurement.points.length >= POINTS_MIN[measurement.mode]
  );
}

export function nextMeasurement(measurement: Measurement, event: MeasureEvent): Measurement {
  if (event.type === 'started') return begun(event.mode);
  if (event.type === 'cleared' || measurement.mode === 'none') return NOTHING_MEASURED;
  if (event.type === 'clicked') return clicked(measurement, event);
  if (measurement.isFinished) return measurement;
  switch (event.type) {
    case 'moved':
      return { ...measurement, cursor: event.to && onSameWorldAsLast(measurement, event.to) };
    case 'last-removed':
      return withoutLast(measurement);
    case 'finished':
      return canFinish(measurement) ? { ...measurement, cursor: undefined, isFinished: true } : measurement;
  }
}

type Measuring = Exclude<Measurement, { mode: 'none' }>;
type Click = Extract<MeasureEvent, { type: 'clicked' }>;

function clicked(measurement: Measuring, { at: clickedAt, hits }: Click): Measurement {
  if (measurement.isFinished) return begun(measurement.mode, [clickedAt]);
  // A double click arrives as two clicks; the second hits the point that the first has placed.
  const closes = hits === 'last' || (hits === 'first' && measurement.mode === 'area');
  if (closes) return nextMeasurement(measurement, { type: 'finished' });
  const at = onSameWorldAsLast(measurement, clickedAt);
  return { ...measurement, points: [...measurement.points, at], cursor: at };
}

/** Shifts a position to the world copy of the last point: across the date line the map jumps by 360°. */
function onSameWorldAsLast({ points }: Measuring, [lng, lat]: Position): Position {
  const [lastLng = lng] = points.at(-1) ?? [];
  return [lng + 360 * Math.round((lastLng - lng) / 360), lat];
}

/** A finger leaves no pointer elsewhere: without this the side to the point that was taken away would stay. */
function withoutLast(measurement: Measuring): Measurement {
  const { points, cursor } = measurement;
  const isAtRemoved = cursor !== undefined && isSamePlace(cursor, points.at(-1));
  return { ...measurement, points: points.slice(0, -1), cursor: isAtRemoved ? undefined : cursor };
}

/** The placed points plus the pointer, without consecutive duplicates. */
export function pathOf(measurement: Measurement): Position[] {
  if (measurement.mode === 'none') return [];
  const { points, cursor, isFinished } = measurement;
  const path = cursor && !isFinished ? [...points, cursor] : [...points];
  return path.filter((point, index) => !isSamePlace(point, path[index - 1]));
}

const isSamePlace = (a: Position, b: Position | undefined) => a[0] === b?.[0] && a[1] === b[1];

export type Side = readonly [from: Position, to: Position];

/** Between placed points, and the one that closes an area, unless a side still follows the pointer. */
export function placedSides(measurement: Measurement): Side[] {
  if (measurement.mode === 'none') return [];
  const { mode, points } = measurement;
  const isClosed = mode === 'area' && points.length > 2 && !hasMovingSide(measurement);
  const path = isClosed ? [...points, points[0]!] : points;
  return path.slice(1).map((to, index) => [path[index]!, to]);
}

/** Whether a side follows the pointer. */
export function hasMovingSide(measurement: Measurement): boolean {
  if (measurement.mode === 'none' || measurement.isFinished || measurement.points.length === 0) return false;
  const { cursor, points } = measurement;
  return cursor !== undefined && !isSamePlace(cursor, points.at(-1));
}
