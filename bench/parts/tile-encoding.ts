// Our tile encoder beside geojson-vt + @maplibre/vt-pbf: the same parcels, the same machine, the same run.
//
// Both start from parcels in memory and end with plain MVT bytes. geojson-vt gets its best case too: a whole pyramid,
// for which it was made. It clips and simplifies; it does not promise valid or matching rings, nor a largest size.

import { fromGeojsonVt } from '@maplibre/vt-pbf';
import GeoJSONVT from 'geojson-vt';
import { boundsOf } from '../../geo/bounds-of.ts';
import {
  type AreaGeometry,
  type Bounds,
  GRID_PER_DEGREE,
  type LngLat,
  polygonsOf,
  type TileAddress,
} from '../../geo/geometry.ts';
import { insidePoint } from '../../geo/inside-point.ts';
import { encodeParcelTile, type TileParcel } from '../../geo/parcel-tile.ts';
import { bufferedTileBounds, TILE_BUFFER, TILE_EXTENT, tileAt, tileRange } from '../../geo/tile-address.ts';
import { jitteredTiling } from '../../test/geo/jittered-tiling.ts';
import { tileBounds } from '../../test/geo/tile-bounds.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import type { Part } from '../part.ts';
import { barsOf, type Figure } from '../report/result.ts';

const BYTES_MAX = 500_000;
const CENTER = { lng: -80.86, lat: 35.62 };

type County = { parcels: TileParcel[]; boxes: Bounds[]; bounds: Bounds };

/** A square county of lots, each side `step` steps of the stored grid. */
function makeCounty({ center, columns, step }: { center: LngLat; columns: number; step: number }): County {
  const half = (columns * step) / 2;
  const geometries = jitteredTiling({
    seed: 1,
    columns,
    rows: columns,
    west: center.lng * GRID_PER_DEGREE - half,
    south: center.lat * GRID_PER_DEGREE - half,
    step,
    cornersPerSide: 1,
    islandEvery: 50,
  });
  const parcels = geometries.map((geometry, i) => ({
    properties: {
      PIN: `4${String(i).padStart(9, '0')}`,
      Name: `OWNER ${i % 7919} AND FAMILY`,
      ADD1: `${100 + (i % 900)} ${['OAK', 'MILL', 'LAKE', 'CHURCH'][i % 4]} ST`,
      CITY: ['DAVIDSON', 'CORNELIUS', 'MOORESVILLE'][i % 3]!,
      TaxAcres: (i % 400) / 100,
    },
    ...insidePoint(geometry),
    geometry,
  }));
  return { parcels, boxes: geometries.map(boundsOf), bounds: boundsOf(multipolygon(geometries)) };
}

function multipolygon(geometries: AreaGeometry[]): AreaGeometry {
  return { type: 'MultiPolygon', coordinates: geometries.flatMap(polygonsOf) };
}

/** What a store's spatial index would hand over. */
function parcelsFor(county: County, address: TileAddress): TileParcel[] {
  const box = bufferedTileBounds(address);
  return county.parcels.filter((_, i) => {
    const own = county.boxes[i]!;
    return own.west <= box.east && own.east >= box.west && own.south <= box.north && own.north >= box.south;
  });
}

function featureCollection(parcels: TileParcel[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: parcels.map(({ properties, geometry }) => ({
      type: 'Feature',
      properties,
      // The types of geojson-vt have no readonly arrays.
      geometry: geometry as unknown as GeoJSON.Geometry,
    })),
  };
}

function tilesOf(county: County, z: number): TileAddress[] {
  const { minX, maxX, minY, maxY } = tileRange(county.bounds, z);
  const addresses: TileAddress[] = [];
  for (let x = minX; x <= maxX; x++) for (let y = minY; y <= maxY; y++) addresses.push({ z, x, y });
  return addresses;
}

const OPTIONS = { extent: TILE_EXTENT, buffer: TILE_BUFFER, indexMaxPoints: 0 };

function theirTile(index: GeoJSONVT, { z, x, y }: TileAddress): Uint8Array | undefined {
  const tile = index.getTile(z, x, y);
  return tile ? fromGeojsonVt({ parcels: tile }, { version: 2, extent: TILE_EXTENT }) : undefined;
}

/** The sides in turn, so that a busy machine slows both alike. Each hands over the bytes that it made. */
function race({
  name,
  rounds,
  ours,
  theirs,
}: {
  name: string;
  rounds: number;
  ours: () => number;
  theirs: () => number;
}): Figure[] {
  const times = { ours: [] as number[], theirs: [] as number[] };
  const timed = (list: number[], run: () => number) => {
    const start = performance.now();
    const bytes = run();
    list.push(performance.now() - start);
    return bytes;
  };
  let bytes = { ours: 0, theirs: 0 };
  for (let round = 0; round < rounds; round++) {
    bytes = { ours: timed(times.ours, ours), theirs: timed(times.theirs, theirs) };
  }
  const kilobytes = (count: number) => `${(count / 1000).toFixed(0)} kB`;
  return [
    {
      name: `geojson-vt: ${name}, ${kilobytes(bytes.theirs)}`,
      unit: 'ms',
      value: median(times.theirs),
      isPeer: true,
    },
    {
      name: `${name}, ${kilobytes(bytes.ours)}`,
      unit: 'ms',
      value: median(times.ours),
      ratio: medianRatio(times.ours, times.theirs),
      beside: 'geojson-vt',
    },
  ];
}

function raceOneTile({ county, z, rounds }: { county: County; z: number; rounds: number }): Figure[] {
  const address = tileAt(CENTER, z);
  const parcels = parcelsFor(county, address);
  const collection = featureCollection(parcels);
  return race({
    name: `one tile, zoom ${z}, ${parcels.length} parcels`,
    rounds,
    ours: () => encodeParcelTile({ address, parcels, bytesMax: BYTES_MAX })?.length ?? 0,
    theirs: () =>
      theirTile(new GeoJSONVT(collection, { ...OPTIONS, maxZoom: z, indexMaxZoom: 0 }), address)?.length ?? 0,
  });
}

function racePyramid({
  county,
  zMin,
  zMax,
  rounds,
}: {
  county: County;
  zMin: number;
  zMax: number;
  rounds: number;
}): Figure[] {
  const zooms = Array.from({ length: zMax - zMin + 1 }, (_, i) => zMin + i);
  const jobs = zooms
    .flatMap((z) => tilesOf(county, z))
    .map((address) => ({ address, parcels: parcelsFor(county, address) }));
  const collection = featureCollection(county.parcels);
  return race({
    name: `all ${jobs.length} tiles, zoom ${zMin} to ${zMax}`,
    rounds,
    ours: () =>
      jobs.reduce(
        (sum, { address, parcels }) =>
          sum + (encodeParcelTile({ address, parcels, bytesMax: BYTES_MAX })?.length ?? 0),
        0,
      ),
    theirs: () => {
      const index = new GeoJSONVT(collection, { ...OPTIONS, maxZoom: zMax, indexMaxZoom: zMax });
      return jobs.reduce((sum, { address }) => sum + (theirTile(index, address)?.length ?? 0), 0);
    },
  });
}

export const tileEncoding: Part = {
  name: 'tile-encoding',
  title: 'Encoding tiles',
  async run({ size }) {
    const times = size === 'quick' ? 0.1 : 1;
    const rounds = (all: number) => Math.max(1, Math.round(all * times));
    const suburb = makeCounty({ center: CENTER, columns: 100, step: 8000 });
    const figures = [
      ...raceOneTile({ county: suburb, z: 17, rounds: rounds(2000) }),
      ...raceOneTile({ county: suburb, z: 16, rounds: rounds(500) }),
      ...raceOneTile({ county: suburb, z: 14, rounds: rounds(40) }),
      ...raceOneTile({ county: suburb, z: 13, rounds: rounds(10) }),
      ...racePyramid({ county: suburb, zMin: 10, zMax: 16, rounds: rounds(5) }),
    ];
    if (size !== 'quick') {
      const { west, south, east, north } = tileBounds(tileAt(CENTER, 10));
      const center = { lng: (west + east) / 2, lat: (south + north) / 2 };
      const wholeTile = makeCounty({ center, columns: 313, step: 6000 });
      figures.push(...raceOneTile({ county: wholeTile, z: 10, rounds: 3 }));
    }
    return {
      about:
        'From parcels in memory to plain MVT bytes, on one thread. geojson-vt with vt-pbf gets its best case, too: a whole pyramid. It does not promise valid or matching rings, nor a largest size.',
      figures,
      plots: [
        {
          name: 'tile-encoding',
          title: 'Encoding tiles from parcels in memory',
          unit: 'ms',
          isLogarithmic: true,
          bars: barsOf(figures),
        },
      ],
    };
  },
};
