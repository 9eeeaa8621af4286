// The county's terrain: fractal noise for the rough shape, then simulated erosion that cuts valleys into it.
import { DAM, RIVER } from '../plan.ts';
import type { Point } from '../plane/point.ts';
import { fillHollows, followSteepestSlope } from './drainage.ts';
import { emptyGrid, GROUND_HALF_WIDTH, type HeightGrid, heightAt, nodeAt } from './height-grid.ts';
import { fractalNoise } from './noise.ts';

const COARSE_SPACING = 50;
const FINE_SPACING = 25;
const LOWEST_METERS = 200;
const HIGHEST_METERS = 330;
const EROSION_ROUNDS = 14;

/** Called for every node. Allocates no points: that would take most of the time. */
function distanceToLine(line: readonly Point[], { x, y }: Point): number {
  let squared = Number.POSITIVE_INFINITY;
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1]!;
    const [dx, dy] = [line[i]!.x - a.x, line[i]!.y - a.y];
    const share = Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy)));
    squared = Math.min(squared, (x - a.x - share * dx) ** 2 + (y - a.y - share * dy) ** 2);
  }
  return Math.sqrt(squared);
}

/** Before erosion: a broad rise away from the river's valley, with hills on it. */
function roughGround(seed: number): HeightGrid {
  const grid = emptyGrid(COARSE_SPACING);
  const hills = fractalNoise(seed, 6);
  const swells = fractalNoise(seed + 101, 2);
  for (let i = 0; i < grid.meters.length; i++) {
    const point = nodeAt(grid, i);
    const away = distanceToLine(RIVER, point);
    const toRidge = distanceToLine(DAM, point);
    const abutment = away > 150 ? 22 * Math.max(0, 1 - toRidge / 1100) : 0;
    const rise = (95 * away) / (away + 6000);
    const strength = Math.min(1, away / 500);
    grid.meters[i] =
      rise +
      abutment +
      strength * (36 * hills(point.x / 2100, point.y / 2100) + 18 * swells(point.x / 7000, point.y / 7000));
  }
  return grid;
}

/** One round of erosion (stream power): each node sinks toward the one it drains to, more where more water flows. */
function erode(grid: HeightGrid, isRiver: Uint8Array): void {
  const drainage = followSteepestSlope(
    grid,
    fillHollows({ grid, isOutlet: (i) => isRiver[i] === 1, roughness: 0.5 }),
  );
  const { meters, side } = grid;
  for (const node of drainage.outletsFirst) {
    const next = drainage.downstream[node]!;
    if (next === node) continue;
    const strength = 0.075 * Math.sqrt(drainage.catchment[node]!);
    meters[node] = (meters[node]! + strength * meters[next]!) / (1 + strength);
  }
  // Diffusion (soil creep) rounds the hills.
  const before = meters.slice();
  for (let row = 1; row < side - 1; row++) {
    for (let i = row * side + 1; i < row * side + side - 1; i++) {
      const around = before[i - 1]! + before[i + 1]! + before[i - side]! + before[i + side]!;
      if (!isRiver[i]) meters[i] = before[i]! * 0.6 + around * 0.1;
    }
  }
}

export function raiseHills(seed: number, onRound: (fraction: number) => void): HeightGrid {
  const coarse = roughGround(seed);
  const isRiver = new Uint8Array(coarse.meters.length);
  for (let i = 0; i < coarse.meters.length; i++) {
    const point = nodeAt(coarse, i);
    if (distanceToLine(RIVER, point) < COARSE_SPACING) {
      isRiver[i] = 1;
      coarse.meters[i] = -14 + (6 * (point.y + GROUND_HALF_WIDTH)) / (2 * GROUND_HALF_WIDTH);
    }
  }
  for (let round = 0; round < EROSION_ROUNDS; round++) {
    erode(coarse, isRiver);
    onRound((round + 1) / EROSION_ROUNDS);
  }
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const height of coarse.meters) {
    low = Math.min(low, height);
    high = Math.max(high, height);
  }
  const fine = emptyGrid(FINE_SPACING);
  const grain = fractalNoise(seed + 202, 3);
  for (let i = 0; i < fine.meters.length; i++) {
    const point = nodeAt(fine, i);
    const share = (heightAt(coarse, point) - low) / (high - low);
    fine.meters[i] =
      LOWEST_METERS + (HIGHEST_METERS - LOWEST_METERS) * share + 1.2 * grain(point.x / 240, point.y / 240);
  }
  return fine;
}
