// Roads, paths and tracks in the Protomaps schema, with names and route shields.
import type { LineGeometry } from '../../geo/geometry.ts';
import type { Properties } from '../../geo/mvt-dictionary.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';

type RoadLook = { kind: string; kindDetail: string; minZoom: number; sortRank: number };

const LOOKS = {
  motorway: { kind: 'highway', kindDetail: 'motorway', minZoom: 6, sortRank: 400 },
  ramp: { kind: 'highway', kindDetail: 'motorway_link', minZoom: 12, sortRank: 399 },
  trunk: { kind: 'major_road', kindDetail: 'trunk', minZoom: 7, sortRank: 398 },
  primary: { kind: 'major_road', kindDetail: 'primary', minZoom: 8, sortRank: 397 },
  secondary: { kind: 'major_road', kindDetail: 'secondary', minZoom: 10, sortRank: 396 },
  tertiary: { kind: 'major_road', kindDetail: 'tertiary', minZoom: 10, sortRank: 395 },
  residential: { kind: 'minor_road', kindDetail: 'residential', minZoom: 12, sortRank: 394 },
  service: { kind: 'minor_road', kindDetail: 'service', minZoom: 14, sortRank: 390 },
  path: { kind: 'path', kindDetail: 'path', minZoom: 13, sortRank: 380 },
  walkway: { kind: 'path', kindDetail: 'footway', minZoom: 14, sortRank: 379 },
  steps: { kind: 'path', kindDetail: 'steps', minZoom: 15, sortRank: 378 },
  rail: { kind: 'rail', kindDetail: 'rail', minZoom: 10, sortRank: 370 },
  light_rail: { kind: 'rail', kindDetail: 'light_rail', minZoom: 12, sortRank: 369 },
  subway: { kind: 'rail', kindDetail: 'subway', minZoom: 13, sortRank: 368 },
} satisfies Record<string, RoadLook>;

export type RoadClass = keyof typeof LOOKS;

export type MapRoad = {
  class: RoadClass;
  name: string | null;
  /** A route number, as on a shield: 'I-79', 'NC 214'. */
  ref: string | null;
  /** In the direction of traffic, where there is one. */
  geometry: LineGeometry;
  oneway: boolean;
  level: 'ground' | 'bridge' | 'tunnel';
};

/** Styles have layers for bridges and tunnels from this zoom on. Below it, such a stretch would be a gap in its road. */
const LEVEL_ZOOM = 12;

/** The more important road is drawn over the lesser one. */
export function roadRank({ class: roadClass }: Pick<MapRoad, 'class'>): number {
  return LOOKS[roadClass].sortRank;
}

export function roadFeatures(road: MapRoad): ZoomedFeature[] {
  const { minZoom } = LOOKS[road.class];
  const properties = propertiesOf(road);
  const feature = { layer: 'roads', geometry: road.geometry };
  if (road.level === 'ground') return [{ ...feature, minZoom, properties }];
  const withLevel = { ...properties, [`is_${road.level}`]: true };
  if (minZoom >= LEVEL_ZOOM) return [{ ...feature, minZoom, properties: withLevel }];
  return [
    { ...feature, minZoom, maxZoom: LEVEL_ZOOM - 1, properties },
    { ...feature, minZoom: LEVEL_ZOOM, properties: withLevel },
  ];
}

function propertiesOf({ class: roadClass, name, ref, oneway }: MapRoad): Properties {
  const { kind, kindDetail, minZoom, sortRank } = LOOKS[roadClass];
  return {
    kind,
    kind_detail: kindDetail,
    min_zoom: minZoom,
    sort_rank: sortRank,
    name,
    ...(roadClass === 'ramp' ? { is_link: true } : {}),
    ...(oneway ? { oneway: 'yes' } : {}),
    ...(ref ? shieldOf(ref) : {}),
  };
}

/** 'I-79' and 'NC 214' name a network and the number on its shield. */
function shieldOf(ref: string): Properties {
  const [network, number] = ref.split(/[- ]/);
  return { ref, network: `US:${network}`, shield_text: number! };
}
