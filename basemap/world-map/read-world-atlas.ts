// Decodes the package world-atlas (Natural Earth, public domain): land, countries and the borders between them.
import { createRequire } from 'node:module';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification';
import { type AreaGeometry, type LineGeometry, type PolygonRings, polygonsOf } from '../../geo/geometry.ts';

type Named = { name: string };
type WorldTopology = Topology<{
  countries: { type: 'GeometryCollection'; geometries: (Polygon<Named> | MultiPolygon<Named>)[] };
  land: GeometryCollection;
}>;

export type NamedArea = { name: string; area: AreaGeometry };

export type WorldAtlas = {
  land: readonly PolygonRings[];
  countries: readonly NamedArea[];
  /** Where two countries meet. Coasts are not among them. */
  countryBorders: LineGeometry;
};

export function readWorldAtlas(): WorldAtlas {
  const world: WorldTopology = createRequire(import.meta.url)('world-atlas/countries-50m.json');
  const { countries, land } = world.objects;
  return {
    land: feature(world, land).features.flatMap(({ geometry }) => polygonsOf(asArea(geometry))),
    countries: feature(world, countries).features.map(({ properties, geometry }) => ({
      name: properties.name,
      area: asArea(geometry),
    })),
    // GeoJSON's types allow positions of any length; those of the atlas have two numbers.
    countryBorders: mesh(world, countries, (one, other) => one !== other) as unknown as LineGeometry,
  };
}

function asArea(geometry: GeoJSON.Geometry): AreaGeometry {
  return geometry as unknown as AreaGeometry;
}
