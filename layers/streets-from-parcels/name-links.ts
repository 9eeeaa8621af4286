// Names center lines. Links that go straight on through crossings form strokes; the lots along each stroke vote for the street of
// their address. A corner lot faces two streets and lies on one: it votes again only where its street has the most votes.
import { reversedLine } from '../../geo/flat-line.ts';
import type { Link } from './center-lines.ts';
import { directionAtStart } from './join-streets.ts';
import type { Lot, StreetLine } from './lots.ts';

/** A link shorter than this share of its width lies within a crossing. */
const CROSSING_SHARE = 0.8;
const CROSSING_METERS_MIN = 8;
/** The direction of a link at its end is taken over this distance. */
const DIRECTION_METERS = 20;
/** The cosine of the largest turn of a stroke, and of one whose links have the same name. */
const STRAIGHT_COSINE = 0.75;
const SAME_NAME_COSINE = 0.3;
/** A link without a name counts as much as votes from this share of its length: rear sides of lots, railways. */
const UNNAMED_SHARE = 0.01;
/** A street needs votes from this share of its length. */
const SUPPORT_MIN = 0.15;
/** A name changes along a stroke where this many votes ask for it. */
const CHANGE_METERS = 30;
/** A lot has at most so many votes on a link: a campus does not outvote a row of houses. */
const LOT_METERS_MAX = 25;
const ROUNDS = 3;
const UNNAMED = -1;

type Step = { link: number; isReversed: boolean };
type Run = { street: number; steps: Step[]; votes: number };

export function nameLinks(
  links: readonly Link[],
  lots: readonly Lot[],
): { runs: StreetLine[]; isServed: Uint8Array } {
  const network = new Network(links);
  const linksOfLot = new Map<number, number[]>();
  for (const [number, { faces }] of links.entries()) {
    for (const lot of faces.keys()) {
      const others = linksOfLot.get(lot);
      if (others) others.push(number);
      else linksOfLot.set(lot, [number]);
    }
  }
  const names = new Int32Array(links.length).fill(UNNAMED);
  const meters = (lot: number, link: number) => Math.min(LOT_METERS_MAX, links[link]!.faces.get(lot)!);
  const votesOf = (lot: number, link: number) => meters(lot, link) / linksOfLot.get(lot)!.length;
  let votes = links.map(() => new Map<number, number>());
  for (const [lot, fronting] of linksOfLot) {
    // A lot that faces several streets says less about each.
    for (const link of fronting) addVote(votes[link]!, lots[lot]!.street, votesOf(lot, link));
  }
  let runs: Run[] = [];
  const isServed = new Uint8Array(lots.length);
  for (let round = 0; round < ROUNDS; round++) {
    runs = network.strokes(names).flatMap((stroke) => splitIntoRuns(stroke, { links, votes }));
    names.fill(UNNAMED);
    const runOf = new Int32Array(links.length).fill(UNNAMED);
    for (const [number, { street, steps }] of runs.entries()) {
      for (const { link } of steps) {
        names[link] = street;
        runOf[link] = number;
      }
    }
    if (round === ROUNDS - 1) break;
    isServed.fill(0);
    const next = links.map(() => new Map<number, number>());
    for (const [lot, fronting] of linksOfLot) {
      const { street } = lots[lot]!;
      if (street === undefined) continue;
      const own = new Map<number, number>();
      for (const link of fronting) {
        if (names[link] === street) own.set(runOf[link]!, (own.get(runOf[link]!) ?? 0) + meters(lot, link));
      }
      let best: number | undefined;
      let bestVotes = -Infinity;
      for (const [run, ownVotes] of own) {
        const others = runs[run]!.votes - ownVotes;
        if (others <= bestVotes) continue;
        best = run;
        bestVotes = others;
      }
      if (best !== undefined) isServed[lot] = 1;
      for (const link of fronting) {
        if (best === undefined) addVote(next[link]!, street, votesOf(lot, link));
        else if (runOf[link] === best) addVote(next[link]!, street, meters(lot, link));
      }
    }
    votes = next;
  }
  return {
    runs: runs.flatMap(({ street, steps, votes: total }) => {
      const length = steps.reduce((sum, { link }) => sum + links[link]!.length, 0);
      return total < SUPPORT_MIN * length ? [] : [{ street, line: lineOf(steps, links) }];
    }),
    isServed,
  };
}

function addVote(votes: Map<number, number>, street: number | undefined, meters: number): void {
  if (street !== undefined) votes.set(street, (votes.get(street) ?? 0) + meters);
}

function lineOf(steps: readonly Step[], links: readonly Link[]): number[] {
  return steps.flatMap(({ link, isReversed }) =>
    isReversed ? reversedLine(links[link]!.line) : links[link]!.line,
  );
}

/** The most likely names along a stroke: dynamic programming over its links (Viterbi). */
function splitIntoRuns(
  stroke: readonly Step[],
  { links, votes }: { links: readonly Link[]; votes: readonly ReadonlyMap<number, number>[] },
): Run[] {
  const states = [UNNAMED, ...new Set(stroke.flatMap(({ link }) => [...votes[link]!.keys()]))];
  const scoreOf = (link: number, street: number) =>
    street === UNNAMED ? UNNAMED_SHARE * links[link]!.length : (votes[link]!.get(street) ?? 0);
  let scores = states.map(() => 0);
  const cameFrom: number[][] = [];
  for (const [at, { link }] of stroke.entries()) {
    const best = scores.indexOf(Math.max(...scores));
    const from: number[] = [];
    scores = states.map((street, state) => {
      const stays = at === 0 || scores[state]! >= scores[best]! - CHANGE_METERS;
      from.push(stays ? state : best);
      return (stays ? scores[state]! : scores[best]! - CHANGE_METERS) + scoreOf(link, street);
    });
    cameFrom.push(from);
  }
  const chosen: number[] = [];
  let state = scores.indexOf(Math.max(...scores));
  for (let at = stroke.length - 1; at >= 0; at--) {
    chosen[at] = states[state]!;
    state = cameFrom[at]![state]!;
  }
  const runs: Run[] = [];
  for (const [at, step] of stroke.entries()) {
    const street = chosen[at]!;
    const before = runs.at(-1);
    const own = votes[step.link]!.get(street) ?? 0;
    if (before && before.street === street) {
      before.steps.push(step);
      before.votes += own;
    } else runs.push({ street, steps: [step], votes: own });
  }
  return runs.filter(({ street }) => street !== UNNAMED);
}

type LinkEnd = { link: number; side: 0 | 1; alongX: number; alongY: number };

/** Links and the crossings at their ends. */
class Network {
  readonly #links: readonly Link[];
  readonly #isInCrossing: boolean[];
  readonly #crossings: LinkEnd[][];

  constructor(links: readonly Link[]) {
    this.#links = links;
    this.#isInCrossing = links.map(
      ({ length, width }) => length < Math.max(CROSSING_METERS_MIN, CROSSING_SHARE * width),
    );
    const crossingOf = new Groups();
    for (const [link, { ends }] of links.entries()) if (this.#isInCrossing[link]) crossingOf.join(...ends);
    const crossings = new Map<number, LinkEnd[]>();
    for (const [link, { line, ends }] of links.entries()) {
      if (this.#isInCrossing[link]) continue;
      for (const side of [0, 1] as const) {
        const crossing = crossingOf.of(ends[side]);
        const from = side === 0 ? line : reversedLine(line);
        const end = { link, side, ...directionAtStart(from, DIRECTION_METERS) };
        const others = crossings.get(crossing);
        if (others) others.push(end);
        else crossings.set(crossing, [end]);
      }
    }
    this.#crossings = [...crossings.values()];
  }

  /** Pairs the links that go on at each crossing: first those of one name, then the straightest. */
  strokes(names: Int32Array): Step[][] {
    const next = new Map<string, LinkEnd>();
    const key = ({ link, side }: Pick<LinkEnd, 'link' | 'side'>) => `${link} ${side}`;
    for (const ends of this.#crossings) {
      const pairs: { one: LinkEnd; other: LinkEnd; rank: number }[] = [];
      for (const [at, one] of ends.entries()) {
        for (const other of ends.slice(at + 1)) {
          const cosine = -(one.alongX * other.alongX + one.alongY * other.alongY);
          const isSame = names[one.link] === names[other.link] && names[one.link] !== UNNAMED;
          if (cosine < (isSame ? SAME_NAME_COSINE : STRAIGHT_COSINE)) continue;
          pairs.push({ one, other, rank: cosine + (isSame ? 2 : 0) });
        }
      }
      pairs.sort((a, b) => b.rank - a.rank);
      for (const { one, other } of pairs) {
        if (next.has(key(one)) || next.has(key(other))) continue;
        next.set(key(one), other);
        next.set(key(other), one);
      }
    }
    const isUsed = new Uint8Array(this.#links.length);
    const walk = (link: number, entered: 0 | 1): Step[] => {
      const steps: Step[] = [];
      for (
        let at: { link: number; side: 0 | 1 } | undefined = { link, side: entered };
        at && !isUsed[at.link];
      ) {
        isUsed[at.link] = 1;
        steps.push({ link: at.link, isReversed: at.side === 1 });
        at = next.get(key({ link: at.link, side: at.side === 0 ? 1 : 0 }));
      }
      return steps;
    };
    const strokes: Step[][] = [];
    const begin = (link: number, side: 0 | 1) => {
      if (!isUsed[link] && !this.#isInCrossing[link]) strokes.push(walk(link, side));
    };
    for (const link of this.#links.keys()) {
      for (const side of [0, 1] as const) if (!next.has(key({ link, side }))) begin(link, side);
    }
    // What is left goes around.
    for (const link of this.#links.keys()) begin(link, 0);
    return strokes;
  }
}

/** Union-find. */
class Groups {
  readonly #parent = new Map<number, number>();

  of(item: number): number {
    let root = item;
    for (let up = this.#parent.get(root); up !== undefined; up = this.#parent.get(root)) root = up;
    if (root !== item) this.#parent.set(item, root);
    return root;
  }

  join(one: number, other: number): void {
    const [a, b] = [this.of(one), this.of(other)];
    if (a !== b) this.#parent.set(a, b);
  }
}
