// Buildings with their heights and house numbers in the Protomaps schema.

import type { ZoomedFeature } from '../../basemap/zoomed-feature.ts';
import type { Building, BuildingKind, StreetAddress } from '../county/county.ts';

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
/** The map's last zoom: house numbers are legible only when overzoomed. */
const ADDRESS_ZOOM = 15;

export function buildingFeatures(
  buildings: readonly Building[],
  addresses: readonly StreetAddress[],
): ZoomedFeature[] {
  return [...buildings.map(buildingFeature), ...addresses.map(addressFeature)];
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

function addressFeature({ houseNumber, street, at }: StreetAddress): ZoomedFeature {
  return {
    layer: 'buildings',
    geometry: { type: 'Point', coordinates: [at.lng, at.lat] },
    minZoom: ADDRESS_ZOOM,
    properties: { kind: 'address', addr_housenumber: String(houseNumber), addr_street: street },
  };
}
