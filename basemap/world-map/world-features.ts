// All features of the world map. It is coarse and lies under the county's map, so that no part of the map is empty.
import { readCities, readUsBorders, readUsStates } from '../../gazetteer/read-sources.ts';
import { type Bounds, type LineGeometry, type LngLat, linesOf, type Position } from '../../geo/geometry.ts';
import { splitLine } from '../polyline.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';
import { countryLabels, stateLabels } from './area-labels.ts';
import { cityFeatures } from './city-features.ts';
import { landAndSea } from './land-and-sea.ts';
import { readWorldAtlas } from './read-world-atlas.ts';

/** Within `without` another map names the places and draws the borders. */
export function worldFeatures(without: Bounds | undefined): ZoomedFeature[] {
  const atlas = readWorldAtlas();
  const borders = readUsBorders();
  const isShown = ({ lng, lat }: LngLat) =>
    !without || lng < without.west || lng > without.east || lat < without.south || lat > without.north;
  const isPositionShown = ([lng, lat]: Position) => isShown({ lng, lat });
  return [
    ...landAndSea(atlas.land),
    ...borderFeatures({ ...COUNTY_BORDER, geometry: borders.counties }, isPositionShown),
    ...borderFeatures({ ...STATE_BORDER, geometry: borders.states }, isPositionShown),
    ...borderFeatures({ ...COUNTRY_BORDER, geometry: atlas.countryBorders }, isPositionShown),
    ...countryLabels(atlas.countries),
    ...stateLabels(readUsStates()),
    ...cityFeatures(readCities().filter(({ at }) => isShown(at))),
  ];
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
