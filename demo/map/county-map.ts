// The demo county as basemap/ draws any county: features, elevation, outline and credit.
import type { CountyMap } from '../../basemap/draw-maps.ts';
import { BoundaryLines, WIDEST_FIRST } from '../../basemap/ground/boundary-features.ts';
import { buildingFeature } from '../../basemap/ground/building-features.ts';
import {
  earthFeature,
  type LanduseKind as GroundKind,
  landuseFeature,
  landuseLabel,
  landuseRank,
} from '../../basemap/ground/landuse-features.ts';
import { placeFeature } from '../../basemap/ground/place-features.ts';
import {
  type RoadClass as MapRoadClass,
  roadFeatures,
  roadRank,
} from '../../basemap/ground/road-features.ts';
import { waterAreaFeature, waterLineFeature } from '../../basemap/ground/water-features.ts';
import { WaterLabels } from '../../basemap/ground/water-labels.ts';
import type { ZoomedFeature } from '../../basemap/zoomed-feature.ts';
import type { Boundary, BuildingKind, County, LanduseKind, RoadClass } from '../county/county.ts';

/** The credit of the demo county's parcels and map. They share it so that the map shows it once. */
export const DEMO_SOURCE = 'Demo county (fictional)';

export function countyMap(county: County): CountyMap {
  const { name, bounds, elevation } = county;
  const outline = county.boundaries.find(({ kind }) => kind === 'county')!.geometry;
  return {
    name,
    attribution: DEMO_SOURCE,
    bounds,
    outline,
    elevation,
    features: [
      earthFeature(outline),
      ...landuseOf(county),
      ...waterOf(county),
      ...county.buildings.map(({ kind, ...building }) =>
        buildingFeature({ ...building, detail: BUILDINGS[kind] }),
      ),
      ...roadsOf(county),
      ...boundariesOf(county.boundaries),
      ...county.places.map(placeFeature),
    ],
  };
}

const ROADS: Record<RoadClass, MapRoadClass> = {
  motorway: 'motorway',
  ramp: 'ramp',
  arterial: 'primary',
  collector: 'secondary',
  country: 'tertiary',
  local: 'residential',
  trail: 'path',
};

function roadsOf({ roads }: Pick<County, 'roads'>): ZoomedFeature[] {
  return roads
    .map((road) => ({ ...road, class: ROADS[road.class] }))
    .sort((one, other) => roadRank(one) - roadRank(other))
    .flatMap(({ line, bridge, ...road }) =>
      roadFeatures({
        ...road,
        geometry: { type: 'LineString', coordinates: line },
        level: bridge ? 'bridge' : 'ground',
      }),
    );
}

const LANDUSE: Record<LanduseKind, GroundKind> = {
  field: 'farmland',
  residential: 'residential',
  commercial: 'commercial',
  industrial: 'industrial',
  wood: 'wood',
  school: 'school',
  golf: 'golf_course',
  park: 'park',
  cemetery: 'cemetery',
};

function landuseOf({ landuse }: Pick<County, 'landuse'>): ZoomedFeature[] {
  const ordered = landuse
    .map((ground) => ({ ...ground, kind: LANDUSE[ground.kind] }))
    .sort((one, other) => landuseRank(one.kind) - landuseRank(other.kind));
  return [
    ...ordered.map(({ kind, geometry }) => landuseFeature(kind, geometry)),
    ...ordered.flatMap(({ kind, name, geometry }) =>
      name === null ? [] : [landuseLabel(kind, { name, geometry })],
    ),
  ];
}

function waterOf({ water, streams }: Pick<County, 'water' | 'streams'>): ZoomedFeature[] {
  const labels = new WaterLabels();
  for (const { name, geometry } of water) if (name !== null) labels.add(name, geometry);
  return [
    ...water.map(({ kind, geometry }) => waterAreaFeature(kind, geometry)),
    ...labels.features(),
    ...streams.map(({ kind, name, line }) =>
      waterLineFeature(kind === 'river' ? 'river' : 'stream', {
        name,
        geometry: { type: 'LineString', coordinates: line },
      }),
    ),
  ];
}

const BUILDINGS: Record<BuildingKind, string> = {
  house: 'house',
  garage: 'garage',
  barn: 'barn',
  shop: 'retail',
  office: 'office',
  church: 'church',
  school: 'school',
  warehouse: 'warehouse',
};

function boundariesOf(boundaries: readonly Boundary[]): ZoomedFeature[] {
  const lines = new BoundaryLines();
  return WIDEST_FIRST.flatMap((kind) =>
    boundaries
      .filter((boundary) => boundary.kind === kind)
      .flatMap(({ geometry }) => lines.featuresOf(kind, geometry)),
  );
}
