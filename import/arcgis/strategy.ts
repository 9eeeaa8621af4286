// A strategy to get all rows of a layer: a list of requests, each with a check of its answer.
import type { Parameters } from './server-client.ts';

export type StrategyName = 'offset' | 'ids' | 'ranges' | 'boxes';

/** What came back for a request. */
export type PageFacts = {
  rows: number;
  /** Of these, how many had not arrived before. */
  fresh: number;
  /** Undefined where the rows have no object id. */
  ids: readonly number[] | undefined;
  /** The server says that there is more. */
  exceeded: boolean;
};

export type PageResult =
  | { kind: 'complete' }
  /** The rows are good, and these requests are still to be asked for. */
  | { kind: 'more'; pageRequests: readonly PageRequest[]; cutAt?: number }
  /** The server does not do what it was asked: completes "The server …". */
  | { kind: 'violation'; what: string };

export type PageRequest = {
  /** Part of a file name: [-0-9a-z]+. */
  label: string;
  parameters: Parameters;
  /** How many rows it may yield at most, where that is known. */
  most: number | undefined;
  /** Nothing smaller can be asked for. */
  isSingle: boolean;
  /** False for a request that would come by any strategy. */
  isOfTheStrategy?: boolean;
  /** The object id, for a request that asks for one row. */
  id?: number;
  split(): PageRequest[];
  judge(facts: PageFacts): PageResult;
};

export type Strategy = {
  name: StrategyName;
  /** For the plan: 'pages (resultOffset)'. */
  words: string;
  /** The next request, of about so many rows. */
  take(rows: number): PageRequest | undefined;
  putBack(pageRequests: readonly PageRequest[]): void;
  /** Undefined where it cannot be known. */
  requestsLeft(rows: number): number | undefined;
};

export type Span = { from: number; to: number };

/** The parts of a span that are not covered. */
export function gapsOf(whole: Span, covered: readonly Span[]): Span[] {
  const gaps: Span[] = [];
  let from = whole.from;
  for (const span of [...covered].sort((a, b) => a.from - b.from)) {
    if (span.from > from) gaps.push({ from, to: Math.min(span.from, whole.to) });
    from = Math.max(from, span.to);
  }
  if (from < whole.to) gaps.push({ from, to: whole.to });
  return gaps.filter((gap) => gap.to > gap.from);
}

/** A strategy along a line of numbers: offsets or object ids. */
export function strategyAlong(o: {
  name: StrategyName;
  words: string;
  gaps: readonly Span[];
  /** How much of the line a row takes on average. */
  perRow: number;
  pageRequest(span: Span): PageRequest;
}): Strategy {
  // Taken from the end: the first span stands last.
  const todo = [...o.gaps].reverse();
  const ready: PageRequest[] = [];
  return {
    name: o.name,
    words: o.words,
    take(rows) {
      const pageRequest = ready.pop();
      if (pageRequest) return pageRequest;
      const span = todo.pop();
      if (!span) return undefined;
      const to = Math.min(span.to, span.from + Math.max(1, Math.floor(rows * o.perRow)));
      if (to < span.to) todo.push({ from: to, to: span.to });
      return o.pageRequest({ from: span.from, to });
    },
    putBack: (pageRequests) => void ready.push(...[...pageRequests].reverse()),
    requestsLeft: (rows) =>
      ready.length +
      todo.reduce(
        (sum, { from, to }) => sum + Math.ceil((to - from) / Math.max(1, Math.floor(rows * o.perRow))),
        0,
      ),
  };
}

/** Of a page's label, as `spanLabel` wrote it. */
export function spanOfLabel(label: string): Span | undefined {
  const [, from, to] = /^(-?\d+)-(-?\d+)$/.exec(label) ?? [];
  return from === undefined || to === undefined ? undefined : { from: Number(from), to: Number(to) };
}

export const spanLabel = ({ from, to }: Span): string => `${from}-${to}`;

/** The label of a page as it is stored: it says what need not be asked for again. */
export function storedLabel(o: {
  strategy: Strategy;
  pageRequest: PageRequest;
  facts: PageFacts;
  result: PageResult;
}): string {
  const { strategy, pageRequest, facts, result } = o;
  if (result.kind !== 'more') return pageRequest.label;
  if (strategy.name === 'boxes') return `${pageRequest.label}x`;
  if (strategy.name === 'offset') {
    const from = Number(pageRequest.parameters.resultOffset);
    return spanLabel({ from, to: from + facts.rows });
  }
  // Part of a list or range: the rest of it is found by what has arrived, or asked for again.
  return 'part';
}
