// Fetches the pieces of one way, in smaller ones where they were too much, and notices where the server does not do it.
import type { AnswerSystem } from './answer-system.ts';
import type { ArrivedRows, Feature } from './arrived-rows.ts';
import type { BrokenRows, Stored } from './broken-rows.ts';
import type { PieceOutcome } from './follow-way.ts';
import type { QueriedLayer } from './layer-queries.ts';
import type { PageFolder } from './page-folder.ts';
import type { PageSize } from './page-size.ts';
import { hasMore, rowQuery } from './row-query.ts';
import type { JsonObject, Problem } from './server-answer.ts';
import type { ServerWatch } from './server-watch.ts';
import type { Piece, Way } from './way.ts';

/** A way that has not yielded anything after so many failures is not what this server does. */
const FAILURES_OF_A_NEW_WAY = 12;
/** Old databases count through all rows before an offset: so many such pages, and the next way is faster. */
const SLOW_PAGES = 3;

type Options = {
  way: Way;
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

export class WayTrial {
  readonly #o: Options;
  hasYielded = false;
  #failures = 0;
  /** The most rows that came at once. */
  #largest = 0;
  /** Failures in a row of pages that took too long though pages as large had come. */
  #slowInARow = 0;
  /** Pieces of pieces that failed. */
  readonly #halves = new WeakSet<Piece>();

  constructor(options: Options) {
    this.#o = options;
  }

  async fetch(piece: Piece): Promise<PieceOutcome> {
    const { way, layer, hasShapes, watch, signal } = this.#o;
    const request = rowQuery({ layer, hasShapes, piece, signal });
    const answer = await layer.client.ask({
      ...request,
      heavyTries: piece.isSingle ? 3 : 2,
      mayAskForLess: !piece.isSingle,
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
        (isUnable && !layer.client.isSentByPost(request)) || this.#failures > FAILURES_OF_A_NEW_WAY;
      if (this.hasYielded || !isOut) {
        if (way.name === 'offset' && problem.isSlow && (piece.most ?? 0) <= this.#largest) this.#slowInARow++;
        if (this.#slowInARow < SLOW_PAGES) return this.#workAround(piece, problem);
      }
      await watch.check(signal);
      return { kind: 'lie', what: `says: ${problem.said}` };
    }
    const { body } = answer as { body: JsonObject };
    if (hasShapes && !(await this.#o.system.isSame(body))) {
      way.putBack([piece]);
      return { kind: 'done' };
    }
    // The first piece of the boxes has none, and says nothing of them.
    this.hasYielded ||= piece.isOfTheWay !== false;
    this.#slowInARow = 0;
    this.#largest = Math.max(this.#largest, (body.features as unknown[]).length);
    watch.succeeded();
    return this.#take(piece, body);
  }

  async #take(piece: Piece, body: JsonObject): Promise<PieceOutcome> {
    const { way, arrived, folder, size } = this.#o;
    const { fresh, facts } = arrived.sift(body.features as Feature[]);
    facts.exceeded = hasMore(body);
    if (arrived.repeats > (folder.state.repeats ?? 0)) {
      folder.state.repeats = arrived.repeats;
      await folder.saveState();
    }
    const verdict = piece.judge(facts);
    // Rows of a way that lied are rows of the layer all the same.
    await this.#o.store({ way, piece, rows: fresh, facts, verdict });
    if (verdict.kind === 'lie') return verdict;
    size.succeeded();
    if (verdict.kind === 'more') {
      if (verdict.cutAt !== undefined) {
        size.capAt(verdict.cutAt);
        folder.state.cap = verdict.cutAt;
      }
      way.putBack(verdict.pieces);
    }
    return { kind: 'done' };
  }

  /** A piece failed for good: less at once, and a single row without its shape. */
  async #workAround(piece: Piece, problem: Problem): Promise<PieceOutcome> {
    const { way, broken, watch, size, signal } = this.#o;
    await watch.failed(problem.said, signal);
    if (await broken.setAside(way, piece, problem.said)) {
      await watch.check(signal);
      return { kind: 'done' };
    }
    size.failed(piece.most ?? size.current, this.#halves.has(piece));
    const pieces = piece.split();
    for (const each of pieces) this.#halves.add(each);
    way.putBack(pieces);
    return { kind: 'done' };
  }
}
