// From the globe to the county's flat plane and back, where people reckon in metres.
import { GRID_PER_DEGREE, type LngLat } from '../../geo/geometry.ts';
import {
  CENTRE_STEPS,
  METRES_PER_STEP_EAST,
  METRES_PER_STEP_NORTH,
  type Point,
  stepsEast,
  stepsNorth,
} from '../plane/point.ts';

export function groundPoint({ lng, lat }: LngLat): Point {
  return {
    x: (lng * GRID_PER_DEGREE - CENTRE_STEPS.lng) * METRES_PER_STEP_EAST,
    y: (lat * GRID_PER_DEGREE - CENTRE_STEPS.lat) * METRES_PER_STEP_NORTH,
  };
}

export function groundLngLat({ x, y }: Point): LngLat {
  return {
    lng: (CENTRE_STEPS.lng + stepsEast(x)) / GRID_PER_DEGREE,
    lat: (CENTRE_STEPS.lat + stepsNorth(y)) / GRID_PER_DEGREE,
  };
}
