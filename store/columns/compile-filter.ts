// Makes the conditions of a filter, which are then decided segment by segment.
import type { LRUCache } from 'lru-cache';
import { parseFilter } from '../../contract/cql2/parse-filter.ts';
import type { ParcelFilter } from '../../contract/parcel-filter.ts';
import { AreaEdges } from '../../geo/area-edges.ts';
import { AreaRaster } from '../../geo/area-raster.ts';
import { areasMeet } from '../../geo/areas-meet.ts';
import { FlatArea } from '../../geo/flat-area.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';
import { decodeInto } from '../../geo/geometry-code.ts';
import { type AskedFilter, FilterRefused } from '../parcel-queries.ts';
import type { Condition } from './condition.ts';
import type { EngineWork } from './engine-work.ts';
import { findRow } from './find-row.ts';
import { wordCondition } from './match-words.ts';
import { type Distances, gridEdges, NearParcels, WithinFeetOfArea } from './near-condition.ts';
import { BLOCK_ROWS } from './row-blocks.ts';
import { columnOf, countyLabel, isCountyField } from './segment-columns.ts';
import { soughtText, writtenRange } from './text-order.ts';
import { unitedArea } from './united-area.ts';
import { checkCountyField } from './unknown-field.ts';
import { FALSE, TRUE, UNKNOWN, type ValueFilter, valueCondition } from './value-conditions.ts';

export type CompiledFilter = {
  condition: Condition;
  /** Of a filter that is NEAR or S_DWITHIN, or an AND with one. */
  distances: Distances | undefined;
};

/** The truths of a condition by code, a table a segment. While somebody types, all but one part of a filter stay the same. */
export type RememberedTables = LRUCache<string, (Uint8Array | undefined)[]>;

/** Throws a FilterRefused. */
export function compileFilter(
  asked: AskedFilter,
  work: EngineWork,
  tables: RememberedTables,
): CompiledFilter {
  const filter = parsedWhole(asked);
  const distances = new Map<ParcelFilter, Distances>();
  const areas = areasIn(filter);
  /** A filter may have thousands of parts: between any two of them, the query can be stopped. */
  const compile = (part: ParcelFilter): Condition => {
    work.goOn();
    const condition = conditionOf(part);
    return {
      cost: condition.cost,
      truth: (at, needed) => {
        work.goOn();
        return condition.truth(at, needed);
      },
    };
  };
  const conditionOf = (part: ParcelFilter): Condition => {
    switch (part.op) {
      case 'all':
        return everyRow(work);
      case 'and':
        return allOf(part.of.filter(({ op }) => op !== 'all').map(compile), work);
      case 'or':
        return anyOf(part.of.map(compile), work);
      case 'not':
        return not(compile(part.of));
      case 'intersects':
        return intersecting(unitedArea(part.area, work.step), areas, work);
      case 'within-feet':
      case 'near': {
        const near =
          part.op === 'near'
            ? new NearParcels(work, compile(part.of), {
                feet: part.feet,
                sameBlock: part.sameBlock ?? false,
                isByPins: namesPins(part.of),
              })
            : new WithinFeetOfArea(work, { area: unitedArea(part.area, work.step), areas, feet: part.feet });
        distances.set(part, near);
        return near;
      }
      case 'same-owner':
        return sameAs('holder', part.pin, work);
      case 'same-mailing':
        return sameAs('mailing', part.pin, work);
      case 'matches': {
        const find = wordCondition(part.text);
        return { cost: 1, truth: (at) => find(work.segments[at]!) };
      }
      default:
        return onValues(part, work, tables);
    }
  };
  const condition = compile(filter);
  const ordering = topLevel(filter).find((part) => distances.has(part));
  return { condition, distances: ordering && distances.get(ordering) };
}

function parsedWhole(filter: AskedFilter): ParcelFilter {
  if (filter.op === 'and') return { op: 'and', of: filter.of.map(parsedWhole) };
  if (filter.op !== 'text') return filter;
  const parsed = parseFilter(filter.text);
  if ('error' in parsed) throw new FilterRefused(`${filter.member}: ${parsed.error.message}`);
  return parsed.filter;
}

/** How many shapes the filter has. */
function areasIn(filter: ParcelFilter): number {
  if (filter.op === 'intersects' || filter.op === 'within-feet') return 1;
  if (filter.op === 'not' || filter.op === 'near') return areasIn(filter.of);
  if (filter.op !== 'and' && filter.op !== 'or') return 0;
  return filter.of.reduce((areas, part) => areas + areasIn(part), 0);
}

/** Whether the filter asks for certain parcels. */
function namesPins(filter: ParcelFilter): boolean {
  if (filter.op === 'and' || filter.op === 'or') return filter.of.some(namesPins);
  if (filter.op === 'compare') return filter.field === 'pin' && filter.is === '=';
  if (filter.op === 'in') return filter.field === 'pin';
  return filter.op === 'same-owner' || filter.op === 'same-mailing';
}

/** The parts that are true of every row that the filter finds. */
function topLevel(filter: ParcelFilter): ParcelFilter[] {
  return filter.op === 'and' ? filter.of.flatMap(topLevel) : [filter];
}

function everyRow({ segments }: EngineWork): Condition {
  return { cost: 0, truth: (at) => new Uint8Array(segments[at]!.rows).fill(TRUE) };
}

function allOf(conditions: readonly Condition[], work: EngineWork): Condition {
  const [first, ...others] = [...conditions].sort((a, b) => a.cost - b.cost);
  if (!first) return everyRow(work);
  return {
    cost: conditions.reduce((cost, condition) => Math.max(cost, condition.cost), 0),
    truth: (at, needed) => {
      const truths = first.truth(at, needed);
      // What is not needed is FALSE from here on, and not needed of the others either.
      if (needed && others.length > 0) least(truths, needed, true);
      for (const condition of others) least(truths, condition.truth(at, truths), false);
      return truths;
    },
  };
}

/** `isMask`: the other one only says which are not FALSE. */
function least(truths: Uint8Array, other: Uint8Array, isMask: boolean): void {
  for (let row = 0; row < truths.length; row++) {
    const truth = other[row]!;
    if (truth < truths[row]! && (!isMask || truth === FALSE)) truths[row] = truth;
  }
}

function anyOf(conditions: readonly Condition[], { segments }: EngineWork): Condition {
  const sorted = [...conditions].sort((a, b) => a.cost - b.cost);
  return {
    cost: conditions.reduce((cost, condition) => Math.max(cost, condition.cost), 0),
    truth: (at, needed) => {
      const truths = new Uint8Array(segments[at]!.rows);
      const open = new Uint8Array(segments[at]!.rows);
      for (const condition of sorted) {
        for (let row = 0; row < open.length; row++) {
          open[row] = needed?.[row] === FALSE || truths[row] === TRUE ? FALSE : TRUE;
        }
        const other = condition.truth(at, open);
        for (let row = 0; row < truths.length; row++) {
          if (open[row] === TRUE && other[row]! > truths[row]!) truths[row] = other[row]!;
        }
      }
      return truths;
    },
  };
}

function not(condition: Condition): Condition {
  return {
    cost: condition.cost,
    truth: (at, needed) => {
      const truths = condition.truth(at, needed);
      for (let row = 0; row < truths.length; row++) truths[row] = TRUE - truths[row]!;
      return truths;
    },
  };
}

function onValues(
  filter: ValueFilter,
  { segments, step }: EngineWork,
  remembered: RememberedTables,
): Condition {
  const { field } = filter;
  if (isCountyField(field)) checkCountyField(segments, countyLabel(field));
  const decide = valueCondition(filter);
  const key = JSON.stringify(filter);
  const tables = remembered.get(key) ?? [];
  remembered.set(key, tables);
  const ofNull = filter.op === 'is-null' ? TRUE : UNKNOWN;
  return {
    cost: 0,
    truth: (at) => {
      const segment = segments[at]!;
      const column = columnOf(segment, field);
      const truths = new Uint8Array(segment.rows);
      if (!column) return truths.fill(ofNull);
      tables[at] ??= decide(column, segment, step);
      const table = tables[at];
      const { codes } = column;
      for (let row = 0; row < truths.length; row++) truths[row] = table[codes[row]!]!;
      return truths;
    },
  };
}

function intersecting(area: AreaGeometry, areas: number, work: EngineWork): Condition {
  const edges = gridEdges(area, work.step);
  const raster = new AreaRaster(edges, areas);
  const flat = new FlatArea();
  const own = new AreaEdges(work.step);
  return {
    cost: 2,
    truth: (at, needed) => {
      const { boxes, blocks, shape } = work.view(at);
      const truths = new Uint8Array(work.segments[at]!.rows);
      for (let block = 0; 4 * block < blocks.length; block++) {
        work.step();
        const whole = raster.placeOf(blocks, 4 * block);
        if (whole === 'outside') continue;
        const end = Math.min((block + 1) * BLOCK_ROWS, truths.length);
        if (whole === 'inside') {
          truths.fill(TRUE, block * BLOCK_ROWS, end);
          continue;
        }
        for (let row = block * BLOCK_ROWS; row < end; row++) {
          if (needed?.[row] === FALSE) continue;
          const place = raster.placeOf(boxes, 4 * row);
          if (place === 'outside') continue;
          if (place === 'unsure') {
            decodeInto(flat, shape(row), 1);
            if (!areasMeet(edges, own.fill(flat))) continue;
          }
          truths[row] = TRUE;
        }
      }
      return truths;
    },
  };
}

/** Where the parcel has no such key, it alone. */
function sameAs(field: 'holder' | 'mailing', pin: string, { segments }: EngineWork): Condition {
  const place = findRow(segments, pin);
  const column = segments[place.at]!.column(field);
  const code = column?.codes[place.row] ?? 0;
  const sought = code === 0 ? undefined : soughtText(column!.text(code));
  return {
    cost: 0,
    truth: (at) => {
      const { rows } = segments[at]!;
      const truths = new Uint8Array(rows);
      const other = sought && segments[at]!.column(field);
      if (other) {
        const { first, end } = writtenRange(other, sought);
        if (first < end) {
          for (let row = 0; row < rows; row++) if (other.codes[row] === first) truths[row] = TRUE;
        }
      }
      if (at === place.at) truths[place.row] = TRUE;
      return truths;
    },
  };
}
