// Boundaries of the county, its towns and townships in the Protomaps schema.

import type { ZoomedFeature } from '../../basemap/zoomed-feature.ts';
import { type Position, polygonsOf } from '../../geo/geometry.ts';
import type { Boundary } from '../county/county.ts';

type BoundaryLook = { kind: string; kindDetail: number; minZoom: number };

/** `kindDetail` is OpenStreetMap's admin_level of such a boundary. */
const LOOKS: Record<Boundary['kind'], BoundaryLook> = {
  county: { kind: 'county', kindDetail: 6, minZoom: 6 },
  township: { kind: 'locality', kindDetail: 7, minZoom: 10 },
  town: { kind: 'locality', kindDetail: 8, minZoom: 11 },
};
const WIDEST_FIRST: readonly Boundary['kind'][] = ['county', 'township', 'town'];

/**
 * A line shared by several areas is drawn once, for the widest of them: dashes drawn twice would fill each other's gaps.
 */
export function boundaryFeatures(boundaries: readonly Boundary[]): ZoomedFeature[] {
  const drawn = new Set<string>();
  return WIDEST_FIRST.flatMap((kind) => {
    const { kind: schemaKind, kindDetail, minZoom } = LOOKS[kind];
    const rings = boundaries
      .filter((boundary) => boundary.kind === kind)
      .flatMap(({ geometry }) => polygonsOf(geometry).flat());
    return rings
      .flatMap((ring) => newStretches(ring, drawn))
      .map(
        (coordinates): ZoomedFeature => ({
          layer: 'boundaries',
          geometry: { type: 'LineString', coordinates },
          minZoom,
          properties: { kind: schemaKind, kind_detail: kindDetail, min_zoom: minZoom },
        }),
      );
  });
}

/** The parts of a ring whose edges are not in `drawn` yet. Adds them to it. */
function newStretches(ring: readonly Position[], drawn: Set<string>): Position[][] {
  const stretches: Position[][] = [];
  let isOpen = false;
  for (let i = 1; i < ring.length; i++) {
    const from = ring[i - 1]!;
    const to = ring[i]!;
    const key = [from.join(), to.join()].sort().join(' ');
    const isNew = !drawn.has(key);
    drawn.add(key);
    if (isNew && isOpen) stretches.at(-1)!.push(to);
    else if (isNew) stretches.push([from, to]);
    isOpen = isNew;
  }
  return stretches;
}
