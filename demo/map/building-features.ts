// Buildings with their heights in the Protomaps schema.

import type { ZoomedFeature } from '../../basemap/zoomed-feature.ts';
import type { Building, BuildingKind } from '../county/county.ts';

const KIND_DETAILS: Record<BuildingKind, string> = {
  house: 'house',
  garage: 'garage',
  barn: 'barn',
  shop: 'retail',
  office: 'office',
  church: 'church',
  school: 'school',
  warehouse: 'warehouse',
};

/** At this zoom only halls and other large buildings are visible. */
const BUILDING_ZOOM = 13;

export function buildingFeatures(buildings: readonly Building[]): ZoomedFeature[] {
  return buildings.map(buildingFeature);
}

function buildingFeature({ kind, heightMeters, geometry }: Building): ZoomedFeature {
  return {
    layer: 'buildings',
    geometry,
    minZoom: BUILDING_ZOOM,
    properties: {
      kind: 'building',
      kind_detail: KIND_DETAILS[kind],
      height: Math.round(heightMeters * 10) / 10,
    },
  };
}
