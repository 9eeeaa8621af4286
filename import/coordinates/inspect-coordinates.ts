// Looks at a sample of coordinates before anything is imported: are they where their coordinate system is used?
//
// Repaired without asking is only what can be read in one way: swapped axes. Everything else that is surely wrong is
// refused with the system to name, because a county in the wrong place is worse than none.
import type { Bounds } from '../../geo/geometry.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { coordinateLists, type RawFeature } from '../layer.ts';
import { type KnownSystem, systemsOfShape } from './find-system.ts';
import { authorityOf, type Projection, WHERE_TO_LOOK } from './projection.ts';
import { metersPerUnit, unitOf } from './unit-of-system.ts';
import { unprojectorOf } from './unproject.ts';

export type InspectedCoordinates = { projection: Projection; notes: string[] };

/** Of the sample, so much must lie within an area of use: single polygons may be astray. */
const MOST = 0.9;
/** Zones are used a little beyond their area, and shores reach into the sea. */
const MARGIN_DEGREES = 1;
/** Of the box around a parcel. */
const SMALL_SQUARE_METERS = 200;

/** The contiguous states, Alaska, Hawaii, Puerto Rico with the Virgin Islands, the Marianas, Samoa. */
const UNITED_STATES: readonly Bounds[] = [
  { west: -125, south: 24.3, east: -66.8, north: 49.5 },
  { west: -180, south: 51, east: -129.9, north: 71.5 },
  { west: 172, south: 51, east: 180, north: 54 },
  { west: -179, south: 18.8, east: -154.7, north: 28.6 },
  { west: -68, south: 17.6, east: -64.5, north: 18.6 },
  { west: 144.5, south: 13.2, east: 146.2, north: 20.6 },
  { west: -171.2, south: -14.6, east: -168.1, north: -11 },
];
const HALF_TURN_DEGREES = 180;
/** In Web Mercator, the only system of meters that goes around the Earth. */
const HALF_TURN_METERS = 20_037_508;
const WORLD: Bounds = { west: -180, south: -85, east: 180, north: 85 };

export function inspectCoordinates({
  sample,
  projection,
  things = 'parcels',
}: {
  sample: readonly RawFeature[];
  projection: Projection;
  /** What the sample is of, in the plural, for sentences about it. */
  things?: string;
}): InspectedCoordinates {
  const { system } = projection;
  if (!system) return { projection, notes: [] };
  const centers = centersOf(sample, system.isGeographic ? HALF_TURN_DEGREES : HALF_TURN_METERS);
  if (centers.length === 0) return { projection, notes: [] };
  refuseNothing(centers);
  refusePoles(placesBy(projection.toLngLat, centers), projection, things);
  if (system.isGeographic) return inspectDegrees(centers, projection, things);
  // That a system is used all over the world says nothing.
  const isEverywhere = system.area !== undefined && system.area.east - system.area.west > 350;
  const area = isEverywhere ? undefined : system.area;
  const inspected = inspectProjected({ centers, projection, proj4: system.proj4, area, things });
  const doubt = doubtfulUnit({ sample, centers, projection, proj4: system.proj4, things });
  return doubt ? { ...inspected, notes: [...inspected.notes, doubt] } : inspected;
}

/**
 * Middles of the features' boxes in their own system: x, y, x, y … Infinite where a coordinate is not a number. The
 * middle of a parcel across the antimeridian would lie on the other side of the Earth: its edge stands for it.
 */
function centersOf(sample: readonly RawFeature[], halfTurn: number): Float64Array {
  return Float64Array.from(
    boxesOf(sample).flatMap(({ west, south, east, north }) => [
      east - west > halfTurn ? west : (west + east) / 2,
      (south + north) / 2,
    ]),
  );
}

/** In the layer's own system. */
function boxesOf(sample: readonly RawFeature[]): Bounds[] {
  const boxes: Bounds[] = [];
  for (const { geometry } of sample) {
    const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
    for (const ring of coordinateLists(geometry)) {
      for (let i = 0; i < ring.length; i += 2) {
        box.west = Math.min(box.west, ring[i]!);
        box.east = Math.max(box.east, ring[i]!);
        box.south = Math.min(box.south, ring[i + 1]!);
        box.north = Math.max(box.north, ring[i + 1]!);
      }
    }
    if (box.west <= box.east || Number.isNaN(box.west)) boxes.push(box);
  }
  return boxes;
}

function refuseNothing(centers: Float64Array): void {
  if (centers.every((value) => value === 0)) {
    throw new OperatorError(
      'All coordinates of the layer are 0: its shapes were lost in an export; ask the county for the file again.',
    );
  }
  if (centers.every((value) => !Number.isFinite(value))) {
    throw new OperatorError(
      'The coordinates of the layer are not numbers: its shapes were lost in an export; ask the county for the file again.',
    );
  }
}

/** No map in Web Mercator, as this one is, has the poles; and no parcel is there. */
function refusePoles(places: Float64Array, projection: Projection, things: string): void {
  let count = 0;
  for (let i = 1; i < places.length; i += 2) {
    const latitude = Math.abs(places[i]!);
    if (latitude > WORLD.north && latitude <= 90) count++;
  }
  if (count < (places.length / 2) * MOST) return;
  throw new OperatorError(
    `The ${things} would lie at a pole, around ${placeOf(places)}, where the map ends and no ${things} are: they have latitude ` +
      `and longitude swapped, or another coordinate system than ${projection.title}. Find out which one and ${WHERE_TO_LOOK}.`,
  );
}

function inspectDegrees(centers: Float64Array, projection: Projection, things: string): InspectedCoordinates {
  const places = placesBy(projection.toLngLat, centers);
  const swapped = placesBy(projection.toLngLat, swap(centers));
  if (areIn(places, UNITED_STATES)) return { projection, notes: [] };
  const isPlace = areIn(places, [WORLD]);
  if (areIn(swapped, UNITED_STATES) || (!isPlace && areIn(swapped, [WORLD])))
    return withSwappedAxes(projection);
  if (isPlace) return { projection, notes: [abroadNote(places, things)] };
  throw new OperatorError(
    `The coordinates, such as ${pairOf(centers)}, are not degrees, though the coordinate system says so ` +
      `(${projection.title}): ${webMercatorHint(centers) ?? `find out the right system and ${WHERE_TO_LOOK}`}.`,
  );
}

type Projected = {
  centers: Float64Array;
  projection: Projection;
  proj4: string;
  area: Bounds | undefined;
  things: string;
};

function inspectProjected({ centers, projection, proj4, area, things }: Projected): InspectedCoordinates {
  const places = placesBy(projection.toLngLat, centers);
  const areas = area ? [area] : UNITED_STATES;
  if (areIn(places, areas)) return { projection, notes: [] };
  if (looksLikeDegrees(centers)) {
    throw new OperatorError(
      `The coordinates, such as ${pairOf(centers)}, are degrees, though the coordinate system is ` +
        `${projection.title}: give --crs EPSG:4326.`,
    );
  }
  if (areIn(placesBy(projection.toLngLat, swap(centers)), areas)) return withSwappedAxes(projection);
  const right = systemsOfShape(proj4).find(
    (other) => fits(other, centers) && isElsewhere(other, centers, places),
  );
  if (right) throw wrongUnit({ centers, projection, right, places });
  if (!areIn(places, [WORLD])) {
    throw new OperatorError(
      `The coordinates, such as ${pairOf(centers)}, are nowhere on the Earth in the coordinate system ` +
        `${projection.title}: ${webMercatorHint(centers) ?? `find out the right one and ${WHERE_TO_LOOK}`}.`,
    );
  }
  const note = area
    ? `The ${things} lie around ${placeOf(places)}, outside the area where ${projection.title} is used: if that is not ` +
      `where they belong, find out the right coordinate system and ${WHERE_TO_LOOK}.`
    : abroadNote(places, things);
  return { projection, notes: [note] };
}

/** A zone's own false origin or unit under another one's name: feet called meters, or the other way round. */
function wrongUnit(o: {
  centers: Float64Array;
  projection: Projection;
  right: KnownSystem;
  places: Float64Array;
}): OperatorError {
  return new OperatorError(
    `The coordinates, such as ${pairOf(o.centers)}, do not fit the coordinate system ${o.projection.title}: they ` +
      `would lie around ${placeOf(o.places)}. They fit ${o.right.name} (${unitOf(o.right.proj4)}): give ` +
      `--crs ${authorityOf(o.right.code)}:${o.right.code}.`,
  );
}

function fits(system: KnownSystem, centers: Float64Array): boolean {
  return areIn(placesBy(unprojectorOf(system.proj4), centers), [system.area]);
}

/** Not only another datum or another area of the same coordinates. */
function isElsewhere(system: KnownSystem, centers: Float64Array, places: Float64Array): boolean {
  const [lng, lat] = middleOf(places);
  const [otherLng, otherLat] = middleOf(placesBy(unprojectorOf(system.proj4), centers));
  return !(Math.abs(lng - otherLng) < MARGIN_DEGREES && Math.abs(lat - otherLat) < MARGIN_DEGREES);
}

/**
 * Meters called feet may still lie within the zone, near its false origin. Then the parcels are suspiciously small; but
 * rowhouses are, too, so this is only said.
 */
function doubtfulUnit({
  sample,
  centers,
  projection,
  proj4,
  things,
}: Omit<Projected, 'area'> & { sample: readonly RawFeature[] }): string | undefined {
  const unit = metersPerUnit(proj4);
  const areas = sample.filter(({ geometry }) => geometry?.kind === 'polygons' || geometry?.kind === 'rings');
  const sizes = boxesOf(areas).map(
    ({ west, south, east, north }) => (east - west) * (north - south) * unit ** 2,
  );
  sizes.sort((one, other) => one - other);
  if (unit === 1 || !(sizes[sizes.length >> 1]! < SMALL_SQUARE_METERS)) return undefined;
  const other = systemsOfShape(proj4).find((one) => metersPerUnit(one.proj4) > unit && fits(one, centers));
  return (
    other &&
    `Half of the ${things} are smaller than ${SMALL_SQUARE_METERS} square meters. If they are not in their place on the ` +
      `map, the coordinates are not in ${unitOf(proj4)} (${projection.title}) but in ${unitOf(other.proj4)}: give ` +
      `--crs ${authorityOf(other.code)}:${other.code}.`
  );
}

function withSwappedAxes(projection: Projection): InspectedCoordinates {
  const swapping: Projection = {
    ...projection,
    toLngLat(ring) {
      for (let i = 0; i < ring.length; i += 2) {
        const x = ring[i]!;
        ring[i] = ring[i + 1]!;
        ring[i + 1] = x;
      }
      projection.toLngLat(ring);
    },
  };
  const said = projection.system?.isGeographic ? 'latitude before longitude' : 'northing before easting';
  return { projection: swapping, notes: [`The file has ${said}: the two were swapped.`] };
}

/** Half of Esri's services are in Web Mercator, and exports forget to say so. */
function webMercatorHint(centers: Float64Array): string | undefined {
  const places = placesBy(unprojectorOf('+proj=merc +a=6378137 +b=6378137'), centers);
  return areIn(places, UNITED_STATES) ? 'they fit Web Mercator, so try --crs EPSG:3857' : undefined;
}

function looksLikeDegrees(centers: Float64Array): boolean {
  return areIn(centers, UNITED_STATES) || areIn(swap(centers), UNITED_STATES);
}

function placesBy(toLngLat: Projection['toLngLat'], centers: Float64Array): Float64Array {
  const places = centers.slice();
  toLngLat(places);
  return places;
}

function swap(centers: Float64Array): Float64Array {
  return centers.map((_, index) => centers[index ^ 1]!);
}

function areIn(places: Float64Array, areas: readonly Bounds[]): boolean {
  let count = 0;
  for (let i = 0; i < places.length; i += 2) {
    if (areas.some((area) => isIn(area, places[i]!, places[i + 1]!))) count++;
  }
  const all = places.length / 2;
  // In a small file one astray is more than a tenth.
  return count >= Math.min(all * MOST, Math.max(2, all - 1));
}

function isIn({ west, south, east, north }: Bounds, lng: number, lat: number): boolean {
  const isTallEnough = lat >= south - MARGIN_DEGREES && lat <= north + MARGIN_DEGREES;
  const isBetween = (x: number) => x >= west - MARGIN_DEGREES && x <= east + MARGIN_DEGREES;
  // An area across the antimeridian has an east above 180, and some files count longitudes up to 360.
  return isTallEnough && (isBetween(lng) || isBetween(lng + 360) || isBetween(lng - 360));
}

/** The median, which no stray polygon moves. */
function middleOf(pairs: Float64Array): [number, number] {
  const median = (offset: 0 | 1) => {
    const values = pairs.filter((value, index) => index % 2 === offset && Number.isFinite(value)).sort();
    return values[values.length >> 1] ?? Number.NaN;
  };
  return [median(0), median(1)];
}

function pairOf(centers: Float64Array): string {
  return middleOf(centers)
    .map((value) => value.toFixed(Math.abs(value) < 1000 ? 4 : 0))
    .join(', ');
}

function placeOf(places: Float64Array): string {
  const [lng, lat] = middleOf(places);
  if (!Number.isFinite(lng) || !Number.isFinite(lat)) return 'nowhere on the Earth';
  const around = lng > HALF_TURN_DEGREES ? lng - 2 * HALF_TURN_DEGREES : lng;
  return `latitude ${lat.toFixed(2)}, longitude ${around.toFixed(2)}`;
}

function abroadNote(places: Float64Array, things: string): string {
  return `The ${things} lie around ${placeOf(places)}, outside the United States.`;
}
