// Lakes, ponds, rivers and streams in the Protomaps schema.
import type { AreaGeometry, LineGeometry } from '../../geo/geometry.ts';
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
