// Roads in the Protomaps schema, from motorways to footpaths, with names and route shields.

import type { ZoomedFeature } from '../../basemap/zoomed-feature.ts';
import type { Properties } from '../../geo/mvt-dictionary.ts';
import type { Road, RoadClass } from '../county/county.ts';

type RoadLook = { kind: string; kindDetail: string; minZoom: number; sortRank: number };

const LOOKS: Record<RoadClass, RoadLook> = {
  motorway: { kind: 'highway', kindDetail: 'motorway', minZoom: 6, sortRank: 400 },
  ramp: { kind: 'highway', kindDetail: 'motorway_link', minZoom: 12, sortRank: 399 },
  arterial: { kind: 'major_road', kindDetail: 'primary', minZoom: 8, sortRank: 397 },
  collector: { kind: 'major_road', kindDetail: 'secondary', minZoom: 10, sortRank: 396 },
  country: { kind: 'major_road', kindDetail: 'tertiary', minZoom: 10, sortRank: 395 },
  local: { kind: 'minor_road', kindDetail: 'residential', minZoom: 12, sortRank: 394 },
  trail: { kind: 'path', kindDetail: 'path', minZoom: 13, sortRank: 380 },
};

/** Styles have layers for bridges from this zoom on. Below it, a feature marked as a bridge would be a gap in its road. */
const BRIDGE_ZOOM = 12;

export function roadFeatures(roads: readonly Road[]): ZoomedFeature[] {
  // The more important road is drawn over the lesser one.
  const ordered = roads.toSorted((one, other) => LOOKS[one.class].sortRank - LOOKS[other.class].sortRank);
  return ordered.flatMap((road): ZoomedFeature[] => {
    const look = LOOKS[road.class];
    const properties = propertiesOf(road, look);
    const feature = {
      layer: 'roads',
      geometry: { type: 'LineString', coordinates: road.line },
    } as const;
    if (!road.bridge || look.minZoom >= BRIDGE_ZOOM) {
      const minZoom = look.minZoom;
      return [
        { ...feature, minZoom, properties: road.bridge ? { ...properties, is_bridge: true } : properties },
      ];
    }
    return [
      { ...feature, minZoom: look.minZoom, maxZoom: BRIDGE_ZOOM - 1, properties },
      { ...feature, minZoom: BRIDGE_ZOOM, properties: { ...properties, is_bridge: true } },
    ];
  });
}

function propertiesOf(road: Road, { kind, kindDetail, minZoom, sortRank }: RoadLook): Properties {
  return {
    kind,
    kind_detail: kindDetail,
    min_zoom: minZoom,
    sort_rank: sortRank,
    name: road.name,
    ...(road.class === 'ramp' ? { is_link: true } : {}),
    ...(road.oneway ? { oneway: 'yes' } : {}),
    ...(road.ref ? shieldOf(road.ref) : {}),
  };
}

/** 'I-79' and 'NC 214' name a network and the number on its shield. */
function shieldOf(ref: string): Properties {
  const [network, number] = ref.split(/[- ]/);
  return { ref, network: `US:${network}`, shield_text: number! };
}
