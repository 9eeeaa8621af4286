// Splits large rings into tracts, recursively, by one chord at a time.
import { add, cross, direction, distance, minus, type Point } from '../plane/point.ts';
import { boxOf, type PlaneRing, ringArea, ringCenter, ringContains, ringLength } from '../plane/ring.ts';
import type { Random } from '../random.ts';

export type Tracts = { lines: Point[][]; rings: PlaneRing[] };

type Given = {
  ring: PlaneRing;
  squareMeters: number;
  random: Random;
};

/** Splits until every piece is below the given size, which is varied at random from piece to piece. */
export function splitTracts({ ring, squareMeters, random }: Given): Tracts {
  const isSmall = ringArea(ring) < squareMeters * random.between(0.8, 2.6);
  const chord = isSmall ? undefined : bestChord(ring, random);
  if (!chord) return { lines: [], rings: [ring] };
  const halves = splitRing(ring, chord).map((half) => splitTracts({ ring: half, squareMeters, random }));
  return {
    lines: [[chord.from.at, chord.to.at], ...halves.flatMap(({ lines }) => lines)],
    rings: halves.flatMap(({ rings }) => rings),
  };
}

type End = { at: Point; edge: number };
type Chord = { from: End; to: End };

function bestChord(ring: PlaneRing, random: Random): Chord | undefined {
  const box = boxOf(ring);
  const center = ringCenter(ring);
  const turn = longestSide(ring) + random.between(-0.05, 0.05);
  let best: { chord: Chord; score: number } | undefined;
  for (let attempt = 0; attempt < 12; attempt++) {
    const spread = attempt < 4 ? 0.06 : 0.2;
    const through = {
      x: center.x + random.between(-spread, spread) * (box.maxX - box.minX),
      y: center.y + random.between(-spread, spread) * (box.maxY - box.minY),
    };
    if (!ringContains(ring, through)) continue;
    const along = direction(
      turn + (attempt % 2) * (Math.PI / 2) + (attempt > 7 ? random.between(-0.4, 0.4) : 0),
    );
    const from = firstHit(ring, through, { x: -along.x, y: -along.y });
    const to = firstHit(ring, through, along);
    if (!from || !to || from.edge === to.edge) continue;
    const halves = splitRing(ring, { from, to });
    const worst = Math.min(...halves.map((half) => ringArea(half) / ringLength(half) ** 2));
    const evenness = Math.min(...halves.map(ringArea)) / ringArea(ring);
    const score = worst * Math.min(0.4, evenness);
    if (!best || score > best.score) best = { chord: { from, to }, score };
  }
  return best?.chord;
}

function longestSide(ring: PlaneRing): number {
  let longest = { x: 1, y: 0 };
  for (let i = 0; i < ring.length; i++) {
    const side = minus(ring[(i + 1) % ring.length]!, ring[i]!);
    if (distance(side, { x: 0, y: 0 }) > distance(longest, { x: 0, y: 0 })) longest = side;
  }
  return Math.atan2(longest.y, longest.x);
}

function firstHit(ring: PlaneRing, from: Point, along: Point): End | undefined {
  let best: (End & { away: number }) | undefined;
  for (let i = 0; i < ring.length; i++) {
    const a = ring[i]!;
    const edge = minus(ring[(i + 1) % ring.length]!, a);
    const denominator = cross(along, edge);
    if (denominator === 0) continue;
    const away = cross(minus(a, from), edge) / denominator;
    const share = cross(minus(a, from), along) / denominator;
    if (away <= 0 || share < 0 || share > 1 || (best && away >= best.away)) continue;
    best = { at: add(from, along, away), edge: i, away };
  }
  return best;
}

function splitRing(ring: PlaneRing, { from, to }: Chord): [Point[], Point[]] {
  const walk = (start: End, end: End): Point[] => {
    const points = [start.at];
    for (let i = (start.edge + 1) % ring.length; ; i = (i + 1) % ring.length) {
      points.push(ring[i]!);
      if (i === end.edge) break;
    }
    points.push(end.at);
    return points;
  };
  return [walk(from, to), walk(to, from)];
}
