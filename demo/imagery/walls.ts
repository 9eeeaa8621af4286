// The walls of a building, and the signed distance of a point to the nearest one.
import type { GroundLine } from './ground-plane.ts';

export type Wall = {
  x: number;
  y: number;
  /** From its start to its end, one meter long. */
  east: number;
  south: number;
  /** Out of the building. */
  normalEast: number;
  normalSouth: number;
  length: number;
};

export type Outline = { walls: Wall[]; middle: { x: number; y: number }; squareMeters: number };

export function wallsOf(ring: GroundLine): Outline {
  const count = ring.length / 2;
  let doubleArea = 0;
  let sumX = 0;
  let sumY = 0;
  const x0 = ring[0]!;
  const y0 = ring[1]!;
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const ax = ring[j * 2]! - x0;
    const ay = ring[j * 2 + 1]! - y0;
    const bx = ring[i * 2]! - x0;
    const by = ring[i * 2 + 1]! - y0;
    const cross = ax * by - bx * ay;
    doubleArea += cross;
    sumX += (ax + bx) * cross;
    sumY += (ay + by) * cross;
  }
  const turn = doubleArea < 0 ? -1 : 1;
  const walls: Wall[] = [];
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const x = ring[j * 2]!;
    const y = ring[j * 2 + 1]!;
    const dx = ring[i * 2]! - x;
    const dy = ring[i * 2 + 1]! - y;
    const length = Math.hypot(dx, dy);
    if (length < 0.01) continue;
    const east = dx / length;
    const south = dy / length;
    walls.push({ x, y, east, south, normalEast: south * turn, normalSouth: -east * turn, length });
  }
  const middle =
    doubleArea === 0
      ? { x: x0, y: y0 }
      : { x: x0 + sumX / (3 * doubleArea), y: y0 + sumY / (3 * doubleArea) };
  return { walls, middle, squareMeters: Math.abs(doubleArea) / 2 };
}

export type WallFound = {
  wall: Wall;
  /** Positive inside the walls that were given, negative outside. */
  depth: number;
  /** Meters from the start of the wall. */
  along: number;
};

/** Writes to `found` instead of allocating: called for every pixel of every roof. */
export function findNearestWall(found: WallFound, walls: readonly Wall[], x: number, y: number): void {
  let least = Infinity;
  let isInside = false;
  for (let i = 0; i < walls.length; i++) {
    const wall = walls[i]!;
    const dx = x - wall.x;
    const dy = y - wall.y;
    const along = dx * wall.east + dy * wall.south;
    const on = Math.min(wall.length, Math.max(0, along));
    const offX = dx - on * wall.east;
    const offY = dy - on * wall.south;
    const squared = offX * offX + offY * offY;
    if (squared < least) {
      least = squared;
      found.wall = wall;
      found.along = along;
    }
    const endY = wall.y + wall.south * wall.length;
    if (wall.y > y !== endY > y && dx < (dy / wall.south) * wall.east) isInside = !isInside;
  }
  found.depth = isInside ? Math.sqrt(least) : -Math.sqrt(least);
}
