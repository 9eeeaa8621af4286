// Lowers the terrain along the streams, so that no stream runs uphill.
import { distance, type Point } from '../plane/point.ts';
import { type HeightGrid, heightAt, surroundings } from '../terrain/height-grid.ts';
import type { Watercourse } from './trace-streams.ts';

const MOST_ROUNDS = 400;
/** Well below the grid's spacing, so that no rise between two samples is missed. */
const BED_SAMPLE_METERS = 6;

export function bedSamples(line: readonly Point[]): Point[] {
  const samples: Point[] = [];
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1]!;
    const b = line[i]!;
    const steps = Math.max(1, Math.ceil(distance(a, b) / BED_SAMPLE_METERS));
    for (let step = 0; step < steps; step++) {
      samples.push({ x: a.x + ((b.x - a.x) * step) / steps, y: a.y + ((b.y - a.y) * step) / steps });
    }
  }
  samples.push(line.at(-1)!);
  return samples;
}

function lower(ground: HeightGrid, point: Point, limit: number): void {
  const { northWest } = surroundings(ground, point);
  for (const node of [northWest, northWest + 1, northWest + ground.side, northWest + ground.side + 1]) {
    if (ground.meters[node]! > limit) ground.meters[node] = limit;
  }
}

/** Lowers the ground until every sample of every stream lies no higher than the one before it. */
export function carveBeds(ground: HeightGrid, courses: readonly Watercourse[]): void {
  const allSamples = courses.map(({ line }) => bedSamples(line));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let isSettled = true;
    for (const samples of allSamples) {
      let lowest = Number.POSITIVE_INFINITY;
      for (const sample of samples) {
        const height = heightAt(ground, sample);
        if (height > lowest) {
          // Slightly lower than needed: heights are Float32, and rounding must not lift them again.
          lower(ground, sample, lowest - 0.0005);
          isSettled = false;
        }
        lowest = Math.min(lowest, heightAt(ground, sample));
      }
    }
    if (isSettled) return;
  }
}
