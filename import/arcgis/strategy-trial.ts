// Fetches the requests of one strategy, in smaller ones where they were too much, and notices where the server does not do it.
import type { AnswerSystem } from './answer-system.ts';
import type { ArrivedRows, Feature } from './arrived-rows.ts';
import type { BrokenRows, Stored } from './broken-rows.ts';
import type { QueriedLayer } from './layer-queries.ts';
import type { PageFolder } from './page-folder.ts';
import type { PageSize } from './page-size.ts';
import { hasMore, rowQuery } from './row-query.ts';
import type { RequestOutcome } from './run-strategy.ts';
import type { JsonObject, Problem } from './server-answer.ts';
import type { ServerWatch } from './server-watch.ts';
import type { PageRequest, Strategy } from './strategy.ts';

/** A strategy that has not yielded anything after so many failures is not what this server does. */
const FAILURES_OF_A_NEW_STRATEGY = 12;
/** Old databases count through all rows before an offset: so many such pages, and the next strategy is faster. */
const SLOW_PAGES = 3;

type Options = {
  strategy: Strategy;
  layer: QueriedLayer;
  hasShapes: boolean;
  folder: PageFolder;
  size: PageSize;
  arrived: ArrivedRows;
  broken: BrokenRows;
  watch: ServerWatch;
  system: AnswerSystem;
  signal: AbortSignal | undefined;
  store(stored: Stored): Promise<void>;
};

export class StrategyTrial {
  readonly #o: Options;
  hasYielded = false;
  #failures = 0;
  /** The most rows that came at once. */
  #largest = 0;
  /** Failures in a row of pages that took too long though pages as large had come. */
  #slowInARow = 0;
  /** Parts of requests that failed. */
  readonly #halves = new WeakSet<PageRequest>();

  constructor(options: Options) {
    this.#o = options;
  }

  async fetch(pageRequest: PageRequest): Promise<RequestOutcome> {
    const { strategy, layer, hasShapes, watch, signal } = this.#o;
    const request = rowQuery({ layer, hasShapes, pageRequest, signal });
    const answer = await layer.client.ask({
      ...request,
      heavyTries: pageRequest.isSingle ? 3 : 2,
      mayAskForLess: !pageRequest.isSingle,
    });
    const problem: Problem | undefined =
      'problem' in answer
        ? answer.problem
        : Array.isArray(answer.body.features)
          ? undefined
          : { kind: 'refused', said: 'an answer without rows' };
    if (problem) {
      this.#failures++;
      const isUnable = problem.kind === 'refused' || problem.kind === 'missing';
      // A refused POST may yet be a shorter GET.
      const isOut =
        (isUnable && !layer.client.isSentByPost(request)) || this.#failures > FAILURES_OF_A_NEW_STRATEGY;
      if (this.hasYielded || !isOut) {
        if (strategy.name === 'offset' && problem.isSlow && (pageRequest.most ?? 0) <= this.#largest)
          this.#slowInARow++;
        if (this.#slowInARow < SLOW_PAGES) return this.#workAround(pageRequest, problem);
      }
      await watch.check(signal);
      return { kind: 'violation', what: `says: ${problem.said}` };
    }
    const { body } = answer as { body: JsonObject };
    if (hasShapes && !(await this.#o.system.isSame(body))) {
      strategy.putBack([pageRequest]);
      return { kind: 'done' };
    }
    // The first request of the boxes has none, and says nothing of them.
    this.hasYielded ||= pageRequest.isOfTheStrategy !== false;
    this.#slowInARow = 0;
    this.#largest = Math.max(this.#largest, (body.features as unknown[]).length);
    watch.succeeded();
    return this.#take(pageRequest, body);
  }

  async #take(pageRequest: PageRequest, body: JsonObject): Promise<RequestOutcome> {
    const { strategy, arrived, folder, size } = this.#o;
    const { fresh, facts } = arrived.sift(body.features as Feature[]);
    facts.exceeded = hasMore(body);
    if (arrived.repeats > (folder.state.repeats ?? 0)) {
      folder.state.repeats = arrived.repeats;
      await folder.saveState();
    }
    const result = pageRequest.judge(facts);
    // Rows that came with a violation are rows of the layer all the same.
    await this.#o.store({ strategy, pageRequest, rows: fresh, facts, result });
    if (result.kind === 'violation') return result;
    size.succeeded();
    if (result.kind === 'more') {
      if (result.cutAt !== undefined) {
        size.capAt(result.cutAt);
        folder.state.cap = result.cutAt;
      }
      strategy.putBack(result.pageRequests);
    }
    return { kind: 'done' };
  }

  /** A request failed for good: less at once, and a single row without its shape. */
  async #workAround(pageRequest: PageRequest, problem: Problem): Promise<RequestOutcome> {
    const { strategy, broken, watch, size, signal } = this.#o;
    await watch.failed(problem.said, signal);
    if (await broken.setAside(strategy, pageRequest, problem.said)) {
      await watch.check(signal);
      return { kind: 'done' };
    }
    size.failed(pageRequest.most ?? size.current, this.#halves.has(pageRequest));
    const pageRequests = pageRequest.split();
    for (const each of pageRequests) this.#halves.add(each);
    strategy.putBack(pageRequests);
    return { kind: 'done' };
  }
}
