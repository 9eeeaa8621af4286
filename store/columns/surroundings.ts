// Distances of parcels from the nearest of some areas: by boxes as far as they tell, then by shapes, in feet on the ellipsoid.
import { metersBetween, TOUCH_METERS, type Touch, touchOf } from '../../geo/area-distance.ts';
import { AreaEdges, type Place } from '../../geo/area-edges.ts';
import type { AreaRaster } from '../../geo/area-raster.ts';
import { BoxIndex, type VisitBox } from '../../geo/box-index.ts';
import { FlatArea } from '../../geo/flat-area.ts';
import { GRID_PER_DEGREE } from '../../geo/geometry.ts';
import { decodeInto } from '../../geo/geometry-code.ts';
import { EQUATOR_RADIUS_METERS, localPlane, METERS_PER_FOOT } from '../../geo/local-plane.ts';
import { NearGrid } from './near-grid.ts';

const TOUCH_FEET = TOUCH_METERS / METERS_PER_FOOT;

const RADIANS_PER_DEGREE = Math.PI / 180;
/** A degree of latitude at the equator and at the poles. */
const LAT_DEGREE_METERS = { least: 110_574, most: 111_695 };
/** A degree of longitude is this much times the cosine of the latitude, and up to 0.34% more. */
const LNG_DEGREE_METERS = EQUATOR_RADIUS_METERS * RADIANS_PER_DEGREE;
const LNG_DEGREE_EXCESS = 1.0034;
/** Distances of boxes are estimates: less and more by this share are bounds of the true one. */
const LESS = 0.998;
const MORE = 1.002;

/** With so many, a grid tells faster which parcels have none of them near. */
const GRID_SUBJECTS_MIN = 4;
/** Placed subjects that are kept. */
const PLACED_MAX = 4096;

/** Boxes as in Segment, and the shape of each in degrees. */
export type Subjects = {
  count: number;
  boxes: Int32Array;
  /** Fills in the area. */
  shapeInto(area: FlatArea, subject: number): void;
  /** For an area of its own that parcels lie inside of. */
  raster?: AreaRaster;
};

/** encodeGeometry bytes. */
type ShapeOfRow = (row: number) => Uint8Array;

type Placed = { edges: AreaEdges; plane: Place };

export class Surroundings {
  readonly #subjects: Subjects;
  readonly #reachFeet: number;
  readonly #step: () => void;
  readonly #index: BoxIndex;
  /** Feet that a step of the grid has at least and at most, wherever the subjects and what is near them are. */
  readonly #least: { x: number; y: number };
  readonly #most: { x: number; y: number };
  readonly #whole: Float64Array;
  readonly #grid: NearGrid | undefined;
  readonly #placed = new Map<number, Placed>();
  readonly #shape = new FlatArea();
  readonly #edges: AreaEdges;
  /** A point, and how far any of a box is from it at most. */
  readonly #center = new FlatArea();
  #radiusFeet = 0;

  /** `step` is called often, and may throw. */
  constructor(subjects: Subjects, feet: number, step: () => void) {
    this.#subjects = subjects;
    this.#reachFeet = Math.max(feet, TOUCH_FEET);
    this.#step = step;
    this.#edges = new AreaEdges(step);
    this.#index = new BoxIndex(subjects.boxes, subjects.count);
    this.#whole = wholeBox(subjects);
    ({ least: this.#least, most: this.#most } = this.#stepsInFeet());
    if (subjects.count < GRID_SUBJECTS_MIN) return;
    const around = { x: this.#reachFeet / this.#least.x, y: this.#reachFeet / this.#least.y };
    this.#grid = new NearGrid({ ...subjects, whole: this.#whole, around });
  }

  /** False only where nothing is within reach. */
  mayReach(boxes: Int32Array, at: number): boolean {
    const whole = this.#whole;
    const reach = this.#reachFeet;
    const { x, y } = this.#least;
    if ((boxes[at]! - whole[2]!) * x > reach || (whole[0]! - boxes[at + 2]!) * x > reach) return false;
    if ((boxes[at + 1]! - whole[3]!) * y > reach || (whole[1]! - boxes[at + 3]!) * y > reach) return false;
    return this.#grid?.mayHaveNear(boxes, at) ?? true;
  }

  /** How much of a box is within reach, as far as one look at it tells. */
  partWithin(boxes: Int32Array, at: number): 'all' | 'none' | 'unsure' {
    if (!this.mayReach(boxes, at)) return 'none';
    if (this.#isInside(boxes, at)) return 'all';
    if (this.#subjects.count !== 1) return 'unsure';
    this.#findCenter(boxes, at);
    const center = this.#feetOfCenter(0);
    if (center + this.#radiusFeet <= this.#reachFeet) return 'all';
    return center - this.#radiusFeet > this.#reachFeet ? 'none' : 'unsure';
  }

  /** Of a parcel that mayReach. */
  isWithin(boxes: Int32Array, row: number, shape: ShapeOfRow): boolean {
    const at = 4 * row;
    if (this.#isInside(boxes, at)) return true;
    let isFound = false;
    let isDecoded = false;
    let isCentered = false;
    const limit = this.#reachFeet;
    const { raster } = this.#subjects;
    this.#search(boxes, at, limit, (subject) => {
      if (!raster && this.#atMost(boxes, at, subject) <= limit) isFound = true;
      else {
        if (!isCentered) this.#findCenter(boxes, at);
        isCentered = true;
        const center = this.#feetOfCenter(subject);
        if (center + this.#radiusFeet <= limit) isFound = true;
        else if (center - this.#radiusFeet <= limit) {
          if (!isDecoded) decodeInto(this.#shape, shape(row));
          isDecoded = true;
          isFound = this.#feetFrom(subject, limit) <= limit;
        }
      }
      return isFound ? -1 : limit;
    });
    return isFound;
  }

  /** A bound of feetOf that needs no shape. Of what is within reach, like feetOf. */
  atLeast(boxes: Int32Array, at: number): number {
    if (this.#isInside(boxes, at)) return 0;
    let least = Infinity;
    this.#search(boxes, at, this.#reachFeet, (_, distance) => {
      least = Math.min(least, distance);
      return least === 0 ? -1 : least;
    });
    return least;
  }

  /** 0 for what touches. */
  feetOf(boxes: Int32Array, row: number, shape: ShapeOfRow): number {
    if (this.#isInside(boxes, 4 * row)) return 0;
    decodeInto(this.#shape, shape(row));
    let nearest = Infinity;
    this.#search(boxes, 4 * row, this.#reachFeet, (subject) => {
      nearest = Math.min(nearest, this.#feetFrom(subject, nearest));
      return nearest <= TOUCH_FEET ? -1 : nearest;
    });
    return nearest <= TOUCH_FEET ? 0 : nearest;
  }

  touchOf(boxes: Int32Array, row: number, shape: ShapeOfRow): Touch | undefined {
    let touch: Touch | undefined;
    let isDecoded = false;
    this.#search(boxes, 4 * row, TOUCH_FEET, (subject) => {
      if (!isDecoded) decodeInto(this.#shape, shape(row));
      isDecoded = true;
      const { edges, plane } = this.#place(subject);
      touch = touchOf(edges, this.#edges.fill(this.#shape, plane)) ?? touch;
      return touch === 'side' ? -1 : TOUCH_FEET;
    });
    return touch;
  }

  /** The subjects whose boxes are within a limit of a box, the nearest first as far as an index tells. */
  #search(boxes: Int32Array, at: number, limit: number, visit: VisitBox): void {
    this.#step();
    const { x, y } = this.#least;
    if (this.#subjects.count !== 1) {
      this.#index.search({ box: boxes, at, scaleX: x, scaleY: y }, limit, visit);
      return;
    }
    // Nearly always there is one, and a million parcels may be asked for.
    const own = this.#whole;
    const east = Math.max(boxes[at]! - own[2]!, own[0]! - boxes[at + 2]!, 0) * x;
    const north = Math.max(boxes[at + 1]! - own[3]!, own[1]! - boxes[at + 3]!, 0) * y;
    const distance = Math.sqrt(east * east + north * north);
    if (distance <= limit) visit(0, distance);
  }

  /** From the shape that was decoded last. */
  #feetFrom(subject: number, limitFeet: number): number {
    const { edges, plane } = this.#place(subject);
    const other = this.#edges.fill(this.#shape, plane);
    return metersBetween(edges, other, limitFeet * METERS_PER_FOOT) / METERS_PER_FOOT;
  }

  /** In the middle of a box. */
  #findCenter(boxes: Int32Array, at: number): void {
    const { x, y } = this.#most;
    const { lng, lat } = middleOf(boxes, at);
    this.#center.clear();
    this.#center.addPoint(lng, lat);
    this.#center.endRing(false);
    this.#radiusFeet =
      feetAcross((boxes[at + 2]! - boxes[at]!) * x, (boxes[at + 3]! - boxes[at + 1]!) * y) / 2;
  }

  /** Infinity where it is surely out of reach. */
  #feetOfCenter(subject: number): number {
    const { edges, plane } = this.#place(subject);
    const limitFeet = this.#reachFeet + this.#radiusFeet;
    const center = this.#edges.fill(this.#center, plane);
    return metersBetween(edges, center, limitFeet * METERS_PER_FOOT) / METERS_PER_FOOT;
  }

  #isInside(boxes: Int32Array, at: number): boolean {
    return this.#subjects.raster?.placeOf(boxes, at) === 'inside';
  }

  /** Between the shapes in two boxes: each has a point on every side of its box, so on those that face each other. */
  #atMost(boxes: Int32Array, at: number, subject: number): number {
    const own = this.#subjects.boxes;
    const west = boxes[at]! - own[4 * subject + 2]!;
    const east = own[4 * subject]! - boxes[at + 2]!;
    const south = boxes[at + 1]! - own[4 * subject + 3]!;
    const north = own[4 * subject + 1]! - boxes[at + 3]!;
    const width = Math.max(boxes[at + 2]! - own[4 * subject]!, own[4 * subject + 2]! - boxes[at]!);
    const height = Math.max(boxes[at + 3]! - own[4 * subject + 1]!, own[4 * subject + 3]! - boxes[at + 1]!);
    const { x, y } = this.#most;
    return Math.min(
      feetAcross(Math.min(Math.abs(west), Math.abs(east)) * x, height * y),
      feetAcross(width * x, Math.min(Math.abs(south), Math.abs(north)) * y),
    );
  }

  /** On a plane around its own middle, where distances are right up to 50 miles. */
  #place(subject: number): Placed {
    const known = this.#placed.get(subject);
    if (known) return known;
    const { boxes, shapeInto } = this.#subjects;
    const plane = planeAround(boxes, 4 * subject);
    const area = new FlatArea();
    shapeInto(area, subject);
    const placed = { plane, edges: new AreaEdges(this.#step).fill(area, plane).index() };
    if (this.#placed.size >= PLACED_MAX) this.#placed.clear();
    this.#placed.set(subject, placed);
    return placed;
  }

  #stepsInFeet() {
    const perStep = 1 / GRID_PER_DEGREE / METERS_PER_FOOT;
    const reachDegrees = (this.#reachFeet * METERS_PER_FOOT) / LAT_DEGREE_METERS.least;
    const south = this.#whole[1]! / GRID_PER_DEGREE - reachDegrees;
    const north = this.#whole[3]! / GRID_PER_DEGREE + reachDegrees;
    const farthest = Math.min(90, Math.max(Math.abs(south), Math.abs(north)));
    const nearest = south < 0 && north > 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
    const cosine = (lat: number) => Math.cos(lat * RADIANS_PER_DEGREE);
    return {
      least: {
        x: LESS * LNG_DEGREE_METERS * cosine(farthest) * perStep,
        y: LESS * LAT_DEGREE_METERS.least * perStep,
      },
      most: {
        x: MORE * LNG_DEGREE_METERS * LNG_DEGREE_EXCESS * cosine(nearest) * perStep,
        y: MORE * LAT_DEGREE_METERS.most * perStep,
      },
    };
  }
}

const middleOf = (boxes: Int32Array, at: number) => ({
  lng: (boxes[at]! + boxes[at + 2]!) / 2 / GRID_PER_DEGREE,
  lat: (boxes[at + 1]! + boxes[at + 3]!) / 2 / GRID_PER_DEGREE,
});

export const planeAround = (boxes: Int32Array, at: number): Place => localPlane(middleOf(boxes, at));

function wholeBox({ boxes, count }: Subjects): Float64Array {
  const whole = Float64Array.of(Infinity, Infinity, -Infinity, -Infinity);
  for (let at = 0; at < 4 * count; at += 4) {
    whole[0] = Math.min(whole[0]!, boxes[at]!);
    whole[1] = Math.min(whole[1]!, boxes[at + 1]!);
    whole[2] = Math.max(whole[2]!, boxes[at + 2]!);
    whole[3] = Math.max(whole[3]!, boxes[at + 3]!);
  }
  return whole;
}

const feetAcross = (x: number, y: number) => Math.sqrt(x * x + y * y);
