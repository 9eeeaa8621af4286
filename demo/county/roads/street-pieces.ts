// Cuts each street into the roads of the map: pieces on the ground and bridges.
import type { Road } from '../county.ts';
import { COUNTY_OUTLINE, MOTORWAY_REF } from '../plan.ts';
import { cross, distance, minus, type Point, type Shift, snap, toPosition } from '../plane/point.ts';
import { lineLength, pointAlong, sliceLine } from '../plane/polyline.ts';
import { ringContains } from '../plane/ring.ts';
import { SegmentIndex } from '../plane/segment-index.ts';
import { carriageways } from './motorway.ts';
import type { StreetNames } from './name-streets.ts';
import type { Street } from './street.ts';

export type StreetPieces = {
  roads: Road[];
  /** For each street, its pieces in order: where each ends along the street, and its road's id. */
  pieces: { until: number; roadId: number }[][];
};

const BRIDGE_APPROACH_METERS = 14;

type Given = {
  streets: readonly Street[];
  names: StreetNames;
  isWet: (point: Point) => boolean;
  streams: readonly (readonly Point[])[];
  shift: Shift;
};

export function cutIntoPieces({ streets, names, isWet, streams, shift }: Given): StreetPieces {
  const roads: Road[] = [];
  const obstacles = new SegmentIndex(200);
  for (const line of streams) obstacles.addLine(line, 0);
  for (const street of streets) if (street.class === 'motorway') obstacles.addLine(street.line, 1);
  const push = (road: Omit<Road, 'id' | 'line'>, line: readonly Point[]): number => {
    roads.push({ id: roads.length, ...road, line: line.map((point) => toPosition(snap(point), shift)) });
    return roads.length - 1;
  };
  const pieces = streets.map((street, i) => {
    const shared = {
      class: street.class,
      name: names.names[i]!,
      ref: names.refs[i]!,
      oneway: street.class === 'ramp',
    };
    if (street.class === 'motorway') {
      for (const line of carriageways(street.line)) {
        const inside = line.filter((point) => ringContains(COUNTY_OUTLINE, point));
        push({ ...shared, ref: MOTORWAY_REF, oneway: true, bridge: false }, inside);
      }
      return [];
    }
    const length = lineLength(street.line);
    const result: { until: number; roadId: number }[] = [];
    let from = 0;
    for (const bridge of bridgesOn({ street, isWet, obstacles })) {
      const [start, end] = [Math.max(from, bridge.start), Math.min(length, bridge.end)];
      if (start - from > 1) {
        result.push({
          until: start,
          roadId: push({ ...shared, bridge: false }, sliceLine(street.line, from, start)),
        });
      }
      if (end - start > 1) {
        result.push({
          until: end,
          roadId: push({ ...shared, bridge: true }, sliceLine(street.line, Math.max(from, start), end)),
        });
      }
      from = Math.max(from, end);
    }
    if (length - from > 1 || result.length === 0) {
      result.push({
        until: length,
        roadId: push({ ...shared, bridge: false }, sliceLine(street.line, from, length)),
      });
    }
    return result;
  });
  return { roads, pieces };
}

function bridgesOn({
  street,
  isWet,
  obstacles,
}: {
  street: Street;
  isWet: (point: Point) => boolean;
  obstacles: SegmentIndex;
}): { start: number; end: number }[] {
  if (street.class === 'ramp') return [];
  const spans: { start: number; end: number }[] = [];
  let walked = 0;
  for (let i = 1; i < street.line.length; i++) {
    const [a, b] = [street.line[i - 1]!, street.line[i]!];
    const length = distance(a, b);
    for (const { a: c, b: d, tag } of obstacles.near(a, length + 1)) {
      const denominator = cross(minus(b, a), minus(d, c));
      if (denominator === 0) continue;
      const t = cross(minus(c, a), minus(d, c)) / denominator;
      const u = cross(minus(c, a), minus(b, a)) / denominator;
      if (t < 0 || t > 1 || u < 0 || u > 1) continue;
      const reach = tag === 1 ? 42 : BRIDGE_APPROACH_METERS;
      spans.push({ start: walked + t * length - reach, end: walked + t * length + reach });
    }
    walked += length;
  }
  if (street.class === 'arterial' || street.class === 'country') {
    for (let meters = 0; meters < walked; meters += 15) {
      if (isWet(pointAlong(street.line, meters).at)) spans.push({ start: meters - 20, end: meters + 20 });
    }
  }
  spans.sort((a, b) => a.start - b.start);
  const merged: { start: number; end: number }[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && span.start <= last.end + 10) last.end = Math.max(last.end, span.end);
    else merged.push({ start: Math.max(0, span.start), end: span.end });
  }
  return merged;
}
