// Snapping: the corner or edge of a parcel or a drawn shape that is nearest to the pointer, for measuring and drawing.
//
// Parcels are taken from the tiles on the map, whose corners lie on a grid of 2 to 20 inches by zoom; the selected parcel and
// drawn shapes as they are. Of parcels only what can be told apart on the screen: where a side is a few pixels long, a point
// would jump to places that nobody means.
import type { MapGeoJSONFeature, Map as MapLibreMap, PointLike } from 'maplibre-gl';
import { PARCEL_OUTLINE_ZOOM_MIN } from '../contract/limits.ts';
import { type AreaGeometry, type Bounds, isArea, type Position } from '../geo/geometry.ts';
import { worldX, worldY } from '../geo/mercator.ts';
import { type ParcelSide, sidesOf } from '../geo/parcel-sides.ts';
import { TILE_BUFFER, TILE_EXTENT } from '../geo/tile-address.ts';
import { useDrawings } from './draw/drawings-store.ts';
import { partsOf } from './drawn-shape.ts';
import { isSwitchedOn } from './kept-switches.ts';
import { useMapStore } from './map-store.ts';

const SNAP_PX = 12;
/** Between two corners of a parcel, at least: then each is taken from all around it. */
const APART_PX = 2 * SNAP_PX;
/** Of a side that goes on in the next tile: what is longer there is as long here, buffer and all. */
const CUT_APART_PX = (2 * 512 * TILE_BUFFER) / TILE_EXTENT;
/** A corner from a tile is at most this far from the exact one that it stands for. */
const SAME_CORNER_PX = 3;

export type Snap = { at: Position; kind: 'corner' | 'edge'; of: 'parcel' | 'drawing' };

/** A path to snap to. */
type Path = {
  of: Snap['of'];
  points: readonly Position[];
  /** Those of its points that are corners. */
  corners: readonly Position[];
  /** Exact paths win over tiles, which show the same parcel. */
  isExact: boolean;
  /** Whether a tile has cut the shape at this point: then it is no corner, and between two of them is no edge. */
  isCut?: (point: Position) => boolean;
};

export type Pointer = {
  map: MapLibreMap;
  point: { x: number; y: number };
  /** Of a mouse; a finger has no Alt. */
  originalEvent?: { altKey?: boolean } | undefined;
};

/** Undefined: nothing is near, snapping is off, or Alt is held. `ignored` is the drawing being changed. */
export function snapAt({ map, point, originalEvent }: Pointer, ignored?: string): Snap | undefined {
  if (!isSwitchedOn('snap-to-parcels') || originalEvent?.altKey || map.getZoom() < PARCEL_OUTLINE_ZOOM_MIN)
    return;
  const near = boundsAround(map, point);
  const paths = [...selectedPaths(map), ...drawnPaths(ignored), ...tilePaths(map, point)];
  return nearestCorner({ map, point, near, paths }) ?? nearestEdge({ map, point, near, paths });
}

type Search = { map: MapLibreMap; point: { x: number; y: number }; near: Bounds; paths: readonly Path[] };

function nearestCorner({ map, point, near, paths }: Search): Snap | undefined {
  let best: { snap: Snap; rank: number } | undefined;
  for (const { of, corners, isExact, isCut } of paths) {
    for (const at of corners) {
      if (!isWithin(at, near) || isCut?.(at)) continue;
      const { x, y } = map.project([at[0], at[1]]);
      const px = Math.hypot(x - point.x, y - point.y);
      if (px > SNAP_PX) continue;
      const rank = isExact ? px - SAME_CORNER_PX : px;
      if (!best || rank < best.rank) best = { snap: { at, kind: 'corner', of }, rank };
    }
  }
  return best?.snap;
}

function nearestEdge({ map, point, near, paths }: Search): Snap | undefined {
  let best: { snap: Snap; rank: number } | undefined;
  for (const { of, points, isExact, isCut } of paths) {
    for (const [index, to] of points.entries()) {
      const from = points[index - 1];
      if (!from || !passes(from, to, near) || (isCut?.(from) && isCut(to))) continue;
      const { share, px } = nearestOnEdge(
        map.project([from[0], from[1]]),
        map.project([to[0], to[1]]),
        point,
      );
      if (px > SNAP_PX) continue;
      const rank = isExact ? px - SAME_CORNER_PX : px;
      const at = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share] as const;
      if (!best || rank < best.rank) best = { snap: { at, kind: 'edge', of }, rank };
    }
  }
  return best?.snap;
}

type Px = { x: number; y: number };

function nearestOnEdge(from: Px, to: Px, point: Px): { share: number; px: number } {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / squared;
  const share = Math.min(1, Math.max(0, along));
  return { share, px: Math.hypot(from.x + dx * share - point.x, from.y + dy * share - point.y) };
}

/** The land that can be within reach. Its corners are taken, since the map may be turned. */
function boundsAround(map: MapLibreMap, { x, y }: Px): Bounds {
  const corners = [-SNAP_PX, SNAP_PX].flatMap((dx) =>
    [-SNAP_PX, SNAP_PX].map((dy) => map.unproject([x + dx, y + dy])),
  );
  const [lngs, lats] = [corners.map(({ lng }) => lng), corners.map(({ lat }) => lat)];
  return {
    west: Math.min(...lngs),
    east: Math.max(...lngs),
    south: Math.min(...lats),
    north: Math.max(...lats),
  };
}

function isWithin([lng, lat]: Position, { west, south, east, north }: Bounds): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north;
}

function passes(from: Position, to: Position, { west, south, east, north }: Bounds): boolean {
  return (
    Math.max(from[0], to[0]) >= west &&
    Math.min(from[0], to[0]) <= east &&
    Math.max(from[1], to[1]) >= south &&
    Math.min(from[1], to[1]) <= north
  );
}

function selectedPaths(map: MapLibreMap): Path[] {
  const { selection } = useMapStore.getState();
  if (selection.status !== 'loaded' || !selection.geometry) return [];
  return pathsOfParcel(map, selection.geometry).map((path) => ({ ...path, isExact: true }));
}

function drawnPaths(ignored: string | undefined): Path[] {
  const others = useDrawings.getState().history.present.filter(({ id }) => id !== ignored);
  return others.flatMap(({ geometry }) => {
    const { points, lines, polygons } = partsOf(geometry);
    const paths = [...points.map((point) => [point]), ...lines, ...polygons.flat()];
    return paths.map((path) => ({ of: 'drawing' as const, points: path, corners: path, isExact: true }));
  });
}

/** Its sides that are long enough on the screen, and the corners between two of them. */
function pathsOfParcel(map: MapLibreMap, geometry: AreaGeometry, isCut?: Path['isCut']) {
  const isLong = ({ points }: ParcelSide) => {
    const [[lng, lat], last] = [points[0]!, points.at(-1)!];
    const apartPx = isCut?.([lng, lat]) || isCut?.(last) ? CUT_APART_PX : APART_PX;
    const from = map.project([lng, lat]);
    // Not the last one alone: the side of a round parcel ends where it begins.
    return points.some((point) => {
      const to = map.project([point[0], point[1]]);
      return Math.hypot(to.x - from.x, to.y - from.y) >= apartPx;
    });
  };
  return sidesOf(geometry).flatMap(({ sides }) => {
    const areLong = sides.map(isLong);
    return sides.flatMap(({ points }, at) => {
      if (!areLong[at]) return [];
      const corners = [
        ...(areLong.at(at - 1) ? [points[0]!] : []),
        ...(areLong[(at + 1) % sides.length] ? [points.at(-1)!] : []),
      ];
      return { of: 'parcel' as const, points, corners };
    });
  });
}

function tilePaths(map: MapLibreMap, { x, y }: Px): Path[] {
  if (!map.style || !map.getLayer('parcel-areas')) return [];
  const box: [PointLike, PointLike] = [
    [x - SNAP_PX, y - SNAP_PX],
    [x + SNAP_PX, y + SNAP_PX],
  ];
  return map.queryRenderedFeatures(box, { layers: ['parcel-areas'] }).flatMap((feature) => {
    const geometry = feature.geometry as unknown as AreaGeometry;
    if (!isArea(geometry)) return [];
    const isCut = cutsOf(feature);
    return pathsOfParcel(map, geometry, isCut).map((path) => ({ ...path, isExact: false, isCut }));
  });
}

/** Tiles are cut along lines at a fixed distance around them. */
function cutsOf({ _x: x, _y: y, _z: z }: MapGeoJSONFeature): (point: Position) => boolean {
  const size = TILE_EXTENT * 2 ** z;
  const isOnLine = (world: number, tile: number) => {
    const inTile = world * size - tile * TILE_EXTENT;
    return Math.abs(inTile + TILE_BUFFER) < 0.5 || Math.abs(inTile - TILE_EXTENT - TILE_BUFFER) < 0.5;
  };
  return ([lng, lat]) => isOnLine(worldX(lng), x) || isOnLine(worldY(lat), y);
}
