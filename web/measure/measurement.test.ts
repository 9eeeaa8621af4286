import { expect, test } from 'vitest';
import type { Position } from '../../geo/geometry.ts';
import {
  canFinish,
  type MeasureEvent,
  NOTHING_MEASURED,
  nextMeasurement,
  pathOf,
  placedSides,
} from './measurement.ts';

const a: Position = [-80.86, 35.62];
const b: Position = [-80.85, 35.62];
const c: Position = [-80.85, 35.63];

const distance: MeasureEvent = { type: 'started', mode: 'distance' };
const area: MeasureEvent = { type: 'started', mode: 'area' };
const click = (at: Position, hits?: 'first' | 'last'): MeasureEvent => ({ type: 'clicked', at, hits });
const move = (to: Position | undefined): MeasureEvent => ({ type: 'moved', to });
const finish: MeasureEvent = { type: 'finished' };
const clear: MeasureEvent = { type: 'cleared' };
const back: MeasureEvent = { type: 'last-removed' };

const after = (...events: MeasureEvent[]) => events.reduce(nextMeasurement, NOTHING_MEASURED);

test('[W2] nothing is measured before a mode is chosen', () => {
  expect(after(click(a), move(b), back, finish)).toEqual(NOTHING_MEASURED);
});

test('[W2] clicks add points and the last segment follows the pointer', () => {
  const measuring = after(distance, click(a), move(b));
  expect(measuring).toMatchObject({ mode: 'distance', points: [a], cursor: b, isFinished: false });
  expect(pathOf(measuring)).toEqual([a, b]);
  expect(pathOf(after(distance, click(a), move(b), move(undefined)))).toEqual([a]);
});

test('[W3] across the date line the path continues from its last point, in both directions', () => {
  const east: Position = [179.9, 51];
  const path = pathOf(after(distance, click(east), click([-179.9, 51]), move([-179.8, 51])));
  expect(path.map(([lng]) => lng)).toEqual([179.9, expect.closeTo(180.1, 9), expect.closeTo(180.2, 9)]);
  const back = pathOf(after(distance, click([-179.9, 51]), click(east)));
  expect(back.map(([lng]) => lng)).toEqual([-179.9, expect.closeTo(-180.1, 9)]);
});

test('[W2] a double click places the last point once and finishes', () => {
  const finished = after(distance, click(a), click(b), click(b, 'last'));
  expect(finished).toEqual({ mode: 'distance', points: [a, b], cursor: undefined, isFinished: true });
  expect(pathOf(finished)).toEqual([a, b]);
});

test('[W2] an area is closed on its first point as well as on its last, a line only on its last', () => {
  expect(after(area, click(a), click(b), click(c), click(a, 'first'))).toMatchObject({
    points: [a, b, c],
    isFinished: true,
  });
  expect(after(distance, click(a), click(b), click(a, 'first'))).toMatchObject({
    points: [a, b, a],
    isFinished: false,
  });
});

test('[W2] with too few points it does not finish and keeps them', () => {
  const line = after(distance, click(a));
  expect(canFinish(line)).toBe(false);
  expect(nextMeasurement(line, finish)).toBe(line);
  const corner = after(area, click(a), click(b));
  expect(canFinish(corner)).toBe(false);
  expect(nextMeasurement(corner, click(b, 'last'))).toBe(corner);
  expect(canFinish(nextMeasurement(corner, click(c)))).toBe(true);
  expect(canFinish(NOTHING_MEASURED)).toBe(false);
});

test('[W2] starting one clears the earlier one; so does the first click after finishing', () => {
  expect(after(distance, click(a), click(b), finish, area)).toMatchObject({ mode: 'area', points: [] });
  expect(after(distance, click(a), click(b), finish, click(c))).toMatchObject({
    mode: 'distance',
    points: [c],
    isFinished: false,
  });
});

test('[W2] clear resets the mode', () => {
  expect(after(area, click(a), click(b), clear)).toEqual(NOTHING_MEASURED);
});

test('points can be removed from the end one by one, but not after finishing', () => {
  expect(after(distance, click(a), click(b), back)).toMatchObject({ points: [a] });
  expect(after(distance, click(a), back, back)).toMatchObject({ points: [] });
  expect(after(distance, click(a), click(b), finish, back)).toMatchObject({ points: [a, b] });
});

test('a finished measurement does not follow the pointer', () => {
  expect(pathOf(after(distance, click(a), click(b), finish, move(c)))).toEqual([a, b]);
});

test('[W6] taking the last point away leaves the pointer, unless it is where that point was, as after a tap', () => {
  expect(pathOf(after(distance, click(a), click(b), back))).toEqual([a]);
  expect(pathOf(after(distance, click(a), click(b), move(c), back))).toEqual([a, c]);
});

test('[W6] sides are between placed points; an area has the closing one, unless a side follows the pointer', () => {
  expect(placedSides(after(distance, click(a), click(b), move(c)))).toEqual([[a, b]]);
  const corners = after(area, click(a), click(b), click(c));
  const whole = [
    [a, b],
    [b, c],
    [c, a],
  ];
  expect(placedSides(corners)).toEqual(whole);
  expect(placedSides(nextMeasurement(corners, move([-80.87, 35.64])))).toEqual(whole.slice(0, 2));
  expect(placedSides(NOTHING_MEASURED)).toEqual([]);
});
