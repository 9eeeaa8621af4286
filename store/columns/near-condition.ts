// NEAR and S_DWITHIN: the parcels within a distance of others or of an area, how far each is, and how it touches.
import type { Touch } from '../../geo/area-distance.ts';
import { AreaEdges } from '../../geo/area-edges.ts';
import { AreaRaster } from '../../geo/area-raster.ts';
import { boundsOf } from '../../geo/bounds-of.ts';
import { FlatArea, flattenInto } from '../../geo/flat-area.ts';
import { type AreaGeometry, GRID_PER_DEGREE } from '../../geo/geometry.ts';
import { decodeInto } from '../../geo/geometry-code.ts';
import { gridBox } from '../storage-grid.ts';
import type { Condition } from './condition.ts';
import type { EngineWork, RowPlace } from './engine-work.ts';
import { BLOCK_ROWS } from './row-blocks.ts';
import { reachOverTouching } from './same-block.ts';
import { leaveOutSummaries } from './segment-columns.ts';
import { Surroundings } from './surroundings.ts';
import { FALSE, TRUE } from './value-conditions.ts';

/** Of rows that the condition is true of. */
export interface Distances {
  feetOf(at: number, row: number): number;
  /** A bound of feetOf that needs no shape, of a box among others: that of a row, or of a block of rows. */
  atLeast(boxes: Int32Array, at: number): number;
  /** Undefined for distances from an area. */
  touchOf?(at: number, row: number): Touch | null;
}

type LotResults<Result> = (Map<number, Result> | undefined)[];

abstract class DistanceCondition implements Condition, Distances {
  readonly cost = 3;
  protected readonly work: EngineWork;
  readonly #feet: LotResults<number> = [];
  readonly #within: LotResults<boolean> = [];

  constructor(work: EngineWork) {
    this.work = work;
  }

  protected abstract surroundings(): Surroundings;
  /** Rows that are never near: those that the distances are from. */
  protected abstract leavesOut(at: number): Uint8Array | undefined;

  truth(at: number, needed: Uint8Array | undefined): Uint8Array {
    const around = this.surroundings();
    const leftOut = this.leavesOut(at);
    const { boxes, blocks, lots } = this.work.view(at);
    const truths = new Uint8Array(this.work.segments[at]!.rows);
    for (let block = 0; 4 * block < blocks.length; block++) {
      this.work.step();
      const part = around.partWithin(blocks, 4 * block);
      if (part === 'none') continue;
      const end = Math.min((block + 1) * BLOCK_ROWS, truths.length);
      for (let row = block * BLOCK_ROWS; row < end; row++) {
        if (needed?.[row] === FALSE || leftOut?.[row] === TRUE) continue;
        if (part === 'unsure') {
          if (!around.mayReach(boxes, 4 * row)) continue;
          const lot = lots?.[row] ?? 0;
          const isWithin =
            lot === 0
              ? this.#isWithin(at, row)
              : this.#onceALot(this.#within, at, lot, () => this.#isWithin(at, row));
          if (!isWithin) continue;
        }
        truths[row] = TRUE;
      }
    }
    return truths;
  }

  #isWithin(at: number, row: number): boolean {
    const { boxes, shape } = this.work.view(at);
    return this.surroundings().isWithin(boxes, row, shape);
  }

  feetOf(at: number, row: number): number {
    const { boxes, lots, shape } = this.work.view(at);
    const find = () => this.surroundings().feetOf(boxes, row, shape);
    const lot = lots?.[row] ?? 0;
    return lot === 0 ? find() : this.#onceALot(this.#feet, at, lot, find);
  }

  atLeast(boxes: Int32Array, at: number): number {
    return this.surroundings().atLeast(boxes, at);
  }

  /** The units of a lot have its shape: a hundred apartments are compared once. */
  #onceALot<Result>(results: LotResults<Result>, at: number, lot: number, find: () => Result): Result {
    results[at] ??= new Map();
    const known = results[at].get(lot);
    if (known !== undefined) return known;
    const result = find();
    results[at].set(lot, result);
    return result;
  }
}

export class WithinFeetOfArea extends DistanceCondition {
  readonly #surroundings: Surroundings;

  constructor(
    work: EngineWork,
    { area, areas, feet }: { area: AreaGeometry /** Of the whole filter. */; areas: number; feet: number },
  ) {
    super(work);
    const { west, south, east, north } = gridBox(boundsOf(area));
    const subjects = {
      count: 1,
      boxes: Int32Array.of(west, south, east, north),
      shapeInto: (into: FlatArea) => flattenInto(into, area),
      raster: new AreaRaster(gridEdges(area, work.step), areas),
    };
    this.#surroundings = new Surroundings(subjects, feet, work.step);
  }

  protected override surroundings(): Surroundings {
    return this.#surroundings;
  }

  protected override leavesOut(): undefined {
    return undefined;
  }
}

export class NearParcels extends DistanceCondition {
  readonly #inner: Condition;
  readonly #feet: number;
  readonly #sameBlock: boolean;
  readonly #isByPins: boolean;
  #prepared: { innerRows: Uint8Array[]; around: Surroundings; reached: Uint8Array[] | undefined } | undefined;

  /** `isByPins`: the inner filter names them, and may name a lot that is in no set. */
  constructor(
    work: EngineWork,
    inner: Condition,
    options: { feet: number; sameBlock: boolean; isByPins: boolean },
  ) {
    super(work);
    this.#inner = inner;
    this.#feet = options.feet;
    this.#sameBlock = options.sameBlock;
    this.#isByPins = options.isByPins;
  }

  override truth(at: number, needed: Uint8Array | undefined): Uint8Array {
    const { reached, innerRows } = this.#prepare();
    if (!reached) return super.truth(at, needed);
    return reached[at]!.map((truth, row) => (innerRows[at]![row] === TRUE ? FALSE : truth));
  }

  touchOf(at: number, row: number): Touch | null {
    const { boxes, shape } = this.work.view(at);
    return this.surroundings().touchOf(boxes, row, shape) ?? null;
  }

  protected override surroundings(): Surroundings {
    return this.#prepare().around;
  }

  protected override leavesOut(at: number): Uint8Array {
    return this.#prepare().innerRows[at]!;
  }

  /** On first use, since it may take long. */
  #prepare() {
    if (this.#prepared) return this.#prepared;
    const { segments } = this.work;
    const innerRows = segments.map((segment, at) => {
      this.work.goOn();
      const rows = this.#inner.truth(at, undefined);
      if (!this.#isByPins) leaveOutSummaries(segment, rows);
      return rows;
    });
    const places: RowPlace[] = [];
    // Units have their lot's shape, which is looked at once.
    const lots = segments.map(() => new Set<number>());
    innerRows.forEach((truths, at) => {
      this.work.goOn();
      const units = this.work.view(at).lots;
      for (let row = truths.indexOf(TRUE); row >= 0; row = truths.indexOf(TRUE, row + 1)) {
        const lot = units?.[row] ?? 0;
        if (lot !== 0 && lots[at]!.has(lot)) continue;
        if (lot !== 0) lots[at]!.add(lot);
        places.push({ at, row });
      }
    });
    const boxes = this.work.boxesOf(places);
    const shapeInto = (area: FlatArea, subject: number) => {
      const { at, row } = places[subject]!;
      decodeInto(area, segments[at]!.shape(row));
    };
    const subjects = { count: places.length, boxes, shapeInto };
    const around = new Surroundings(subjects, this.#feet, this.work.step);
    this.#prepared = { innerRows, around, reached: undefined };
    if (this.#sameBlock) {
      try {
        const near = segments.map((_, at) => {
          this.work.goOn();
          return super.truth(at, undefined);
        });
        this.#prepared.reached = reachOverTouching({ work: this.work, from: innerRows, near });
      } catch (error) {
        this.#prepared = undefined;
        throw error;
      }
    }
    return this.#prepared;
  }
}

/** An area in whole steps of the storage grid. `step` is called for each look at its edges, and may throw. */
export function gridEdges(area: AreaGeometry, step: () => void): AreaEdges {
  const flat = new FlatArea();
  flattenInto(flat, area);
  for (let i = 0; i < flat.length; i++) flat.points[i] = Math.round(flat.points[i]! * GRID_PER_DEGREE);
  return new AreaEdges(step).fill(flat).index();
}
