// The four strategies to get all rows of a layer: pages by offset, lists of object ids, ranges of object ids, and boxes on
// the map that are quartered until each is below the server's limit.
import { type Box, envelopeQuery } from './envelope.ts';
import type { IdSet } from './row-set.ts';
import type { Parameters } from './server-client.ts';
import {
  type PageFacts,
  type PageRequest,
  type PageResult,
  type Span,
  type Strategy,
  spanLabel,
  strategyAlong,
} from './strategy.ts';

/** So many pages of one row that bring nothing new, and the server does not page. */
const DRY_ROWS = 5;
const COMPLETE: PageResult = { kind: 'complete' };

function halves({ from, to }: Span): [Span, Span] {
  const middle = from + Math.ceil((to - from) / 2);
  return [
    { from, to: middle },
    { from: middle, to },
  ];
}

/** resultOffset and resultRecordCount, in the order of the object ids: without an order pages may overlap. */
export function offsetStrategy(o: {
  gaps: readonly Span[];
  where: string;
  orderBy: string | undefined;
}): Strategy {
  /** Pages of a single row that had come before. One is a row that moved; several are a server that does not page. */
  let dryRows = 0;
  const starts = new Set<number>();
  const pageRequest = (span: Span): PageRequest => {
    const asked = span.to - span.from;
    return {
      label: spanLabel(span),
      parameters: {
        where: o.where,
        ...(o.orderBy ? { orderByFields: o.orderBy } : {}),
        resultOffset: String(span.from),
        resultRecordCount: String(asked),
      },
      most: asked,
      isSingle: asked === 1,
      split: () => halves(span).map(pageRequest),
      judge({ rows, fresh, ids, exceeded }) {
        if (rows > asked) return { kind: 'violation', what: 'gives more rows than were asked for' };
        // Rows that are known may have come by another strategy; a page that begins like another one of this strategy is it again.
        const isKnown = rows > 0 && fresh === 0 && (ids === undefined || starts.has(ids[0]!));
        if (ids?.[0] !== undefined) starts.add(ids[0]);
        if (isKnown && rows === 1) dryRows++;
        if ((isKnown && rows > 1) || dryRows >= DRY_ROWS) {
          return { kind: 'violation', what: 'gives the same rows for every page' };
        }
        if (rows === asked || rows === 0) return COMPLETE;
        const rest = pageRequest({ from: span.from + rows, to: span.to });
        return { kind: 'more', pageRequests: [rest], ...(exceeded ? { cutAt: rows } : {}) };
      },
    };
  };
  return strategyAlong({
    name: 'offset',
    words: 'pages (resultOffset)',
    gaps: o.gaps,
    perRow: 1,
    pageRequest,
  });
}

/** Lists of object ids, by POST where they are long. */
export function idsStrategy(o: { ids: readonly number[] }): Strategy {
  let arrived = 0;
  const pageRequest = (ids: readonly number[]): PageRequest => ({
    label: `${ids[0]}-${ids.at(-1)}`,
    // Some servers refuse the two together; the ids are those of the condition already.
    parameters: { objectIds: ids.join(',') },
    most: ids.length,
    isSingle: ids.length === 1,
    ...(ids.length === 1 ? { id: ids[0]! } : {}),
    split: () => [
      pageRequest(ids.slice(0, Math.ceil(ids.length / 2))),
      pageRequest(ids.slice(Math.ceil(ids.length / 2))),
    ],
    judge(facts) {
      if (facts.rows > 0 && !facts.ids)
        return { kind: 'violation', what: 'gives rows without their object id' };
      const asked = new Set(ids);
      if (facts.ids?.some((id) => !asked.has(id))) {
        return { kind: 'violation', what: 'gives other rows than the asked object ids' };
      }
      arrived += facts.rows;
      const got = new Set(facts.ids);
      if (got.size === ids.length || ids.length === 1) return COMPLETE;
      if (got.size === 0) {
        return arrived === 0 ? { kind: 'violation', what: 'gives nothing for its object ids' } : COMPLETE;
      }
      // The rest may be gone from the layer, or cut by a limit that old servers do not speak of.
      const rest = pageRequest(ids.filter((id) => !got.has(id)));
      return { kind: 'more', pageRequests: [rest], ...(facts.exceeded ? { cutAt: facts.rows } : {}) };
    },
  });
  return strategyAlong({
    name: 'ids',
    words: 'lists of object ids',
    gaps: o.ids.length > 0 ? [{ from: 0, to: o.ids.length }] : [],
    perRow: 1,
    pageRequest: ({ from, to }) => pageRequest(o.ids.slice(from, to)),
  });
}

/** Object ids in a condition: old servers answer ranges faster than lists. */
export function rangesStrategy(o: {
  gaps: readonly Span[];
  /** Ids a row: above 1 where many are missing. */
  perRow: number;
  idField: string;
  where: string | undefined;
  limit(): number;
}): Strategy {
  const pageRequest = (span: Span): PageRequest => {
    const { from, to } = span;
    const condition = `${o.idField}>=${from} AND ${o.idField}<${to}`;
    return {
      label: spanLabel(span),
      parameters: { where: o.where ? `(${o.where}) AND ${condition}` : condition },
      most: undefined,
      isSingle: to - from === 1,
      ...(to - from === 1 ? { id: from } : {}),
      split: () => halves(span).map(pageRequest),
      judge(facts) {
        if (facts.ids?.some((id) => id < from || id >= to)) {
          return { kind: 'violation', what: 'gives rows outside the asked range of object ids' };
        }
        const isCut = facts.exceeded || (facts.rows >= o.limit() && facts.rows < to - from);
        if (!isCut || to - from === 1) return COMPLETE;
        return {
          kind: 'more',
          pageRequests: halves(span).map(pageRequest),
          ...(facts.exceeded ? { cutAt: facts.rows } : {}),
        };
      },
    };
  };
  return strategyAlong({
    name: 'ranges',
    words: `ranges of ${o.idField}`,
    gaps: o.gaps,
    perRow: o.perRow * 0.9,
    pageRequest,
  });
}

/** A county split 20 times is a few centimeters: what is still too much there lies at one place. */
const DEEPEST = 20;
/** So many boxes, each in the other, that were cut and showed nothing new: a stack that no box takes apart. */
const DRY_BOXES = 3;
/** In larger boxes, rows that came by another strategy hide those that are new. */
const SMALL_PATH = 6;

function quarters({ xmin, ymin, xmax, ymax }: Box): Box[] {
  const x = (xmin + xmax) / 2;
  const y = (ymin + ymax) / 2;
  return [
    { xmin, ymin, xmax: x, ymax: y },
    { xmin: x, ymin, xmax, ymax: y },
    { xmin, ymin: y, xmax: x, ymax },
    { xmin: x, ymin: y, xmax, ymax },
  ];
}

/**
 * Boxes on the map. The first request asks without a box: it is all there is to a small layer, and it alone finds rows
 * without a shape. Labels are paths in the quadtree: 'b', 'b0', 'b03'; those of answers that were cut end with 'x'.
 */
export function boxesStrategy(o: {
  whole: Box;
  system: Parameters;
  where: string;
  limit(): number;
  count: number | undefined;
  /** The labels of pages that are there. */
  stored: readonly string[];
}): Strategy {
  const isDone = new Set(o.stored.filter((label) => !label.endsWith('x')));
  const isCut = new Set(o.stored.filter((label) => label.endsWith('x')).map((label) => label.slice(0, -1)));

  const pageRequest = (box: Box, path: string, dry: number): PageRequest => {
    const children = (dryNow: number) =>
      quarters(box).flatMap((quarter, at) => open(quarter, `${path}${at}`, dryNow));
    return {
      label: path,
      parameters: {
        where: o.where,
        ...(path === 'b' ? {} : envelopeQuery(box, o.system)),
      },
      most: undefined,
      isSingle: path.length > DEEPEST,
      isOfTheStrategy: path !== 'b',
      split: () => children(dry),
      judge({ rows, fresh, exceeded }: PageFacts) {
        // Old servers cut answers without saying so: the first answer shows at how many rows.
        const isShort = path === 'b' && o.count !== undefined && rows < o.count;
        if ((!exceeded && !isShort && rows < o.limit()) || path.length > DEEPEST) return COMPLETE;
        const dryNow = fresh === 0 && path.length > SMALL_PATH ? dry + 1 : 0;
        if (dryNow >= DRY_BOXES) return COMPLETE;
        return {
          kind: 'more',
          pageRequests: children(dryNow),
          ...(exceeded || isShort ? { cutAt: rows } : {}),
        };
      },
    };
  };
  const open = (box: Box, path: string, dry: number): PageRequest[] => {
    if (isDone.has(path)) return [];
    if (!isCut.has(path)) return [pageRequest(box, path, dry)];
    return quarters(box).flatMap((each, at) => open(each, `${path}${at}`, 0));
  };

  const todo = open(o.whole, 'b', 0).reverse();
  return {
    name: 'boxes',
    words: 'boxes on the map, quartered until each is below the limit',
    take: () => todo.pop(),
    putBack: (pageRequests) => void todo.push(...[...pageRequests].reverse()),
    requestsLeft: () => undefined,
  };
}

/** The ids that have not arrived, in ascending order. */
export function missingIds(ids: readonly number[], arrived: IdSet): number[] {
  return ids.filter((id) => !arrived.has(id)).sort((a, b) => a - b);
}
