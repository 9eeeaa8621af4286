// Our tile encoder beside geojson-vt + vt-pbf: the same parcels, the same machine, the same run.
//
//   npm run bench -- tile-encoding
//
// Both start from parcels in memory and end with plain MVT bytes. geojson-vt gets its best case too: a whole pyramid,
// for which it was made. It clips and simplifies; it does not promise valid or matching rings, nor a largest size.
import GeoJSONVT from 'geojson-vt';
import { fromGeojsonVt } from 'vt-pbf';
import { boundsOf } from '../geo/bounds-of.ts';
import {
  type AreaGeometry,
  type Bounds,
  GRID_PER_DEGREE,
  type LngLat,
  polygonsOf,
  type TileAddress,
} from '../geo/geometry.ts';
import { insidePoint } from '../geo/inside-point.ts';
import { encodeParcelTile, type TileParcel } from '../geo/parcel-tile.ts';
import { bufferedTileBounds, TILE_BUFFER, TILE_EXTENT, tileAt, tileRange } from '../geo/tile-address.ts';
import { jitteredTiling } from '../test/geo/jittered-tiling.ts';
import { tileBounds } from '../test/geo/tile-bounds.ts';

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

/** The fastest of several rounds, the two sides in turn, so that a busy machine slows both alike. */
function race(rounds: number, ours: () => number, theirs: () => number) {
  const best = { oursMs: Infinity, theirsMs: Infinity, oursBytes: 0, theirsBytes: 0 };
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    best.oursBytes = ours();
    const middle = performance.now();
    best.theirsBytes = theirs();
    best.oursMs = Math.min(best.oursMs, middle - start);
    best.theirsMs = Math.min(best.theirsMs, performance.now() - middle);
  }
  return best;
}

function report(title: string, { oursMs, theirsMs, oursBytes, theirsBytes }: ReturnType<typeof race>): void {
  console.log(
    `${title.padEnd(46)} ${oursMs.toFixed(2).padStart(9)} ms ${theirsMs.toFixed(2).padStart(9)} ms  ${(
      theirsMs / oursMs
    )
      .toFixed(1)
      .padStart(5)}x  ${kilobytes(oursBytes)} ${kilobytes(theirsBytes)}`,
  );
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0).padStart(6)} kB`;

function raceOneTile(county: County, z: number, rounds: number): void {
  const address = tileAt(CENTER, z);
  const parcels = parcelsFor(county, address);
  const collection = featureCollection(parcels);
  const result = race(
    rounds,
    () => encodeParcelTile({ address, parcels, bytesMax: BYTES_MAX })?.length ?? 0,
    () =>
      theirTile(new GeoJSONVT(collection, { ...OPTIONS, maxZoom: z, indexMaxZoom: 0 }), address)?.length ?? 0,
  );
  report(`one z${z} tile, ${parcels.length} parcels`, result);
}

function racePyramid(county: County, zMin: number, zMax: number): void {
  const zooms = Array.from({ length: zMax - zMin + 1 }, (_, i) => zMin + i);
  const jobs = zooms
    .flatMap((z) => tilesOf(county, z))
    .map((address) => ({ address, parcels: parcelsFor(county, address) }));
  const collection = featureCollection(county.parcels);
  const result = race(
    3,
    () =>
      jobs.reduce(
        (sum, { address, parcels }) =>
          sum + (encodeParcelTile({ address, parcels, bytesMax: BYTES_MAX })?.length ?? 0),
        0,
      ),
    () => {
      const index = new GeoJSONVT(collection, { ...OPTIONS, maxZoom: zMax, indexMaxZoom: zMax });
      return jobs.reduce((sum, { address }) => sum + (theirTile(index, address)?.length ?? 0), 0);
    },
  );
  report(`all ${jobs.length} tiles z${zMin} to z${zMax}, ${county.parcels.length} parcels`, result);
}

console.log(
  `${''.padEnd(46)} ${'ours'.padStart(12)} ${'geojson-vt'.padStart(12)}  ${'ratio'.padStart(6)}  ${'bytes'.padStart(9)} ${'bytes'.padStart(9)}`,
);
const suburb = makeCounty({ center: CENTER, columns: 100, step: 8000 });
raceOneTile(suburb, 17, 2000);
raceOneTile(suburb, 16, 500);
raceOneTile(suburb, 14, 40);
raceOneTile(suburb, 13, 10);
racePyramid(suburb, 10, 16);
const { west, south, east, north } = tileBounds(tileAt(CENTER, 10));
const tileMiddle = { lng: (west + east) / 2, lat: (south + north) / 2 };
raceOneTile(makeCounty({ center: tileMiddle, columns: 313, step: 6000 }), 10, 3);
