// Where the names of waters stand: in the middle between the shores, and apart from the same name elsewhere. Labels are points
// of their own: an area that spans many tiles would get a label in each of them.

import { areaSquareMeters } from '../../geo/area.ts';
import { boundsOf } from '../../geo/bounds-of.ts';
import { type AreaGeometry, type Position, polygonsOf } from '../../geo/geometry.ts';
import { addToGroup } from '../../geo/groups.ts';
import { worldY } from '../../geo/mercator.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';

const FIRST_ZOOM = 9;
const LAST_ZOOM = 15;
/** Between labels of one name. */
const APART_PX = 300;
/** A water is named once the side of a square of its area has this size, and at the last zoom at the latest. */
const SIDE_MIN_PX = 24;
/** Of longitude. */
const pixelDegrees = (zoom: number) => 360 / (512 * 2 ** zoom);

/** `x` and `y` are in Mercator's plane, 360 wide like the world; `room` is the distance to the shore. */
type Spot = { lng: number; lat: number; x: number; y: number; room: number; minZoom: number };

export class WaterLabels {
  readonly #spots = new Map<string, Spot[]>();

  add(name: string, geometry: AreaGeometry): void {
    const spots = this.#spots.get(name) ?? [];
    spots.push(...spotsIn(geometry));
    this.#spots.set(name, spots);
  }

  features(): ZoomedFeature[] {
    return [...this.#spots].flatMap(([name, spots]) => labelsOf(name, spots));
  }
}

/** A label stays where it is when more join it at deeper zooms. */
function labelsOf(name: string, spots: readonly Spot[]): ZoomedFeature[] {
  const labels: ZoomedFeature[] = [];
  let taken: Spot[] = [];
  for (let zoom = FIRST_ZOOM; zoom <= LAST_ZOOM; zoom++) {
    const visible = spots.filter(({ minZoom }) => minZoom <= zoom);
    const before = new Set(taken);
    taken = apart([...taken, ...visible.sort((a, b) => b.room - a.room)], APART_PX * pixelDegrees(zoom));
    for (const spot of taken) {
      if (before.has(spot)) continue;
      labels.push({
        layer: 'water',
        geometry: { type: 'Point', coordinates: [spot.lng, spot.lat] },
        minZoom: zoom,
        properties: { kind: 'lake', name, min_zoom: zoom },
      });
    }
  }
  return labels;
}

/** Leaves out every spot that is too close to one before it. A grid keeps the time linear. */
function apart(spots: readonly Spot[], distance: number): Spot[] {
  const cells = new Map<string, Spot[]>();
  const cellOf = (value: number) => Math.floor(value / distance);
  return spots.filter((spot) => {
    const [column, row] = [cellOf(spot.x), cellOf(spot.y)];
    for (const right of [-1, 0, 1]) {
      for (const down of [-1, 0, 1]) {
        const near = cells.get(`${column + right} ${row + down}`) ?? [];
        if (near.some(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) < distance)) return false;
      }
    }
    addToGroup(cells, `${column} ${row}`, spot);
    return true;
  });
}

const SCANS_MIN = 8;
const SCANS_MAX = 64;
const METERS_PER_DEGREE = 111_320;

/**
 * The middles of lines across the water, from shore to shore, no closer to each other than labels at the last zoom. A lake,
 * which is seen as one, needs fewer than a river.
 */
function spotsIn(geometry: AreaGeometry): Spot[] {
  const { west, south, east, north } = boundsOf(geometry);
  /** Of degrees of latitude in Mercator's projection. */
  const stretch = 1 / Math.cos((((south + north) / 2) * Math.PI) / 180);
  const distance = APART_PX * pixelDegrees(LAST_ZOOM);
  const longest = Math.max(east - west, (north - south) * stretch);
  const count = Math.min(SCANS_MAX, Math.max(SCANS_MIN, Math.ceil((4 * longest) / distance)));
  const meridians = new Scans(geometry, { axis: 0, low: west, high: east, count });
  const parallels = new Scans(geometry, { axis: 1, low: south, high: north, count });

  const side = (Math.sqrt(areaSquareMeters(geometry)) / METERS_PER_DEGREE) * stretch;
  let minZoom = FIRST_ZOOM;
  while (minZoom < LAST_ZOOM && side < SIDE_MIN_PX * pixelDegrees(minZoom)) minZoom++;

  const spots: Spot[] = [];
  const add = (lng: number, lat: number) => {
    const room = Math.min(parallels.roomAt(lat, lng), meridians.roomAt(lng, lat) * stretch);
    spots.push({ lng, lat, x: lng, y: worldY(lat) * 360, room, minZoom });
  };
  for (const lat of parallels.middles) for (const at of parallels.spansAt(lat)) add(middleOf(at), lat);
  for (const lng of meridians.middles) for (const at of meridians.spansAt(lng)) add(lng, middleOf(at));
  spots.sort((a, b) => b.room - a.room);
  const isCompact = (spots[0]?.room ?? 0) > longest / 8;
  return apart(spots, isCompact ? 3 * distance : distance);
}

type Span = { from: number; to: number };

const middleOf = ({ from, to }: Span) => (from + to) / 2;

/** Meridians (axis 0) or parallels (axis 1) across an area. Its edges are sorted into slices, to be found at once. */
class Scans {
  readonly middles: readonly number[];
  readonly #axis: 0 | 1;
  readonly #slices: [before: Position, after: Position][][];
  readonly #sliceOf: (at: number) => number;

  constructor(geometry: AreaGeometry, o: { axis: 0 | 1; low: number; high: number; count: number }) {
    const { axis, low, high, count } = o;
    this.#axis = axis;
    this.middles = Array.from({ length: count }, (_, i) => low + ((i + 0.5) / count) * (high - low));
    this.#sliceOf = (at) => Math.min(count - 1, Math.max(0, Math.floor(((at - low) / (high - low)) * count)));
    this.#slices = Array.from({ length: count }, () => []);
    for (const ring of polygonsOf(geometry).flat()) {
      for (let i = 1; i < ring.length; i++) {
        const [before, after] = [ring[i - 1]!, ring[i]!];
        const [one, other] = [this.#sliceOf(before[axis]), this.#sliceOf(after[axis])];
        for (let slice = Math.min(one, other); slice <= Math.max(one, other); slice++) {
          this.#slices[slice]!.push([before, after]);
        }
      }
    }
  }

  /** The stretches inside. */
  spansAt(at: number): Span[] {
    const axis = this.#axis;
    const along = axis === 0 ? 1 : 0;
    const crossings: number[] = [];
    for (const [before, after] of this.#slices[this.#sliceOf(at)]!) {
      if (before[axis] > at === after[axis] > at) continue;
      const share = (at - before[axis]) / (after[axis] - before[axis]);
      crossings.push(before[along] + share * (after[along] - before[along]));
    }
    crossings.sort((a, b) => a - b);
    return crossings.flatMap((from, i) => (i % 2 === 0 ? [{ from, to: crossings[i + 1]! }] : []));
  }

  /** From a place to the nearer shore. */
  roomAt(at: number, place: number): number {
    const span = this.spansAt(at).find(({ from, to }) => from <= place && place <= to);
    return span ? Math.min(place - span.from, span.to - place) : 0;
  }
}
