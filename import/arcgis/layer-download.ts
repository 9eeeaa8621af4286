// Downloads a layer into its folder of pages: by the best strategy that the server says it can, by the next one where it
// broke its word or came short, in smaller requests where it was too much, until the rows are as many as the server counts.

import { MOST_AT_ONCE } from '../in-parallel.ts';
import type { StepProgress } from '../layer.ts';
import { AnswerSystem } from './answer-system.ts';
import { ArrivedRows } from './arrived-rows.ts';
import { BrokenRows, type Stored } from './broken-rows.ts';
import { confirmAll, isAllThatIsLeft, wrongCountInWords } from './check-count.ts';
import { prepareStrategy, strategiesFor } from './choose-strategy.ts';
import type { QueriedLayer } from './layer-queries.ts';
import type { PageFolder } from './page-folder.ts';
import { PageSize } from './page-size.ts';
import type { Timing } from './request-pace.ts';
import { rowQuery } from './row-query.ts';
import { runStrategy } from './run-strategy.ts';
import type { Parameters, Request } from './server-client.ts';
import { ServerWatch } from './server-watch.ts';
import { type PageRequest, type Strategy, type StrategyName, storedLabel } from './strategy.ts';
import { StrategyTrial } from './strategy-trial.ts';

export type DownloadOptions = {
  layer: QueriedLayer;
  /** As the server counts; undefined where it does not. */
  count: number | undefined;
  hasShapes: boolean;
  folder: PageFolder;
  timing: Timing;
  onProgress: ((progress: StepProgress) => void) | undefined;
  /** Hears what the operator should know. */
  note(text: string): void;
};

export class LayerDownload {
  readonly #o: DownloadOptions;
  readonly size: PageSize;
  /** Rows in the folder. */
  have = 0;
  readonly #arrived: ArrivedRows;
  readonly #broken: BrokenRows;
  readonly #watch: ServerWatch;
  readonly #system: AnswerSystem;
  #signal: AbortSignal | undefined;
  #isRestored = false;
  #areRangesThrough = false;
  /** Strategies that lack what they need. */
  readonly #impossible = new Set<StrategyName>();

  constructor(options: DownloadOptions) {
    const { layer, count, folder, timing } = options;
    this.#o = options;
    this.#arrived = new ArrivedRows(layer.idField);
    this.#broken = new BrokenRows({
      layer,
      count,
      arrived: this.#arrived,
      requestFor: (pageRequest, more) => this.requestFor(pageRequest, more),
      store: (stored) => this.#store(stored),
    });
    this.#watch = new ServerWatch({ layer, timing, haveInWords: () => this.#haveInWords() });
    this.#system = new AnswerSystem({ folder, address: layer.address });
    const { maxRecordCount, standardMaxRecordCount } = layer.description;
    this.size = new PageSize(maxRecordCount ?? standardMaxRecordCount ?? undefined);
    const { cap } = folder.state;
    if (cap !== undefined) this.size.capAt(cap);
  }

  /** The strategy that would be taken now, for the plan. */
  async currentStrategy(): Promise<Strategy | undefined> {
    await this.#restore();
    for (const name of this.#strategiesLeft()) {
      const strategy = await this.#prepare(name);
      if (strategy) return strategy;
    }
    return undefined;
  }

  #strategiesLeft(): StrategyName[] {
    const { failedStrategies } = this.#o.folder.state;
    return strategiesFor(this.#o).filter(
      (name) => !(name in failedStrategies) && !this.#impossible.has(name),
    );
  }

  async #prepare(name: StrategyName): Promise<Strategy | undefined> {
    const strategy = await prepareStrategy({ ...this.#o, name, size: this.size, arrived: this.#arrived.ids });
    // Not for good: the server may have been out of order when it was asked.
    if (!strategy) this.#impossible.add(name);
    return strategy;
  }

  /** What is in the folder already. A download that is complete is not looked through: nothing is added to it. */
  async #restore(): Promise<void> {
    const { folder } = this.#o;
    if (this.#isRestored) return;
    this.#isRestored = true;
    if (folder.state.complete) {
      this.have = folder.state.complete.rows;
      return;
    }
    this.#arrived.repeats = folder.state.repeats ?? 0;
    for (const page of [...folder.pages]) {
      const rows = await folder.read(page);
      if (!rows) continue;
      this.have += this.#arrived.sift(rows).fresh.length;
      for (const { lost } of rows) if (lost !== undefined) this.#broken.lost++;
    }
  }

  /** Makes sure that so many rows are in the folder, or all of them for Infinity. */
  async need(rows: number, signal: AbortSignal | undefined): Promise<void> {
    const { folder, count } = this.#o;
    this.#signal = signal;
    await this.#restore();
    if (folder.state.complete || this.have >= rows) return;
    this.#progress();

    let idRounds = 0;
    let isDone = false;
    for (const name of this.#strategiesLeft()) {
      // Where rows may have slipped from one page to another, the list of ids tells which.
      if (isDone && name !== 'ids') continue;
      for (;;) {
        const strategy = await this.#prepare(name);
        if (!strategy) break;
        const isThrough = await this.#follow(strategy, rows);
        if (this.have >= rows) return;
        if (!isThrough) break;
        if (name === 'ranges') this.#areRangesThrough = true;
        isDone ||=
          count === undefined ||
          this.have >= count ||
          (await this.#isAllThatIsLeft(count)) ||
          // Otherwise the next strategy would fetch everything again for a row that does not exist.
          (name === 'ids' && (await this.#isCountWrong(count)));
        if (isDone && !(name === 'offset' && folder.state.hasChanged)) return this.#complete(isDone);
        // Ids that did not come are asked for once more: pages may have been short for a passing reason.
        if (name !== 'ids' || ++idRounds > 1) break;
      }
    }
    return this.#complete(isDone);
  }

  async #isAllThatIsLeft(count: number): Promise<boolean> {
    const { layer, folder } = this.#o;
    if (!(await isAllThatIsLeft({ layer, count, have: this.have }))) return false;
    folder.state.hasChanged = true;
    return true;
  }

  async #isCountWrong(count: number): Promise<boolean> {
    const { layer } = this.#o;
    const areRangesThrough = this.#areRangesThrough;
    const arrived = this.#arrived;
    return (
      (await wrongCountInWords({ layer, count, have: this.have, arrived, areRangesThrough })) !== undefined
    );
  }

  async #complete(isThrough: boolean): Promise<void> {
    const { folder } = this.#o;
    const { have } = this;
    await confirmAll({
      ...this.#o,
      have,
      isThrough,
      arrived: this.#arrived,
      areRangesThrough: this.#areRangesThrough,
      hasChanged: folder.state.hasChanged ?? false,
      lost: this.#broken.lost,
      lastWords: this.#watch.lastWords,
    });
    folder.state.complete = { rows: have };
    await folder.saveState();
  }

  /** False where the server turned out not to do it. */
  async #follow(strategy: Strategy, target: number): Promise<boolean> {
    const trial = new StrategyTrial({
      strategy,
      ...this.#o,
      size: this.size,
      arrived: this.#arrived,
      broken: this.#broken,
      watch: this.#watch,
      system: this.#system,
      signal: this.#signal,
      store: (stored) => this.#store(stored),
    });
    let violation = await runStrategy({
      strategy,
      rows: () => Math.min(this.size.current, Math.max(1, target - this.have)),
      // A sample needs one request, not four of its size.
      lanes: target === Number.POSITIVE_INFINITY ? MOST_AT_ONCE : 1,
      isEnough: () => this.have >= target,
      fetchPage: (pageRequest) => trial.fetch(pageRequest),
    });
    if (violation === undefined) violation = await this.#broken.keep(strategy, trial.hasYielded);
    else this.#broken.forget();
    if (violation === undefined) return true;
    this.#watch.lastWords = `the server ${violation}`;
    this.#o.folder.state.failedStrategies[strategy.name] = violation;
    await this.#o.folder.saveState();
    return false;
  }

  /** The query for its rows. */
  requestFor(pageRequest: PageRequest, more?: Parameters): Request {
    const { layer, hasShapes } = this.#o;
    return rowQuery({ layer, hasShapes, pageRequest, more, signal: this.#signal });
  }

  async #store(o: Stored): Promise<void> {
    const isViolation = o.result.kind === 'violation';
    await this.#o.folder.add({
      strategy: isViolation ? 'other' : o.strategy.name,
      label: storedLabel(o),
      rows: o.rows,
    });
    this.have += o.rows.length;
    this.#progress();
  }

  #progress(): void {
    const { onProgress, count, layer } = this.#o;
    const stage = `Downloading ${layer.description.name ?? 'the layer'}`;
    onProgress?.({ stage, done: this.have, total: count, unit: 'rows' });
  }

  #haveInWords(): string {
    const [have, count] = [this.have, this.#o.count].map((rows) => rows?.toLocaleString('en-US'));
    return count === undefined ? `${have} rows` : `${have} of ${count} rows`;
  }
}
