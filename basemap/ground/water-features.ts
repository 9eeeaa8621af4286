// Lakes, ponds, rivers and streams in the Protomaps schema.
import { areaSquareMeters } from '../../geo/area.ts';
import { boundsOf } from '../../geo/bounds-of.ts';
import { type AreaGeometry, type LineGeometry, type LngLat, polygonsOf } from '../../geo/geometry.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';

const AREAS = {
  ocean: { kind: 'ocean', minZoom: 0 },
  lake: { kind: 'lake', minZoom: 6 },
  river: { kind: 'river', minZoom: 8 },
  pond: { kind: 'water', kindDetail: 'pond', minZoom: 11 },
} satisfies Record<string, { kind: string; kindDetail?: string; minZoom: number }>;

export type WaterAreaKind = keyof typeof AREAS;

export function waterAreaFeature(kind: WaterAreaKind, geometry: AreaGeometry): ZoomedFeature {
  const { minZoom, ...look } = AREAS[kind] as { kind: string; kindDetail?: string; minZoom: number };
  return {
    layer: 'water',
    geometry,
    minZoom,
    properties: {
      kind: look.kind,
      ...(look.kindDetail ? { kind_detail: look.kindDetail } : {}),
      min_zoom: minZoom,
      sort_rank: 200,
    },
  };
}

const LINES = {
  river: { kind: 'river', minZoom: 9 },
  canal: { kind: 'canal', minZoom: 11 },
  stream: { kind: 'stream', minZoom: 12 },
  /** Small, dry for a part of the year, or dug. */
  ditch: { kind: 'stream', minZoom: 14 },
} satisfies Record<string, { kind: string; minZoom: number }>;

export type WaterLineKind = keyof typeof LINES;

export function waterLineFeature(
  kind: WaterLineKind,
  { name, geometry }: { name: string | null; geometry: LineGeometry },
): ZoomedFeature {
  const { minZoom, ...look } = LINES[kind];
  return {
    layer: 'water',
    geometry,
    minZoom,
    properties: { ...look, name, min_zoom: minZoom, sort_rank: 200 },
  };
}

/** The deeper the zoom, the less of a lake is on the screen, and the more labels it needs. */
const LABELS_BY_ZOOM: readonly { minZoom: number; maxZoom: number; count: number }[] = [
  { minZoom: 9, maxZoom: 12, count: 1 },
  { minZoom: 13, maxZoom: 13, count: 4 },
  { minZoom: 14, maxZoom: 15, count: 12 },
];

/** The names of waters. Labels are points of their own: an area that spans many tiles would get a label in each of them. */
export class WaterLabels {
  readonly #largest = new Map<string, { geometry: AreaGeometry; squareMeters: number }>();

  add(name: string, geometry: AreaGeometry): void {
    const squareMeters = areaSquareMeters(geometry);
    const rival = this.#largest.get(name);
    if (!rival || squareMeters > rival.squareMeters) this.#largest.set(name, { geometry, squareMeters });
  }

  features(): ZoomedFeature[] {
    return [...this.#largest].flatMap(([name, { geometry }]) =>
      LABELS_BY_ZOOM.flatMap(({ minZoom, maxZoom, count }) =>
        labelPoints(geometry, count).map(({ lng, lat }) => ({
          layer: 'water',
          geometry: { type: 'Point', coordinates: [lng, lat] } as const,
          minZoom,
          maxZoom,
          properties: { kind: 'lake', name, min_zoom: minZoom },
        })),
      ),
    );
  }
}

const LINES_PER_BELT = 12;

/** Divides an area into belts from south to north. The middle of the widest line across each belt has room for a label. */
function labelPoints(geometry: AreaGeometry, belts: number): LngLat[] {
  const { south, north } = boundsOf(geometry);
  const beltHeight = (north - south) / belts;
  return Array.from({ length: belts }, (_, belt) => south + belt * beltHeight).flatMap((beltSouth) => {
    let widest: { at: LngLat; width: number } | undefined;
    for (let line = 0; line < LINES_PER_BELT; line++) {
      const lat = beltSouth + (beltHeight * (line + 0.5)) / LINES_PER_BELT;
      for (const { west, east } of spansAt(geometry, lat)) {
        const width = east - west;
        if (!widest || width > widest.width) widest = { at: { lng: (west + east) / 2, lat }, width };
      }
    }
    return widest ? [widest.at] : [];
  });
}

/** The stretches of a parallel that lie inside. */
function spansAt(geometry: AreaGeometry, lat: number): { west: number; east: number }[] {
  const lngs: number[] = [];
  for (const ring of polygonsOf(geometry).flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [fromLng, fromLat] = ring[i - 1]!;
      const [toLng, toLat] = ring[i]!;
      if (fromLat > lat === toLat > lat) continue;
      lngs.push(fromLng + ((toLng - fromLng) * (lat - fromLat)) / (toLat - fromLat));
    }
  }
  lngs.sort((one, other) => one - other);
  return lngs.flatMap((west, i) => (i % 2 === 0 ? [{ west, east: lngs[i + 1]! }] : []));
}
