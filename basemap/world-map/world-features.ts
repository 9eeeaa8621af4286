// All features of the world map. It is coarse and lies under the county's map, so that no part of the map is empty.
import { readCities, readUsBorders, readUsStates } from '../../gazetteer/read-sources.ts';
import { type Bounds, type LineGeometry, linesOf, type Position } from '../../geo/geometry.ts';
import { splitLine } from '../polyline.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';
import { countryLabels, stateLabels } from './area-labels.ts';
import { cityFeatures } from './city-features.ts';
import { landAndSea } from './land-and-sea.ts';
import { readWorldAtlas } from './read-world-atlas.ts';

/** A fictional county has no real neighbors: some 300 km around it no city and no county is drawn, only the states. */
const NEIGHBORS_DEGREES = 3;

/** Within `fictional` another map names the places and draws the borders. */
export function worldFeatures(fictional: Bounds | undefined): ZoomedFeature[] {
  const atlas = readWorldAtlas();
  const borders = readUsBorders();
  const around = fictional && widened(fictional, NEIGHBORS_DEGREES);
  const isOutside = (box: Bounds | undefined) => (position: Position) => !box || !isIn(box, position);
  return [
    ...landAndSea(atlas.land),
    ...borderFeatures({ ...COUNTY_BORDER, geometry: borders.counties }, isOutside(around)),
    ...borderFeatures({ ...STATE_BORDER, geometry: borders.states }, isOutside(fictional)),
    ...borderFeatures({ ...COUNTRY_BORDER, geometry: atlas.countryBorders }, isOutside(fictional)),
    ...countryLabels(atlas.countries),
    ...stateLabels(readUsStates()),
    ...cityFeatures(readCities().filter(({ at: { lng, lat } }) => isOutside(around)([lng, lat]))),
  ];
}

function widened({ west, south, east, north }: Bounds, degrees: number): Bounds {
  return { west: west - degrees, south: south - degrees, east: east + degrees, north: north + degrees };
}

function isIn({ west, south, east, north }: Bounds, [lng, lat]: Position): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north;
}

/** `kindDetail` is OpenStreetMap's admin_level of such a border. */
type Border = { kind: string; kindDetail: number; minZoom: number };

const COUNTY_BORDER: Border = { kind: 'county', kindDetail: 6, minZoom: 6 };
const STATE_BORDER: Border = { kind: 'region', kindDetail: 4, minZoom: 3 };
const COUNTRY_BORDER: Border = { kind: 'country', kindDetail: 2, minZoom: 0 };

function borderFeatures(
  { kind, kindDetail, minZoom, geometry }: Border & { geometry: LineGeometry },
  isShown: (position: Position) => boolean,
): ZoomedFeature[] {
  return linesOf(geometry)
    .flatMap((line) => splitLine(line, isShown))
    .map((coordinates) => ({
      layer: 'boundaries',
      geometry: { type: 'LineString', coordinates },
      minZoom,
      properties: { kind, kind_detail: kindDetail, min_zoom: minZoom },
    }));
}
