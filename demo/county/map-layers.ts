// Projects the county's plane onto the globe (meters become degrees) and gives each layer its final form.
import type { AreaGeometry, PolygonGeometry, Ring } from '../../geo/geometry.ts';
import type { Boundary, Building, Land, Landuse, Lot, Place, Road, Stream, WaterArea } from './county.ts';
import { postPlaceAt, townshipAt } from './cover/draw-boundaries.ts';
import { trailsIn } from './cover/trails.ts';
import type { LandPlan } from './lay-out-land.ts';
import { HAMLETS, LAKE_NAME, RIVER_NAME, TOWNS } from './plan.ts';
import { distance, type Point, type Shift, snap, stepsEast, stepsNorth, toPosition } from './plane/point.ts';
import type { PlaneRing, Shape } from './plane/ring.ts';
import { randomStream } from './random.ts';
import { cutIntoPieces } from './roads/street-pieces.ts';
import { CREEK_WORDS } from './roads/street-words.ts';
import { GROUND_HALF_WIDTH } from './terrain/height-grid.ts';

export function mapLayers(plan: LandPlan): Land {
  const shift = homeShift(plan);
  const ringOf = (ring: PlaneRing): Ring => [...ring, ring[0]!].map((point) => toPosition(point, shift));
  const polygon = (shape: Shape): PolygonGeometry => ({ type: 'Polygon', coordinates: shape.map(ringOf) });
  const area = (shapes: readonly Shape[]): AreaGeometry =>
    shapes.length === 1
      ? polygon(shapes[0]!)
      : { type: 'MultiPolygon', coordinates: shapes.map((shape) => shape.map(ringOf)) };
  const at = (point: Point) => {
    const [lng, lat] = toPosition(snap(point), shift);
    return { lng, lat };
  };
  const { roads, pieces } = cutIntoPieces({
    streets: plan.streets,
    names: plan.names,
    isWet: plan.isWet,
    streams: plan.streams.map(({ line }) => line),
    shift,
  });
  const lots = plan.lots.map((lot): Lot => {
    const { doorplate } = lot;
    const piece =
      doorplate && pieces[doorplate.street]!.find(({ until }) => doorplate.metersAlong <= until + 1e-6);
    return {
      geometry: area(lot.shapes),
      inside: at(lot.inside),
      areaSquareMeters: lot.area,
      use: lot.use,
      frontage: doorplate && piece ? { roadId: piece.roadId, houseNumber: doorplate.houseNumber } : null,
      postPlace: postPlaceAt(lot.inside),
      township: townshipAt(lot.inside),
      town: plan.boundaries.townOfGround[plan.blocks[lot.block]!.ground] ?? null,
      hasBuilding: lot.buildings.length > 0,
      subdivision: lot.subdivision === undefined ? null : plan.names.subdivisionNames[lot.subdivision]!,
    };
  });
  const trails = trailsIn(plan.lots).map(
    (line, i): Road => ({
      id: roads.length + i,
      class: 'trail',
      name: null,
      ref: null,
      line: line.map((point) => toPosition(snap(point), shift)),
      bridge: false,
      oneway: false,
    }),
  );
  const buildings = plan.lots.flatMap((lot) =>
    lot.buildings.map(
      ({ kind, heightMeters, ring }): Building => ({ kind, heightMeters, geometry: polygon([ring]) }),
    ),
  );
  const water: WaterArea[] = [
    ...plan.lake.shapes.map(
      (shape): WaterArea => ({ kind: 'lake', name: LAKE_NAME, geometry: polygon(shape) }),
    ),
    ...plan.ponds.map((ring): WaterArea => ({ kind: 'pond', name: null, geometry: polygon([ring]) })),
  ];
  const landuse = plan.landuse.map(
    ({ kind, name, shapes }): Landuse => ({ kind, name, geometry: area(shapes) }),
  );
  const boundaries = plan.boundaries.areas.map(
    ({ kind, name, shapes }): Boundary => ({ kind, name, geometry: area(shapes) }),
  );
  return {
    elevation: elevationOf(plan, shift),
    roads: [...roads, ...trails],
    water,
    streams: streamsOf(plan, shift),
    landuse,
    buildings,
    places: placesOf(plan, at),
    boundaries,
    lots,
  };
}

/** Shifts the whole county by some meters, so that a house lot lies exactly where the map starts. */
function homeShift({ lots }: LandPlan): Shift {
  const origin = { x: 0, y: 0 };
  const homes = lots.filter(({ use, buildings }) => use === 'house' && buildings.length > 0);
  const home = homes.reduce((best, lot) =>
    distance(lot.inside, origin) < distance(best.inside, origin) ? lot : best,
  );
  return { east: -stepsEast(home.inside.x), north: -stepsNorth(home.inside.y) };
}

function elevationOf({ ground }: LandPlan, shift: Shift): Land['elevation'] {
  const half = GROUND_HALF_WIDTH;
  const [west, south] = toPosition({ x: -half, y: -half }, shift);
  const [east, north] = toPosition({ x: half, y: half }, shift);
  return {
    bounds: { west, south, east, north },
    columns: ground.side,
    rows: ground.side,
    meters: ground.meters,
  };
}

/** Only the larger streams have names. */
function streamsOf({ streams }: LandPlan, shift: Shift): Stream[] {
  const names = [...CREEK_WORDS];
  const random = randomStream(streams.length, 'creek names');
  return streams.map(({ line, isRiver, catchmentNodes }): Stream => {
    const isNamed = catchmentNodes > 2600 && names.length > 0;
    const name = isRiver
      ? RIVER_NAME
      : isNamed
        ? `${names.splice(random.integer(0, names.length - 1), 1)[0]!} Creek`
        : null;
    return {
      name,
      kind: isRiver ? 'river' : 'creek',
      line: line.map((point) => toPosition(snap(point), shift)),
    };
  });
}

function placesOf({ names, subdivisions }: LandPlan, at: (point: Point) => Place['at']): Place[] {
  return [
    ...TOWNS.map(
      ({ name, population, at: point }): Place => ({ name, kind: 'town', population, at: at(point) }),
    ),
    ...HAMLETS.map(
      ({ name, population, at: point }): Place => ({ name, kind: 'hamlet', population, at: at(point) }),
    ),
    ...subdivisions.map(
      (point, i): Place => ({
        name: names.subdivisionNames[i]!,
        kind: 'neighbourhood',
        population: 0,
        at: at(point),
      }),
    ),
  ];
}
