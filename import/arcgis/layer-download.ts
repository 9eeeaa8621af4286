// Downloads a layer into its folder of pages: by the best way that the server says it can, by the next one where it
// lied or came short, in smaller pieces where it was too much, until the rows are as many as the server counts.
import type { StepProgress } from '../layer.ts';
import { AnswerSystem } from './answer-system.ts';
import { ArrivedRows } from './arrived-rows.ts';
import { BrokenRows, type Stored } from './broken-rows.ts';
import { confirmAll, isAllThatIsLeft, wrongCountInWords } from './check-count.ts';
import { prepareWay, waysFor } from './choose-way.ts';
import { followWay } from './follow-way.ts';
import type { QueriedLayer } from './layer-queries.ts';
import type { PageFolder } from './page-folder.ts';
import { PageSize } from './page-size.ts';
import { MOST_AT_ONCE, type Timing } from './request-pace.ts';
import { rowQuery } from './row-query.ts';
import type { Parameters, Request } from './server-client.ts';
import { ServerWatch } from './server-watch.ts';
import { type Piece, storedLabel, type Way, type WayName } from './way.ts';
import { WayTrial } from './way-trial.ts';

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
  /** Ways that lack what they need. */
  readonly #impossible = new Set<WayName>();

  constructor(options: DownloadOptions) {
    const { layer, count, folder, timing } = options;
    this.#o = options;
    this.#arrived = new ArrivedRows(layer.idField);
    this.#broken = new BrokenRows({
      layer,
      count,
      arrived: this.#arrived,
      requestFor: (piece, more) => this.requestFor(piece, more),
      store: (stored) => this.#store(stored),
    });
    this.#watch = new ServerWatch({ layer, timing, haveInWords: () => this.#haveInWords() });
    this.#system = new AnswerSystem({ folder, address: layer.address });
    const { maxRecordCount, standardMaxRecordCount } = layer.description;
    this.size = new PageSize(maxRecordCount ?? standardMaxRecordCount ?? undefined);
    const { cap } = folder.state;
    if (cap !== undefined) this.size.capAt(cap);
  }

  /** The way that would be taken now, for the plan. */
  async currentWay(): Promise<Way | undefined> {
    await this.#restore();
    for (const name of this.#waysLeft()) {
      const way = await this.#prepare(name);
      if (way) return way;
    }
    return undefined;
  }

  #waysLeft(): WayName[] {
    const { failedWays } = this.#o.folder.state;
    return waysFor(this.#o).filter((name) => !(name in failedWays) && !this.#impossible.has(name));
  }

  async #prepare(name: WayName): Promise<Way | undefined> {
    const way = await prepareWay({ ...this.#o, name, size: this.size, arrived: this.#arrived.ids });
    // Not for good: the server may have been out of order when it was asked.
    if (!way) this.#impossible.add(name);
    return way;
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
    for (const name of this.#waysLeft()) {
      // Where rows may have slipped from one page to another, the list of ids tells which.
      if (isDone && name !== 'ids') continue;
      for (;;) {
        const way = await this.#prepare(name);
        if (!way) break;
        const isThrough = await this.#follow(way, rows);
        if (this.have >= rows) return;
        if (!isThrough) break;
        if (name === 'ranges') this.#areRangesThrough = true;
        isDone ||=
          count === undefined ||
          this.have >= count ||
          (await this.#isAllThatIsLeft(count)) ||
          // Otherwise the next way would fetch everything again for a row that does not exist.
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
  async #follow(way: Way, target: number): Promise<boolean> {
    const trial = new WayTrial({
      way,
      ...this.#o,
      size: this.size,
      arrived: this.#arrived,
      broken: this.#broken,
      watch: this.#watch,
      system: this.#system,
      signal: this.#signal,
      store: (stored) => this.#store(stored),
    });
    let lie = await followWay({
      way,
      rows: () => Math.min(this.size.current, Math.max(1, target - this.have)),
      // A sample needs one request, not four of its size.
      lanes: target === Number.POSITIVE_INFINITY ? MOST_AT_ONCE : 1,
      isEnough: () => this.have >= target,
      fetchPiece: (piece) => trial.fetch(piece),
    });
    if (lie === undefined) lie = await this.#broken.keep(way, trial.hasYielded);
    else this.#broken.forget();
    if (lie === undefined) return true;
    this.#watch.lastWords = `the server ${lie}`;
    this.#o.folder.state.failedWays[way.name] = lie;
    await this.#o.folder.saveState();
    return false;
  }

  /** The request for a piece's rows. */
  requestFor(piece: Piece, more?: Parameters): Request {
    const { layer, hasShapes } = this.#o;
    return rowQuery({ layer, hasShapes, piece, more, signal: this.#signal });
  }

  async #store(o: Stored): Promise<void> {
    const isLie = o.verdict.kind === 'lie';
    await this.#o.folder.add({ way: isLie ? 'other' : o.way.name, label: storedLabel(o), rows: o.rows });
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
