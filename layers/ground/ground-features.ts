// The shapes of a county's own file as features of the street map, by the kind of the layer.
import { BoundaryLines } from '../../basemap/ground/boundary-features.ts';
import { buildingFeature } from '../../basemap/ground/building-features.ts';
import { landuseFeature, landuseLabel } from '../../basemap/ground/landuse-features.ts';
import { placeFeature } from '../../basemap/ground/place-features.ts';
import { type RoadClass, roadFeatures } from '../../basemap/ground/road-features.ts';
import { waterAreaFeature, waterLineFeature } from '../../basemap/ground/water-features.ts';
import { WaterLabels } from '../../basemap/ground/water-labels.ts';
import type { ZoomedFeature } from '../../basemap/zoomed-feature.ts';
import { placeTitle, streetTitle } from '../../gazetteer/street-title.ts';
import { areaSquareMeters } from '../../geo/area.ts';
import { isArea, isLine, type LineGeometry, type LngLat, type MapGeometry } from '../../geo/geometry.ts';
import { insidePoint } from '../../geo/inside-point.ts';
import { parseNumber } from '../../import/fields/clean-amount.ts';
import { NOT_MAPPED } from '../../import/fields/mapping.ts';
import type { LayerField, RawValue } from '../../import/layer.ts';
import type { GroundKind } from '../../store/layer-folder.ts';
import { boundaryKindOf, isWater, landuseKindOf, railKindOf, waterKindOf } from './classify-ground.ts';
import { findScheme, refOf, routeOf } from './classify-roads.ts';
import { compileGroundFields, type GroundMapping, readDirections } from './ground-fields.ts';
import { StreetLengths } from './street-lengths.ts';

type Shape = { properties: Record<string, RawValue>; geometry: MapGeometry };

type Options = {
  kind: GroundKind;
  /** Of the layer, which names what its rows do not. */
  title: string;
  mapping: GroundMapping;
  fields: readonly LayerField[];
  sample: readonly Shape[];
};

export type GroundDrawing = {
  /** Sees all shapes before the first is drawn; undefined where that is not needed. */
  survey?: (shape: Shape) => void;
  /** What the operator should know. */
  note?: string;
  /** A text says why a shape is not drawn. */
  featuresOf(shape: Shape): ZoomedFeature[] | string;
  /** What is known only when all shapes have been seen. */
  rest(): ZoomedFeature[];
};

const NOT_DRAWN = {
  notALine: 'not a line',
  notAnArea: 'not an area',
  unbuilt: 'roads that are not built',
  notARoad: 'lines that are not roads',
  abandoned: 'tracks that are gone',
  noName: 'no name',
} as const;

type Drawing = Omit<GroundDrawing, 'rest'> & Partial<Pick<GroundDrawing, 'rest'>>;

export function drawGround(options: Options): GroundDrawing {
  const draw = { roads, rail, water, buildings, parks, places, boundaries }[options.kind];
  return { rest: () => [], ...draw(options) };
}

function roads({ mapping, fields, sample }: Options): Drawing {
  const read = compileGroundFields(mapping, fields);
  const valuesOf = (field: 'class' | 'oneway') => [
    ...new Set(sample.flatMap(({ properties }) => read[field](properties) ?? [])),
  ];
  const readClass = findScheme(valuesOf('class'), mapping.class ?? '');
  const readDirection = readDirections(valuesOf('oneway')) ?? (() => 'both');
  const lengths = new StreetLengths();
  const nameOf = (properties: Shape['properties']) => streetName(read.name(properties));
  const routeIn = (properties: Shape['properties'], refIn = routeOf) =>
    refIn(read.route(properties) ?? '') ?? routeOf(nameOf(properties) ?? '');
  const classOf = (properties: Shape['properties']) => {
    if (!readClass) return routeClass(routeIn(properties)) ?? lengths.classOf(nameOf(properties));
    return readClass(read.class(properties) ?? '') ?? 'residential';
  };
  const unranked: Pick<GroundDrawing, 'survey' | 'note'> = {
    survey({ properties, geometry }) {
      const name = nameOf(properties);
      if (name !== null && isLine(geometry)) lengths.add(name, geometry);
    },
    note:
      mapping.class === undefined || mapping.class === NOT_MAPPED
        ? 'No field tells main roads from others, so the longest streets are drawn as main roads: --map class=FIELD names one.'
        : `What ${mapping.class} says about roads is not known, so the longest streets are drawn as main roads.`,
  };
  return {
    ...(readClass ? {} : unranked),
    featuresOf({ properties, geometry }) {
      if (!isLine(geometry)) return NOT_DRAWN.notALine;
      const roadClass = classOf(properties);
      if (roadClass === 'unbuilt') return NOT_DRAWN.unbuilt;
      if (roadClass === 'other') return NOT_DRAWN.notARoad;
      const direction = readDirection(read.oneway(properties) ?? '');
      return roadFeatures({
        class: roadClass,
        name: nameOf(properties),
        ref: isNumbered(roadClass) ? routeIn(properties, refOf) : null,
        geometry: direction === 'against' ? reversed(geometry) : geometry,
        oneway: direction !== 'both',
        level: levelOf(read.level(properties), mapping.level),
      });
    },
  };
}

/** A number on a shield says which class a road has at least. */
function routeClass(ref: string | null): RoadClass | undefined {
  if (ref === null) return undefined;
  if (ref.startsWith('I-')) return 'motorway';
  return ref.startsWith('US') ? 'primary' : 'secondary';
}

const NUMBERED: readonly RoadClass[] = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary'];
const isNumbered = (roadClass: RoadClass) => NUMBERED.includes(roadClass);

/** Files write these where a street, a park or a lake has no name. */
const NAMELESS =
  /^(un-?named\b.*|un-?known\b.*|no[ _-]?name\b.*|not named|none|null|n\/?a|ramp|alley|driveway|private( (dr|drive|rd|road))?|access( road)?|tbd|other|water|lake|pond|river|stream|creek|brook|canal|ditch|drain|park|open space|\P{L}*)$/iu;

function streetName(text: string | null): string | null {
  return text === null || NAMELESS.test(text) ? null : streetTitle(text);
}

function levelOf(text: string | null, column = ''): 'ground' | 'bridge' | 'tunnel' {
  if (text === null || /^(n|no|f|false|0)$/i.test(text)) return 'ground';
  if (/tunnel|below|under|^-\d/i.test(text)) return 'tunnel';
  if (/bridge|overpass|elev|above/i.test(text)) return 'bridge';
  const isYes = /^(y|yes|t|true|[1-9])$/i.test(text);
  if (isYes && /tunnel/i.test(column)) return 'tunnel';
  return isYes && /bridge|elevated|layer|level|pos_?sol/i.test(column) ? 'bridge' : 'ground';
}

function reversed(geometry: LineGeometry): LineGeometry {
  return geometry.type === 'LineString'
    ? { ...geometry, coordinates: geometry.coordinates.toReversed() }
    : { ...geometry, coordinates: geometry.coordinates.map((line) => line.toReversed()).toReversed() };
}

function rail({ mapping, fields }: Options): Drawing {
  const read = compileGroundFields(mapping, fields);
  return {
    featuresOf({ properties, geometry }) {
      if (!isLine(geometry)) return NOT_DRAWN.notALine;
      const kind = railKindOf(read.class(properties) ?? '');
      if (kind === 'gone') return NOT_DRAWN.abandoned;
      return roadFeatures({
        class: kind,
        name: placeName(read.name(properties)),
        ref: null,
        geometry,
        oneway: false,
        level: levelOf(read.level(properties) ?? read.class(properties), mapping.level),
      });
    },
  };
}

function water({ mapping, fields }: Options): Drawing {
  const read = compileGroundFields(mapping, fields);
  const labels = new WaterLabels();
  return {
    featuresOf({ properties, geometry }) {
      const name = placeName(read.name(properties));
      const text = `${read.class(properties) ?? ''} ${name ?? ''}`;
      const { line, area } = waterKindOf(text);
      if (isLine(geometry)) return [waterLineFeature(line, { name, geometry })];
      if (!isArea(geometry)) return NOT_DRAWN.notAnArea;
      if (area === 'wetland') return [landuseFeature('wetland', geometry)];
      if (name !== null) labels.add(name, geometry);
      const isLarge = areaSquareMeters(geometry) > LARGE_WATER_SQUARE_METERS;
      return [waterAreaFeature(area === 'pond' && isLarge ? 'lake' : area, geometry)];
    },
    rest: () => labels.features(),
  };
}

const LARGE_WATER_SQUARE_METERS = 200_000;

function buildings(): Drawing {
  return {
    featuresOf: ({ geometry }) =>
      isArea(geometry) ? [buildingFeature({ heightMeters: null, geometry })] : NOT_DRAWN.notAnArea,
  };
}

function parks({ mapping, fields }: Options): Drawing {
  const read = compileGroundFields(mapping, fields);
  const named = new Set<string>();
  return {
    featuresOf({ properties, geometry }) {
      if (!isArea(geometry)) return NOT_DRAWN.notAnArea;
      const text = read.class(properties) ?? '';
      const name = placeName(read.name(properties));
      // A park may be called after its lake.
      const says = text === read.name(properties) ? '' : text;
      if (isWater(says) || /^surface water$/i.test(text)) return [waterAreaFeature('pond', geometry)];
      const kind = landuseKindOf(text, name ?? '');
      const area = landuseFeature(kind, geometry);
      // A park in several parts has one label, at the first of them.
      if (name === null || named.has(name)) return [area];
      named.add(name);
      return [area, landuseLabel(kind, { name, geometry })];
    },
  };
}

function places({ mapping, fields, title }: Options): Drawing {
  const read = compileGroundFields(mapping, fields);
  const isOfNeighborhoods = /hood|nbhd|subdivision|community|district/i.test(
    `${title} ${mapping.name ?? ''}`,
  );
  return {
    featuresOf({ properties, geometry }) {
      const name = placeName(read.name(properties));
      if (name === null) return NOT_DRAWN.noName;
      const at = middleOf(geometry);
      if (!at) return NOT_DRAWN.notAnArea;
      const text = read.class(properties) ?? '';
      const population = parseNumber(read.population(properties)) ?? 0;
      const kind = /city/i.test(text)
        ? 'city'
        : /town|village|borough|cdp|municip|G4[12]10/i.test(text)
          ? 'town'
          : isOfNeighborhoods || /hood|suburb|quarter|subdivision/i.test(text)
            ? 'neighbourhood'
            : population > 1000
              ? 'town'
              : 'hamlet';
      return [placeFeature({ name, kind, population, at })];
    },
  };
}

function boundaries({ mapping, fields, title }: Options): Drawing {
  const read = compileGroundFields(mapping, fields);
  const lines = new BoundaryLines();
  return {
    featuresOf({ properties, geometry }) {
      if (geometry.type === 'Point') return NOT_DRAWN.notAnArea;
      return lines.featuresOf(boundaryKindOf(read.class(properties) ?? '', title), geometry);
    },
  };
}

function placeName(text: string | null): string | null {
  return text === null || NAMELESS.test(text) ? null : placeTitle(text);
}

function middleOf(geometry: MapGeometry): LngLat | undefined {
  if (isArea(geometry)) return insidePoint(geometry);
  if (geometry.type !== 'Point') return undefined;
  const [lng, lat] = geometry.coordinates;
  return { lng, lat };
}
