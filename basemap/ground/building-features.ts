// Buildings with their heights in the Protomaps schema.
import type { AreaGeometry } from '../../geo/geometry.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';

/** At this zoom only halls and other large buildings are visible. */
const BUILDING_ZOOM = 13;

export type MapBuilding = {
  /** As OpenStreetMap names it. */
  detail?: string;
  heightMeters: number | null;
  geometry: AreaGeometry;
};

export function buildingFeature({ detail, heightMeters, geometry }: MapBuilding): ZoomedFeature {
  return {
    layer: 'buildings',
    geometry,
    minZoom: BUILDING_ZOOM,
    properties: {
      kind: 'building',
      ...(detail ? { kind_detail: detail } : {}),
      ...(heightMeters === null ? {} : { height: Math.round(heightMeters * 10) / 10 }),
    },
  };
}
