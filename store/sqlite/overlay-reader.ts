// Reads the file of one overlay: what lies on a parcel, and what lies nearest. It is synchronous, so it runs in a worker thread.
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { OverlayOnParcel, OverlayPart } from '../../contract/overlays.ts';
import { SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import type { FlatRing } from '../../geo/flat-ring.ts';
import { type Bounds, GRID_PER_DEGREE } from '../../geo/geometry.ts';
import { ECCENTRICITY_SQUARED, EQUATOR_RADIUS_METERS, METERS_PER_FOOT } from '../../geo/local-plane.ts';
import { decodeShape } from '../../geo/shape-code.ts';
import type { AreaProbe, ProbeSquare } from '../overlays/area-probe.ts';
import { DistanceToArea } from '../overlays/distance-to-area.ts';
import { DamagedFile, requireWholeSqliteFile } from './damaged-file.ts';
import { boxAround, OVERLAY_FORMAT } from './overlay-writer.ts';

/** Where more parts than this are in a square, its quarters are asked one by one: memory stays flat, and clipping fast. */
const PARTS_AT_ONCE = 256;
/** A quarter with more of them than this is not divided again: they lie one on the other. */
const DIVIDED_SHARE_MAX = 0.75;

/**
 * Two layers that follow the same fence were digitized twice, and overlap by slivers. An area below both of these is taken for
 * one and left out.
 */
const SLIVER_SHARE = 0.0001;
const SLIVER_SQUARE_METERS = 1;
/** A line that only touches the parcel. */
const TOUCH_METERS = 0.001;

/** 50 miles. */
const NEAREST_METERS_MAX = 80_467.2;
const FIRST_RADIUS_METERS = 30;
/** Sorting more of them takes longer than to look nearer first. */
const CROWD = 64;
/** Less than a degree of latitude anywhere, so that boxes are rather too large. */
const METERS_PER_DEGREE = 110_500;

/** A step of the storage grid in radians. */
const STEP = Math.PI / 180 / GRID_PER_DEGREE;
/** Of a gap that is taken for straight in degrees: within 50 miles the ground is nearer by less than the rest. */
const LEAST_SHARE = 0.9995;

export type OnParcel = Pick<OverlayOnParcel, 'parts' | 'nearest'>;
type PartRow = { value_id: number; shape: Uint8Array };
/** What lies on the parcel, of one value. */
type Sum = { squareMeters: number; meters: number; count: number };
type AddUp = { sums: Map<number, Sum>; probe: AreaProbe; square: ProbeSquare; partsMax: number };

export class OverlayReader {
  readonly #db: DatabaseSyncInstance;
  readonly #count;
  readonly #inBox;
  readonly #crowd;
  readonly #byDistance;
  readonly #partOf;
  readonly #valueOf;

  constructor(path: string) {
    requireWholeSqliteFile(path);
    this.#db = new DatabaseSync(path, { readOnly: true });
    try {
      // Not mapped into memory: a mapped file that is cut off later ends the process.
      this.#db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -32768;');
      const { user_version } = this.#db.prepare('PRAGMA user_version').get() as { user_version: number };
      if (user_version !== OVERLAY_FORMAT) throw new Error(`it has format ${user_version}`);
      const isInBox = 'west <= $east AND east >= $west AND south <= $north AND north >= $south';
      const inBox = `FROM part_box JOIN part USING (id) WHERE ${isInBox}`;
      this.#count = this.#db.prepare(`SELECT count(*) AS count FROM part_box WHERE ${isInBox}`);
      this.#inBox = this.#db.prepare(`SELECT value_id, shape ${inBox} LIMIT $limit + 0`);
      this.#crowd = this.#db.prepare(
        `SELECT count(*) AS count FROM (SELECT 1 FROM part_box WHERE ${isInBox} LIMIT ${CROWD + 1})`,
      );
      // Without the shapes: sorting would copy them. The gap is in meters, and never too large.
      this.#byDistance = this.#db.prepare(`
        SELECT id, sqrt(
          pow(max(0, west - $east0, $west0 - east) * $eastMeters * cos(max($far0, north, -south) * $radians), 2) +
          pow(max(0, south - $north0, $south0 - north) * $northMeters, 2)) AS gap
        FROM part_box WHERE ${isInBox} ORDER BY gap`);
      this.#partOf = this.#db.prepare('SELECT value_id, shape FROM part WHERE id = ?');
      this.#valueOf = this.#db.prepare('SELECT text FROM value WHERE id = ?');
    } catch (error) {
      this.#db.close();
      throw new DamagedFile(path, (error as Error).message);
    }
  }

  close(): void {
    this.#db.close();
  }

  on(probe: AreaProbe): OnParcel {
    const sums = new Map<number, Sum>();
    this.#addUp({ sums, probe, square: probe.square, partsMax: Infinity });
    const parts = [
      ...this.#parts(sums, 'squareMeters', ({ squareMeters }) => {
        const share = Math.min(1, squareMeters / probe.squareMeters);
        if (squareMeters < SLIVER_SQUARE_METERS && share < SLIVER_SHARE) return undefined;
        return { acres: squareMeters / SQUARE_METERS_PER_ACRE, share };
      }),
      ...this.#parts(sums, 'meters', ({ meters }) =>
        meters < TOUCH_METERS ? undefined : { feet: meters / METERS_PER_FOOT },
      ),
      ...this.#parts(sums, 'count', ({ count }) => ({ count })),
    ];
    if (parts.length > 0) return { parts };
    const touching = [...sums].find(([, { squareMeters, meters }]) => squareMeters > 0 || meters > 0);
    const nearest = touching ? { value: this.#text(touching[0]), feet: 0 } : this.#nearest(probe);
    return nearest ? { parts, nearest } : { parts };
  }

  /** `partsMax`: with more than this, dividing does not help. */
  #addUp({ sums, probe, square, partsMax }: AddUp): void {
    const box = boxAround(probe.boundsOf(square));
    let rows = this.#inBox.all({ ...box, limit: PARTS_AT_ONCE + 1 }) as PartRow[];
    if (rows.length > PARTS_AT_ONCE) {
      const { count } = this.#count.get({ ...box }) as { count: number };
      if (count <= partsMax) {
        const side = square.side / 2;
        for (const [x, y] of [
          [0, 0],
          [side, 0],
          [0, side],
          [side, side],
        ] as const) {
          const quarter = { x: square.x + x, y: square.y + y, side };
          if (probe.reaches(quarter))
            this.#addUp({ sums, probe, square: quarter, partsMax: count * DIVIDED_SHARE_MAX });
        }
        return;
      }
      rows = this.#inBox.all({ ...box, limit: -1 }) as PartRow[];
    }
    const areas = new Map<number, FlatRing[][]>();
    // Condominiums and copies of a layer in itself have the same area a hundred times.
    const seen = new Set<string>();
    for (const { value_id, shape } of rows) {
      const { kind, paths } = decodeShape(shape, probe.origin);
      const sum = sumOf(sums, value_id);
      if (kind === 'area') {
        const key = `${value_id} ${Buffer.from(shape).toString('latin1')}`;
        if (!seen.has(key)) areas.set(value_id, [...(areas.get(value_id) ?? []), paths]);
        seen.add(key);
      } else if (kind === 'line') for (const path of paths) sum.meters += probe.metersInside(path, square);
      else if (probe.isIn(square, paths[0]!) && probe.holds(...(paths[0] as [number, number]))) sum.count++;
    }
    for (const [valueId, cover] of areas)
      sumOf(sums, valueId).squareMeters += probe.squareMetersUnder(cover, square);
  }

  #parts(
    sums: ReadonlyMap<number, Sum>,
    by: keyof Sum,
    show: (sum: Sum) => Record<string, number> | undefined,
  ): OverlayPart[] {
    return [...sums]
      .filter(([, sum]) => sum[by] > 0)
      .sort(([, one], [, other]) => other[by] - one[by])
      .flatMap(([valueId, sum]) => {
        const shown = show(sum);
        return shown ? [{ value: this.#text(valueId), ...shown } as OverlayPart] : [];
      });
  }

  #text(valueId: number): string {
    return (this.#valueOf.get(valueId) as { text: string }).text;
  }

  /** Looks around the parcel, and again as far as what was found, for something nearer beside the boxes that were seen. */
  #nearest(probe: AreaProbe): OnParcel['nearest'] {
    const distance = new DistanceToArea(probe);
    const { west, east, south, north } = boxAround(probe.bounds);
    const far = Math.max(north, -south);
    const from = { west0: west, east0: east, south0: south, north0: north, far0: far, radians: STEP };
    let best = NEAREST_METERS_MAX;
    let nearestId: number | undefined;
    const seen = new Set<number>();
    let radius = this.#firstRadius(probe.bounds);
    while (radius !== undefined) {
      const box = around(probe.bounds, radius);
      const rows = this.#byDistance.iterate({ ...boxAround(box), ...from, ...metersPerStep(box) });
      for (const { id, gap } of rows as Iterable<{ id: number; gap: number }>) {
        if (gap > best) break;
        if (seen.has(id)) continue;
        seen.add(id);
        const { value_id, shape } = this.#partOf.get(id) as PartRow;
        const meters = distance.metersTo(decodeShape(shape, probe.origin), best);
        if (meters < best) {
          best = meters;
          nearestId = value_id;
        }
      }
      radius = radius < best ? best : undefined;
    }
    return nearestId === undefined
      ? undefined
      : { value: this.#text(nearestId), feet: best / METERS_PER_FOOT };
  }

  /** Within which there is something, but not a crowd. */
  #firstRadius(bounds: Bounds): number | undefined {
    const count = (radius: number) => {
      return (this.#crowd.get({ ...boxAround(around(bounds, radius)) }) as { count: number }).count;
    };
    let empty = 0;
    let radius = FIRST_RADIUS_METERS;
    let found = count(radius);
    while (found === 0) {
      if (radius >= NEAREST_METERS_MAX) return undefined;
      empty = radius;
      radius = Math.min(2 * radius, NEAREST_METERS_MAX);
      found = count(radius);
    }
    while (found > CROWD && radius - empty > 0.01 * radius) {
      const middle = (empty + radius) / 2;
      const inMiddle = count(middle);
      if (inMiddle === 0) empty = middle;
      else [radius, found] = [middle, inMiddle];
    }
    return radius;
  }
}

function sumOf(sums: Map<number, Sum>, valueId: number): Sum {
  const known = sums.get(valueId);
  if (known) return known;
  const sum = { squareMeters: 0, meters: 0, count: 0 };
  sums.set(valueId, sum);
  return sum;
}

/** The box that reaches so far to every side. */
function around({ west, south, east, north }: Bounds, radiusMeters: number): Bounds {
  const up = radiusMeters / METERS_PER_DEGREE;
  const latMax = Math.max(Math.abs(south - up), Math.abs(north + up));
  const aside = up / Math.max(0.01, Math.cos((latMax * Math.PI) / 180));
  return { west: west - aside, south: south - up, east: east + aside, north: north + up };
}

/** Meters per step of the storage grid, along the equator's direction and along a meridian: the least within the box. */
function metersPerStep({ south, north }: Bounds): { eastMeters: number; northMeters: number } {
  const lat = Math.max(0, south, -north) * GRID_PER_DEGREE;
  const flat = 1 - ECCENTRICITY_SQUARED * Math.sin(lat * STEP) ** 2;
  const eastMeters = ((LEAST_SHARE * EQUATOR_RADIUS_METERS) / Math.sqrt(flat)) * STEP;
  return { eastMeters, northMeters: (eastMeters * (1 - ECCENTRICITY_SQUARED)) / flat };
}
