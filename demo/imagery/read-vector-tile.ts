// Decodes a vector tile of the Protomaps schema into the features that are visible from above.
import { classifyRings, VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import type { TileAddress } from '../../geo/geometry.ts';
import { COVER, type Cover, type GroundFeatures, type RoadSurface } from './ground-features.ts';
import { type GroundLine, WORLD_METERS } from './ground-plane.ts';

const COVERS: Record<string, Cover> = {
  farmland: COVER.field,
  orchard: COVER.field,
  meadow: COVER.rough,
  scrub: COVER.rough,
  wetland: COVER.rough,
  wood: COVER.wood,
  forest: COVER.wood,
  residential: COVER.residential,
  commercial: COVER.commercial,
  retail: COVER.commercial,
  industrial: COVER.industrial,
  railway: COVER.industrial,
  grass: COVER.park,
  park: COVER.park,
  garden: COVER.park,
  pitch: COVER.park,
  playground: COVER.park,
  recreation_ground: COVER.park,
  village_green: COVER.park,
  school: COVER.school,
  college: COVER.school,
  university: COVER.school,
  hospital: COVER.school,
  cemetery: COVER.cemetery,
  golf_course: COVER.golf,
  beach: COVER.sand,
  sand: COVER.sand,
};

/** Keyed by kind_detail, or by kind for roads without one. */
const SURFACES: Record<string, RoadSurface> = {
  motorway: 'motorway',
  motorway_link: 'ramp',
  trunk: 'main',
  trunk_link: 'ramp',
  primary: 'main',
  secondary: 'street',
  tertiary: 'lane',
  residential: 'street',
  service: 'drive',
  highway: 'motorway',
  major_road: 'main',
  minor_road: 'street',
  path: 'path',
  rail: 'rail',
};

const STREAM_METERS: Record<string, number> = { river: 14, canal: 8, stream: 2.4, ditch: 1.5, drain: 1.5 };
const HOUSE_METERS = 6;

const POINT = 1;
const LINE = 2;
const POLYGON = 3;

export function readVectorTile(bytes: Uint8Array, address: TileAddress): GroundFeatures {
  const tile = new VectorTile(new PbfReader(bytes));
  const features: GroundFeatures = { land: [], covers: [], water: [], streams: [], roads: [], buildings: [] };
  const each = (name: string, read: (feature: VectorTileFeature, kind: string) => void) => {
    const layer = tile.layers[name];
    for (let i = 0; i < (layer?.length ?? 0); i++) {
      const feature = layer!.feature(i);
      if (feature.type !== POINT) read(feature, String(feature.properties.kind));
    }
  };
  const linesOf = (feature: VectorTileFeature) =>
    feature.loadGeometry().map((line) => groundLine(line, feature, address));

  each('earth', (feature) => {
    if (feature.type === POLYGON) features.land.push(linesOf(feature));
  });
  each('landuse', (feature, kind) => {
    const cover = COVERS[kind];
    if (cover === undefined || feature.type !== POLYGON) return;
    features.covers.push({ cover, key: keyOf(feature.id), rings: linesOf(feature) });
  });
  each('water', (feature, kind) => {
    if (feature.type === POLYGON) features.water.push(linesOf(feature));
    const widthMeters = STREAM_METERS[kind];
    if (feature.type !== LINE || widthMeters === undefined) return;
    for (const line of linesOf(feature)) features.streams.push({ widthMeters, line });
  });
  each('roads', (feature, kind) => {
    const { kind_detail: detail, is_tunnel: isTunnel } = feature.properties;
    const surface = SURFACES[String(detail)] ?? SURFACES[kind];
    if (feature.type !== LINE || isTunnel || surface === undefined) return;
    for (const line of linesOf(feature)) features.roads.push({ surface, line });
  });
  each('buildings', (feature, kind) => {
    if (feature.type !== POLYGON || kind !== 'building') return;
    const { height } = feature.properties;
    const heightMeters = typeof height === 'number' && height > 0 ? height : HOUSE_METERS;
    for (const [outer] of classifyRings(feature.loadGeometry())) {
      features.buildings.push({ heightMeters, ring: groundLine(outer!, feature, address) });
    }
  });
  return features;
}

/** In meters. A ring comes without the repetition of its first point. */
function groundLine(
  points: readonly { x: number; y: number }[],
  { extent, type }: VectorTileFeature,
  { z, x, y }: TileAddress,
): GroundLine {
  const count = type === POLYGON ? points.length - 1 : points.length;
  const metersPerUnit = WORLD_METERS / (2 ** z * extent);
  const line = new Float64Array(count * 2);
  for (let i = 0; i < count; i++) {
    line[i * 2] = (x * extent + points[i]!.x) * metersPerUnit;
    line[i * 2 + 1] = (y * extent + points[i]!.y) * metersPerUnit;
  }
  return line;
}

/** Stable across tiles and zooms if the map numbers its features; 0 if it does not. */
function keyOf(id: number | undefined): number {
  return id === undefined ? 0 : 1 + (Math.floor(id) % 65_535);
}
