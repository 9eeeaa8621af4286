// Which strategies to try on a layer, best first, and the questions that each needs answered before it can begin.
import { askIdSpan, askIds, askMostRows, type QueriedLayer, wholeBox, wholeWhere } from './layer-queries.ts';
import type { PageFolder } from './page-folder.ts';
import type { PageSize } from './page-size.ts';
import type { IdSet } from './row-set.ts';
import { boxesStrategy, idsStrategy, missingIds, offsetStrategy, rangesStrategy } from './strategies.ts';
import { gapsOf, type Span, type Strategy, type StrategyName, spanOfLabel } from './strategy.ts';

/** Of the rows in one answer. */
const USUAL_LIMITS: ReadonlySet<number> = new Set([500, 1000, 2000]);

function claimsPaging({ description }: QueriedLayer): boolean {
  return (
    (description.advancedQueryCapabilities?.supportsPagination ?? description.supportsPagination) === true
  );
}

/**
 * Offsets where the server says that it can; then the object ids; then boxes, which need nothing but a map; and
 * offsets last of all where the server says that it cannot: a few can all the same.
 */
export function strategiesFor(o: {
  layer: QueriedLayer;
  count: number | undefined;
  hasShapes: boolean;
}): StrategyName[] {
  const canPage = claimsPaging(o.layer) && o.count !== undefined;
  const byId: StrategyName[] = o.layer.idField ? ['ids', 'ranges'] : [];
  return [
    ...(canPage ? (['offset'] as const) : []),
    ...byId,
    // The first request of this strategy is without a box: it serves a small table, too.
    'boxes',
    ...(canPage || o.count === undefined ? [] : (['offset'] as const)),
  ];
}

function storedSpans(folder: PageFolder, strategy: StrategyName): Span[] {
  return folder.pages.flatMap((page) => (page.strategy === strategy ? (spanOfLabel(page.label) ?? []) : []));
}

/** Undefined where the server does not do what the strategy needs. */
export async function prepareStrategy(o: {
  name: StrategyName;
  layer: QueriedLayer;
  count: number | undefined;
  folder: PageFolder;
  size: PageSize;
  arrived: IdSet;
}): Promise<Strategy | undefined> {
  const { layer, folder, size, count } = o;
  const limit = () => size.cap ?? size.current;
  switch (o.name) {
    case 'offset': {
      if (count === undefined) return undefined;
      const { supportsOrderBy } = layer.description.advancedQueryCapabilities ?? {};
      return offsetStrategy({
        gaps: gapsOf({ from: 0, to: count }, storedSpans(folder, 'offset')),
        where: wholeWhere(layer),
        orderBy: supportsOrderBy === false ? undefined : layer.idField,
      });
    }
    case 'ids': {
      const known = await folder.readIds();
      const ids = known ?? (await askIds(layer))?.ids;
      if (!ids) return undefined;
      if (!known) await folder.saveIds(ids);
      // A list may have been cut like any other answer, which only a count shows for sure.
      if (count === undefined && (ids.length === size.cap || USUAL_LIMITS.has(ids.length))) return undefined;
      return idsStrategy({ ids: missingIds(ids, o.arrived) });
    }
    case 'ranges': {
      if (!layer.idField) return undefined;
      const ids = await folder.readIds();
      const fromIds = ids?.length && count !== undefined ? { from: ids[0]!, to: ids.at(-1)! + 1 } : undefined;
      // A list of ids may have been cut like any other answer: statistics come first.
      const span = folder.state.idSpan ?? (await askIdSpan(layer)) ?? fromIds;
      if (!span) return undefined;
      folder.state.idSpan = span;
      // An old server does not say at how many rows it cuts: it is seen.
      const most = size.cap === undefined && count !== undefined ? await askMostRows(layer) : undefined;
      if (most !== undefined && most < count!) size.capAt(most);
      return rangesStrategy({
        gaps: gapsOf(span, storedSpans(folder, 'ranges')),
        perRow: count ? Math.max(1, (span.to - span.from) / count) : 1,
        idField: layer.idField,
        where: layer.where,
        limit,
      });
    }
    case 'boxes':
      return boxesStrategy({
        ...wholeBox(layer),
        where: wholeWhere(layer),
        limit,
        count,
        stored: folder.pages.filter(({ strategy }) => strategy === 'boxes').map(({ label }) => label),
      });
  }
}
