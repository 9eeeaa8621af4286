// Projects between longitude/latitude and the county's plane in meters.
import { GRID_PER_DEGREE, type LngLat } from '../../../geo/geometry.ts';
import {
  CENTER_STEPS,
  METERS_PER_STEP_EAST,
  METERS_PER_STEP_NORTH,
  type Point,
  stepsEast,
  stepsNorth,
} from '../plane/point.ts';

export function groundPoint({ lng, lat }: LngLat): Point {
  return {
    x: (lng * GRID_PER_DEGREE - CENTER_STEPS.lng) * METERS_PER_STEP_EAST,
    y: (lat * GRID_PER_DEGREE - CENTER_STEPS.lat) * METERS_PER_STEP_NORTH,
  };
}

export function groundLngLat({ x, y }: Point): LngLat {
  return {
    lng: (CENTER_STEPS.lng + stepsEast(x)) / GRID_PER_DEGREE,
    lat: (CENTER_STEPS.lat + stepsNorth(y)) / GRID_PER_DEGREE,
  };
}
