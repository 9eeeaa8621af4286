// Rows whose shape breaks the server: found by asking for less and less, and kept without their shape, so that no row
// is lost silently.
import { OperatorError } from '../../runtime/operator-error.ts';
import { type ArrivedRows, type Feature, idKeyIn, objectIdOf } from './arrived-rows.ts';
import type { Attributes } from './attribute-values.ts';
import { countIn, type QueriedLayer, queryOf } from './layer-queries.ts';
import type { StoredRow } from './page-folder.ts';
import type { Parameters, Request } from './server-client.ts';
import type { PageFacts, PageRequest, PageResult, Strategy } from './strategy.ts';

/** So many broken rows are believed, as a share of the layer, and at least: with more it is the server that is broken. */
const LOST_SHARE = 0.01;
const LOST_ROWS = 20;
/** A failed box with so few rows is not quartered: every quarter that touches a broken row would fail, too. */
const FEW_ROWS = 8;
/** The same for a server that does not count: a box that was quartered so often. */
const SMALL_BOX = 'b'.length + 10;

export type Stored = {
  strategy: Strategy;
  pageRequest: PageRequest;
  rows: readonly StoredRow[];
  facts: PageFacts;
  result: PageResult;
};

type Options = {
  layer: QueriedLayer;
  count: number | undefined;
  arrived: ArrivedRows;
  requestFor(pageRequest: PageRequest, more?: Parameters): Request;
  store(stored: Stored): Promise<void>;
};

export class BrokenRows {
  readonly #o: Options;
  /** Requests that failed and cannot be made smaller: looked into when all else is here. */
  #aside: { pageRequest: PageRequest; said: string }[] = [];
  /** Rows that are kept without a shape. */
  lost = 0;

  constructor(options: Options) {
    this.#o = options;
  }

  /** True where the request was set aside, because nothing smaller can be asked for. */
  async setAside(strategy: Strategy, pageRequest: PageRequest, said: string): Promise<boolean> {
    const isLast = strategy.name === 'boxes' ? await this.#isSmall(pageRequest) : pageRequest.isSingle;
    if (!isLast) return false;
    this.#aside.push({ pageRequest, said });
    this.#checkLimit(this.lost + this.#aside.length, said);
    return true;
  }

  async #isSmall(box: PageRequest): Promise<boolean> {
    if (box.isSingle) return true;
    const count = await this.#countIn(box);
    return count === undefined ? box.label.length > SMALL_BOX : count <= FEW_ROWS;
  }

  #checkLimit(rows: number, said: string): void {
    const { layer, count } = this.#o;
    if (rows <= Math.max(LOST_ROWS, LOST_SHARE * (count ?? 0))) return;
    throw new OperatorError(
      `The server cannot deliver the shapes of more than ${rows - 1} rows (it says: ${said}). Try again later, or ask the publisher of ${layer.address}.`,
    );
  }

  /** Looks into what was set aside. Answers with a violation where the server turns out not to do what the strategy needs. */
  async keep(strategy: Strategy, hasYielded: boolean): Promise<string | undefined> {
    for (const { pageRequest, said } of this.#aside.splice(0)) {
      // Where nothing came at all, it is not this row's fault.
      if (!hasYielded) return `says: ${said}`;
      if (strategy.name === 'boxes') await this.#takeApart(strategy, pageRequest);
      else {
        const violation = await this.#keepSingle(strategy, pageRequest, said);
        if (violation !== undefined) return violation;
      }
    }
    return undefined;
  }

  /** For a strategy that is given up. */
  forget(): void {
    this.#aside = [];
  }

  /** The row's attributes are kept, or its object id, or its place in the count. */
  async #keepSingle(strategy: Strategy, pageRequest: PageRequest, said: string): Promise<string | undefined> {
    const { idField } = this.#o.layer;
    const { id } = pageRequest;
    let rows = await this.#attributesOnly(pageRequest);
    const isOther = ({ attributes }: { attributes: Attributes }) =>
      id !== undefined && (this.#idOf(attributes) ?? id) !== id;
    if (rows && (rows.length > 1 || rows.some(isOther))) return 'gives other rows than the asked one';
    // Not every number of a range is a row.
    if (!rows && strategy.name === 'ranges' && (await this.#countIn(pageRequest)) === 0) return undefined;
    rows ??= [{ attributes: idField && id !== undefined ? { [idField]: id } : {} }];
    await this.#storeLost({ strategy, pageRequest, rows, said });
    return undefined;
  }

  /** The rows of a small box that fails: those that no other box gave are asked for one by one. */
  async #takeApart(strategy: Strategy, box: PageRequest): Promise<void> {
    const { layer, arrived } = this.#o;
    for (const { attributes } of (await this.#attributesOnly(box)) ?? []) {
      const id = this.#idOf(attributes);
      if (id === undefined) {
        await this.#storeLost({ strategy, pageRequest: box, rows: [{ attributes }], said: 'nothing of use' });
        continue;
      }
      if (arrived.ids.has(id)) continue;
      const pageRequest = idRequest(layer, id);
      const answer = await layer.client.ask(this.#o.requestFor(pageRequest));
      const features = 'problem' in answer ? [] : (answer.body.features as Feature[] | undefined);
      const [feature] = features?.length === 1 ? features : [];
      if (feature?.attributes && this.#idOf(feature.attributes) === id) {
        const { fresh, facts } = arrived.sift([feature]);
        await this.#o.store({ strategy, pageRequest, rows: fresh, facts, result: { kind: 'complete' } });
      } else {
        const said = 'problem' in answer ? answer.problem.said : 'nothing of use';
        await this.#storeLost({ strategy, pageRequest, rows: [{ attributes }], said });
      }
    }
  }

  async #storeLost(o: {
    strategy: Strategy;
    pageRequest: PageRequest;
    rows: StoredRow[];
    said: string;
  }): Promise<void> {
    const { strategy, pageRequest, said } = o;
    const { fresh, facts } = this.#o.arrived.sift(o.rows);
    this.lost += fresh.length;
    this.#checkLimit(this.lost, said);
    const lost = `could not be delivered by the server, which says: ${said}`;
    const rows = fresh.map((row) => ({ ...row, lost }));
    await this.#o.store({ strategy, pageRequest, rows, facts, result: { kind: 'complete' } });
  }

  async #countIn(pageRequest: PageRequest): Promise<number | undefined> {
    const { layer, requestFor } = this.#o;
    const { signal } = requestFor(pageRequest);
    const request = queryOf(layer, { ...pageRequest.parameters, returnCountOnly: 'true' });
    const answer = await layer.client.ask({ ...request, signal });
    return 'problem' in answer ? undefined : countIn(answer.body);
  }

  #idOf(attributes: Attributes): number | undefined {
    const key = idKeyIn(attributes, this.#o.layer.idField);
    return key === undefined ? undefined : objectIdOf(attributes[key]);
  }

  /** Undefined where not even these come. */
  async #attributesOnly(pageRequest: PageRequest): Promise<{ attributes: Attributes }[] | undefined> {
    const { client, idField } = this.#o.layer;
    for (const outFields of ['*', ...(idField ? [idField] : [])]) {
      const request = this.#o.requestFor(pageRequest, { returnGeometry: 'false', outFields });
      const answer = await client.ask({ ...request, heavyTries: 2 });
      if ('problem' in answer || !Array.isArray(answer.body.features)) continue;
      return (answer.body.features as Feature[]).map(({ attributes = {} }) => ({ attributes }));
    }
    return undefined;
  }
}

/** One row by its object id. */
function idRequest({ idField }: QueriedLayer, id: number): PageRequest {
  const pageRequest: PageRequest = {
    label: `${id}-${id + 1}`,
    parameters: { where: `${idField}=${id}` },
    most: 1,
    isSingle: true,
    id,
    split: () => [pageRequest],
    judge: () => ({ kind: 'complete' }),
  };
  return pageRequest;
}
