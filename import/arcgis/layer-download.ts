// Downloads a layer into its folder of pages: by the best way that the server says it can, by the next one where it
// lied or came short, in smaller pieces where it was too much, until the rows are as many as the server counts.
import { OperatorError } from '../../runtime/operator-error.ts';
import type { StepProgress } from '../layer.ts';
import type { Attributes } from './attribute-values.ts';
import { prepareWay, waysFor } from './choose-way.ts';
import { isLongitudeLatitude, parseSpatialReference, type SpatialReference } from './layer-description.ts';
import { type QueriedLayer, queryOf, recount } from './layer-queries.ts';
import type { PageFolder, StoredRow } from './page-folder.ts';
import { PageSize } from './page-size.ts';
import { MOST_AT_ONCE, type Timing } from './request-pace.ts';
import { IdSet, RowSet } from './row-set.ts';
import type { JsonObject, Problem } from './server-answer.ts';
import { isSentByPost, type Parameters, type Request } from './server-client.ts';
import type { PageFacts, Piece, Way, WayName } from './way.ts';

/** Rows that may come and go at the county while a layer is read, as a share of it, and at least. */
const MARGIN_SHARE = 0.005;
const MARGIN_ROWS = 10;
/** Shapes that a server cannot deliver, as a share of the layer, and at least: with more it is the server's fault. */
const LOST_SHARE = 0.01;
const LOST_ROWS = 20;
/** So many failures one after the other, and the server is asked whether it is still there. */
const FAILURES_TO_WORRY = 4;
const WAITS_FOR_SERVER_MS = [10_000, 30_000, 60_000, 120_000];
/** A way that has not yielded anything after so many failures is not what this server does. */
const FAILURES_OF_A_NEW_WAY = 12;
const OTHER_SYSTEMS_TO_WORRY = 5;

export type DownloadOptions = {
  layer: QueriedLayer;
  /** As the server counts; undefined where it does not. */
  count: number | undefined;
  hasShapes: boolean;
  folder: PageFolder;
  signal: AbortSignal | undefined;
  timing: Timing;
  onProgress: ((progress: StepProgress) => void) | undefined;
  /** Hears what the operator should know. */
  note(text: string): void;
};

type Feature = { attributes?: Attributes; geometry?: unknown };

export class LayerDownload {
  readonly #o: DownloadOptions;
  readonly size: PageSize;
  /** Rows in the folder. */
  have = 0;
  readonly rows = new RowSet();
  readonly ids = new IdSet();
  #isRestored = false;
  #lost = 0;
  #failuresInARow = 0;
  #otherSystems = 0;
  #lastWords = '';
  /** Ways that lack what they need. */
  readonly #impossible = new Set<WayName>();
  /** Pieces of pieces that failed. */
  readonly #halves = new WeakSet<Piece>();

  constructor(options: DownloadOptions) {
    this.#o = options;
    const { maxRecordCount, standardMaxRecordCount } = options.layer.description;
    this.size = new PageSize(maxRecordCount ?? standardMaxRecordCount ?? undefined);
    const { cap } = options.folder.state;
    if (cap !== undefined) this.size.capAt(cap);
  }

  /** The system of the answers; undefined before the first one that says it. */
  get spatialReference(): SpatialReference | undefined {
    return this.#o.folder.state.spatialReference;
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
    const way = await prepareWay({ ...this.#o, name, size: this.size, arrived: this.ids });
    // Not for good: the server may have been out of order when it was asked.
    if (!way) this.#impossible.add(name);
    return way;
  }

  /** What is in the folder already. */
  async #restore(): Promise<void> {
    if (this.#isRestored) return;
    this.#isRestored = true;
    for (const page of [...this.#o.folder.pages]) {
      const rows = await this.#o.folder.read(page);
      if (rows) this.have += this.#sift(rows, page.way as WayName).fresh.length;
    }
  }

  /** Makes sure that so many rows are in the folder, or all of them. */
  async need(rows: number): Promise<void> {
    const { folder, count } = this.#o;
    await this.#restore();
    if (folder.state.complete || this.have >= rows) return;
    this.#progress();

    let idRounds = 0;
    for (const name of this.#waysLeft()) {
      for (;;) {
        const way = await this.#prepare(name);
        if (!way) break;
        const isThrough = await this.#follow(way, rows);
        if (this.have >= rows) return;
        if (!isThrough) break;
        if (count === undefined || this.have >= count || (await this.#isAllOfTheRest(count))) {
          return this.#complete();
        }
        // Ids that did not come are asked for once more: pages may have been short for a passing reason.
        if (name !== 'ids' || ++idRounds > 1) break;
      }
    }
    return this.#complete();
  }

  /** Works through a way with several requests under way. False where the server turned out not to do it. */
  async #follow(way: Way, target: number): Promise<boolean> {
    let underWay = 0;
    let hasYielded = false;
    let failures = 0;
    let lie: string | undefined;
    let failure: { error: unknown } | undefined;
    let wakeAll: () => void = () => undefined;
    let changed = new Promise<void>((resolve) => {
      wakeAll = resolve;
    });

    const lane = async () => {
      while (lie === undefined && !failure && this.have < target) {
        const piece = way.take(Math.min(this.size.current, Math.max(1, target - this.have)));
        if (!piece) {
          if (underWay === 0) return;
          await changed;
          continue;
        }
        underWay++;
        try {
          const outcome = await this.#fetchPiece(way, piece);
          if ('lie' in outcome) lie = outcome.lie;
          else if ('problem' in outcome) {
            failures++;
            const isUnable = outcome.problem.kind === 'refused' || outcome.problem.kind === 'missing';
            const byPost = isSentByPost(this.#request(piece));
            if (!hasYielded && ((isUnable && !byPost) || failures > FAILURES_OF_A_NEW_WAY)) {
              await this.#checkServer();
              lie = `says: ${outcome.problem.said}`;
            } else {
              await this.#workAround(way, piece, outcome.problem);
            }
          } else hasYielded = true;
        } catch (error) {
          failure ??= { error };
        } finally {
          underWay--;
          wakeAll();
          changed = new Promise((resolve) => {
            wakeAll = resolve;
          });
        }
      }
    };
    // A sample needs one request, not four of its size.
    await Promise.all(Array.from({ length: target === Number.POSITIVE_INFINITY ? MOST_AT_ONCE : 1 }, lane));
    if (failure) throw (failure as { error: unknown }).error;
    if (lie === undefined) return true;

    this.#lastWords = `the server ${lie}`;
    this.#o.folder.state.failedWays[way.name] = lie;
    await this.#o.folder.saveState();
    return false;
  }

  #request(piece: Piece, more: Parameters = {}): Request {
    const shapes = this.#o.hasShapes
      ? {
          returnGeometry: 'true',
          outSR: '4326',
          geometryPrecision: '7',
          returnZ: 'false',
          returnM: 'false',
          returnTrueCurves: 'false',
        }
      : { returnGeometry: 'false' };
    return queryOf(this.#o.layer, { ...piece.parameters, outFields: '*', ...shapes, ...more });
  }

  /** The first request of a way, for the plan. */
  requestFor(piece: Piece): Request {
    return this.#request(piece);
  }

  async #fetchPiece(
    way: Way,
    piece: Piece,
  ): Promise<{ lie: string } | { problem: Problem } | { done: true }> {
    const request = {
      ...this.#request(piece),
      heavyTries: piece.isSingle ? 3 : 2,
      mayAskForLess: !piece.isSingle,
    };
    const answer = await this.#o.layer.client.ask(request);
    if ('problem' in answer) return answer;
    const features = answer.body.features;
    if (!Array.isArray(features)) {
      return { problem: { kind: 'refused', said: 'an answer without rows' } };
    }
    if (!this.#isOfThisSystem(answer.body)) {
      if (++this.#otherSystems > OTHER_SYSTEMS_TO_WORRY) {
        throw new OperatorError(
          `The server answers now in one coordinate system and now in another, so that its shapes cannot be trusted: try again later, or ask the publisher of ${this.#o.layer.address}.`,
        );
      }
      way.putBack([piece]);
      return { done: true };
    }
    this.#failuresInARow = 0;
    const { fresh, facts } = this.#sift(features as Feature[], way.name);
    facts.exceeded = hasMore(answer.body);
    const verdict = piece.judge(facts);
    const isCut = verdict.kind === 'more';
    if (verdict.kind !== 'lie') this.size.succeeded();
    // Rows of a way that lied are rows of the layer all the same.
    await this.#store(way, piece, fresh, facts, verdict.kind);
    if (verdict.kind === 'lie') return { lie: verdict.what };
    if (isCut) {
      if (verdict.cutAt !== undefined) {
        this.size.capAt(verdict.cutAt);
        this.#o.folder.state.cap = verdict.cutAt;
      }
      way.putBack(verdict.pieces);
    }
    return { done: true };
  }

  /** Rows that have not arrived before. */
  #sift(features: readonly Feature[], way: WayName): { fresh: StoredRow[]; facts: PageFacts } {
    const idKey = idKeyIn(features[0]?.attributes ?? {}, this.#o.layer.idField);
    const fresh: StoredRow[] = [];
    const ids: number[] = [];
    for (const feature of features) {
      const attributes = feature.attributes ?? {};
      const id = idKey === undefined ? undefined : attributes[idKey];
      if (typeof id === 'number') {
        ids.push(id);
        this.ids.add(id);
        if (!this.rows.add(attributes)) continue;
      } else if (way === 'boxes' && !this.rows.add(attributes, feature.geometry ?? null)) {
        continue;
      }
      fresh.push(feature as StoredRow);
    }
    const facts = {
      rows: features.length,
      fresh: fresh.length,
      ids: ids.length === features.length ? ids : undefined,
      exceeded: false,
    };
    return { fresh, facts };
  }

  async #store(
    way: Way,
    piece: Piece,
    rows: readonly StoredRow[],
    facts: PageFacts,
    verdict: 'complete' | 'more' | 'lie',
  ): Promise<void> {
    const { folder } = this.#o;
    const label = labelOf(way.name, piece, facts, verdict);
    await folder.add({ way: verdict === 'lie' ? 'other' : way.name, label, rows });
    this.have += rows.length;
    this.#progress();
  }

  #progress(): void {
    const { onProgress, count, layer } = this.#o;
    onProgress?.({
      stage: `Downloading ${layer.description.name ?? 'the layer'}`,
      done: this.have,
      total: count,
      unit: 'rows',
    });
  }

  #isOfThisSystem(body: JsonObject): boolean {
    if (!this.#o.hasShapes || !Array.isArray(body.features) || body.features.length === 0) return true;
    const said = parseSpatialReference(body.spatialReference);
    if (!said || !(said.wkid || said.latestWkid || said.wkt)) return true;
    const { state } = this.#o.folder;
    state.spatialReference ??= said;
    const known = state.spatialReference;
    if (isLongitudeLatitude(known) || isLongitudeLatitude(said)) {
      return isLongitudeLatitude(known) && isLongitudeLatitude(said);
    }
    return known.wkid === said.wkid || known.latestWkid === said.latestWkid;
  }

  /** A piece failed for good: less at once, and a single row without its shape. */
  async #workAround(way: Way, piece: Piece, problem: Problem): Promise<void> {
    this.#lastWords = `the server says: ${problem.said}`;
    if (++this.#failuresInARow % FAILURES_TO_WORRY === 0) await this.#checkServer();
    if (!piece.isSingle) {
      this.size.failed(piece.most ?? this.size.current, this.#halves.has(piece));
      const pieces = piece.split();
      for (const each of pieces) this.#halves.add(each);
      way.putBack(pieces);
      return;
    }
    if (way.name === 'boxes') return;
    await this.#checkServer();
    await this.#keepWithoutShape(way, piece, problem);
  }

  /** A row whose shape breaks the server: its attributes are kept, or its object id, or its place in the count. */
  async #keepWithoutShape(way: Way, piece: Piece, problem: Problem): Promise<void> {
    const { layer, count } = this.#o;
    const { idField } = layer;
    const reason = `could not be delivered by the server, which says: ${problem.said}`;
    const attempts: Parameters[] = [
      { returnGeometry: 'false' },
      ...(idField ? [{ returnGeometry: 'false', outFields: idField }] : []),
    ];
    let attributes: Attributes[] | undefined;
    for (const more of attempts) {
      const answer = await layer.client.ask({ ...this.#request(piece, more), heavyTries: 2 });
      if ('problem' in answer || !Array.isArray(answer.body.features)) continue;
      attributes = (answer.body.features as Feature[]).map((feature) => feature.attributes ?? {});
      break;
    }
    attributes ??= [idField && piece.id !== undefined ? { [idField]: piece.id } : {}];
    const { fresh, facts } = this.#sift(
      attributes.map((each) => ({ attributes: each })),
      way.name,
    );
    this.#lost += fresh.length;
    if (this.#lost > Math.max(LOST_ROWS, LOST_SHARE * (count ?? 0))) {
      throw new OperatorError(
        `The server cannot deliver the shapes of more than ${this.#lost - 1} rows (it says: ${problem.said}). Try again later, or ask the publisher of ${layer.address}.`,
      );
    }
    await this.#store(
      way,
      piece,
      fresh.map((row) => ({ ...row, lost: reason })),
      facts,
      'complete',
    );
  }

  /** Waits for a server that has stopped answering, and gives up after a few minutes. */
  async #checkServer(): Promise<void> {
    const { timing, signal, layer, count } = this.#o;
    for (const waitMs of [0, ...WAITS_FOR_SERVER_MS]) {
      if (waitMs > 0) await timing.pause(waitMs, signal);
      const answer = await layer.client.ask({ url: layer.address, parameters: { f: 'json' } });
      if (!('problem' in answer)) return;
      this.#lastWords = `the server says: ${answer.problem.said}`;
    }
    const total = count === undefined ? '' : ` of ${count.toLocaleString('en-US')}`;
    throw new OperatorError(
      `${new URL(layer.address).host} has stopped answering after ${this.have.toLocaleString('en-US')}${total} rows (${this.#lastWords}). Run the same command again later: it goes on where it stopped.`,
    );
  }

  /** All ways have been gone: are these all the rows? */
  async #complete(): Promise<void> {
    const { folder, count, layer, note } = this.#o;
    if (count !== undefined && this.have < count) await this.#explainShortage(count);
    if (count === undefined) {
      if (this.have === 0 && this.#lastWords) {
        throw new OperatorError(
          `No rows could be read from ${layer.address}: ${this.#lastWords}. Open the address in a browser to see whether it is public and can be queried.`,
        );
      }
      note(
        `The server does not count its rows: whether ${this.have.toLocaleString('en-US')} are all cannot be checked.`,
      );
    }
    if (this.#lost > 0)
      note(`${this.#lost} rows came without their shapes, which the server could not deliver.`);
    folder.state.complete = true;
    await folder.saveState();
  }

  /** Rows were deleted at the county in the meantime: there is nothing more to ask for. */
  async #isAllOfTheRest(count: number): Promise<boolean> {
    const now = await recount(this.#o.layer);
    return now !== undefined && now < count && this.have >= now;
  }

  async #explainShortage(count: number): Promise<void> {
    const { layer, note } = this.#o;
    const now = await recount(layer);
    const margin = Math.max(MARGIN_ROWS, Math.ceil(count * MARGIN_SHARE));
    const [was, is, have] = [count, now ?? count, this.have].map((rows) => rows.toLocaleString('en-US'));
    if (now !== undefined && now !== count) {
      if (Math.abs(count - now) <= margin && this.have >= now - margin) {
        note(
          `The layer changed while it was read: ${was} rows at the start, ${is} at the end, ${have} read (up to ${margin} are tolerated).`,
        );
        return;
      }
      throw new OperatorError(
        `The layer changed while it was read: ${was} rows at the start, ${is} at the end, ${have} read. Nothing was imported; run it again when the county is not editing.`,
      );
    }
    throw new OperatorError(
      `Only ${have} of ${was} rows could be read from ${layer.address}${this.#lastWords ? ` (${this.#lastWords})` : ''}. Nothing was imported; try again later, or ask the publisher for a file.`,
    );
  }
}

function hasMore(body: JsonObject): boolean {
  const properties = body.properties as { exceededTransferLimit?: unknown } | undefined;
  return body.exceededTransferLimit === true || properties?.exceededTransferLimit === true;
}

/** The object id as it is spelled in these rows. */
function idKeyIn(attributes: Attributes, idField: string | undefined): string | undefined {
  if (idField === undefined || idField in attributes) return idField;
  const wanted = idField.slice(idField.lastIndexOf('.') + 1).toLowerCase();
  return Object.keys(attributes).find((key) => key.slice(key.lastIndexOf('.') + 1).toLowerCase() === wanted);
}

/** The label says what need not be asked for again. */
function labelOf(
  way: WayName,
  piece: Piece,
  { rows }: PageFacts,
  verdict: 'complete' | 'more' | 'lie',
): string {
  if (verdict !== 'more') return piece.label;
  if (way === 'boxes') return `${piece.label}x`;
  if (way === 'offset') {
    const from = Number(piece.parameters.resultOffset);
    return `${from}-${from + rows}`;
  }
  // Part of a list or range: the rest of it is found by what has arrived, or asked for again.
  return 'part';
}
