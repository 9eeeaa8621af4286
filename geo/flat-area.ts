// An area in flat arrays, refilled for one area after the other: an object for each corner takes several times as long.
import { type AreaGeometry, type Bounds, polygonsOf } from './geometry.ts';

export class FlatArea {
  /** Longitude and latitude in turn, of all rings, without their closing points. */
  points = new Float64Array(256);
  /** Numbers in `points` that belong to the area. */
  length = 0;
  /** Where each ring ends in `points`. */
  readonly ringEnds: number[] = [];
  readonly isHole: boolean[] = [];
  rings = 0;

  clear(): void {
    this.length = 0;
    this.rings = 0;
  }

  addPoint(lng: number, lat: number): void {
    if (this.length + 2 > this.points.length) {
      const grown = new Float64Array(2 * this.points.length);
      grown.set(this.points);
      this.points = grown;
    }
    this.points[this.length++] = lng;
    this.points[this.length++] = lat;
  }

  endRing(isHole: boolean): void {
    this.ringEnds[this.rings] = this.length;
    this.isHole[this.rings++] = isHole;
  }

  bounds(): Bounds {
    let west = Infinity;
    let south = Infinity;
    let east = -Infinity;
    let north = -Infinity;
    // Holes, which lie within, change nothing.
    for (let i = 0; i < this.length; i += 2) {
      const lng = this.points[i]!;
      const lat = this.points[i + 1]!;
      if (lng < west) west = lng;
      if (lng > east) east = lng;
      if (lat < south) south = lat;
      if (lat > north) north = lat;
    }
    return { west, south, east, north };
  }

  /** Where a ring starts in `points`. */
  ringStart(ring: number): number {
    return ring === 0 ? 0 : this.ringEnds[ring - 1]!;
  }
}

export function flattenInto(area: FlatArea, geometry: AreaGeometry): void {
  area.clear();
  for (const polygon of polygonsOf(geometry)) {
    for (let i = 0; i < polygon.length; i++) {
      const ring = polygon[i]!;
      for (let corner = 0; corner < ring.length - 1; corner++) {
        area.addPoint(ring[corner]![0], ring[corner]![1]);
      }
      area.endRing(i > 0);
    }
  }
}
