// Boundaries of counties, towns and townships in the Protomaps schema.
import { LRUCache } from 'lru-cache';
import { type AreaGeometry, type LineGeometry, type Position, polygonsOf } from '../../geo/geometry.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';

type BoundaryLook = { kind: string; kindDetail: number; minZoom: number };

/** The widest areas first. `kindDetail` is OpenStreetMap's admin_level of such a boundary. */
const LOOKS = {
  county: { kind: 'county', kindDetail: 6, minZoom: 6 },
  township: { kind: 'locality', kindDetail: 7, minZoom: 10 },
  town: { kind: 'locality', kindDetail: 8, minZoom: 11 },
} satisfies Record<string, BoundaryLook>;

export type BoundaryKind = keyof typeof LOOKS;
export const WIDEST_FIRST = Object.keys(LOOKS) as BoundaryKind[];

/** Some 100 bytes each. Areas that share a line lie near each other in most files. */
const EDGES_REMEMBERED = 500_000;

/**
 * A line shared by several areas is drawn once, for the first of them, which should be the widest: dashes drawn twice would
 * fill each other's gaps.
 */
export class BoundaryLines {
  readonly #drawn = new LRUCache<string, true>({ max: EDGES_REMEMBERED });

  featuresOf(kind: BoundaryKind, geometry: AreaGeometry | LineGeometry): ZoomedFeature[] {
    const { kind: schemaKind, kindDetail, minZoom } = LOOKS[kind];
    return linesOf(geometry)
      .flatMap((line) => this.#newStretches(line))
      .map((coordinates) => ({
        layer: 'boundaries',
        geometry: { type: 'LineString', coordinates },
        minZoom,
        properties: { kind: schemaKind, kind_detail: kindDetail, min_zoom: minZoom },
      }));
  }

  /** The parts of a line whose edges have not been drawn yet. */
  #newStretches(line: readonly Position[]): Position[][] {
    const stretches: Position[][] = [];
    let isOpen = false;
    for (let i = 1; i < line.length; i++) {
      const from = line[i - 1]!;
      const to = line[i]!;
      const key = [from.join(), to.join()].sort().join(' ');
      const isNew = !this.#drawn.has(key);
      this.#drawn.set(key, true);
      if (isNew && isOpen) stretches.at(-1)!.push(to);
      else if (isNew) stretches.push([from, to]);
      isOpen = isNew;
    }
    return stretches;
  }
}

function linesOf(geometry: AreaGeometry | LineGeometry): readonly (readonly Position[])[] {
  if (geometry.type === 'LineString') return [geometry.coordinates];
  return geometry.type === 'MultiLineString' ? geometry.coordinates : polygonsOf(geometry).flat();
}
