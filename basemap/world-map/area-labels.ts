// Labels of countries and states in the Protomaps schema.
import type { UsState } from '../../gazetteer/read-sources.ts';
import { areaSquareMeters } from '../../geo/area.ts';
import { type AreaGeometry, polygonsOf } from '../../geo/geometry.ts';
import { insidePoint } from '../../geo/inside-point.ts';
import type { ZoomedFeature } from '../zoomed-feature.ts';
import type { NamedArea } from './read-world-atlas.ts';
import { unwrapRing } from './unwrap-ring.ts';

/** The larger a country, the earlier and the larger its label. */
const COUNTRY_SIZES: readonly { squareKilometersMin: number; minZoom: number; rank: number }[] = [
  { squareKilometersMin: 2_000_000, minZoom: 1, rank: 15 },
  { squareKilometersMin: 700_000, minZoom: 2, rank: 12 },
  { squareKilometersMin: 200_000, minZoom: 3, rank: 9 },
  { squareKilometersMin: 60_000, minZoom: 4, rank: 8 },
  { squareKilometersMin: 5_000, minZoom: 5, rank: 7 },
  { squareKilometersMin: 0, minZoom: 6, rank: 6 },
];

/** Names that the atlas abbreviates. */
const FULL_NAMES: Readonly<Record<string, string>> = {
  'United States of America': 'United States',
  'Dem. Rep. Congo': 'Democratic Republic of the Congo',
  'Central African Rep.': 'Central African Republic',
  'S. Sudan': 'South Sudan',
  'W. Sahara': 'Western Sahara',
  'Eq. Guinea': 'Equatorial Guinea',
  'Dominican Rep.': 'Dominican Republic',
  'Bosnia and Herz.': 'Bosnia and Herzegovina',
  'Solomon Is.': 'Solomon Islands',
  'Falkland Is.': 'Falkland Islands',
  'N. Cyprus': 'Northern Cyprus',
  'Marshall Is.': 'Marshall Islands',
  'Antigua and Barb.': 'Antigua and Barbuda',
};

export function countryLabels(countries: readonly NamedArea[]): ZoomedFeature[] {
  return countries.map(({ name, area }) => {
    const { part, squareMeters } = mainPart(area);
    const { minZoom, rank } = COUNTRY_SIZES.find(
      ({ squareKilometersMin }) => squareMeters / 1e6 >= squareKilometersMin,
    )!;
    return labelFeature(part, {
      kind: 'country',
      name: FULL_NAMES[name] ?? name,
      min_zoom: minZoom,
      sort_key: minZoom,
      population_rank: rank,
    });
  });
}

const STATE_ZOOM = 3;

export function stateLabels(states: readonly UsState[]): ZoomedFeature[] {
  return states.map(({ code, name, area }) => {
    const { part, squareMeters } = mainPart(area);
    return labelFeature(part, {
      kind: 'region',
      name,
      ref: code ?? name,
      min_zoom: STATE_ZOOM,
      sort_key: -squareMeters / 1e9,
      population_rank: 10,
    });
  });
}

function labelFeature(area: AreaGeometry, properties: ZoomedFeature['properties'] & { min_zoom: number }) {
  const { lng, lat } = insidePoint(area);
  return {
    layer: 'places',
    geometry: { type: 'Point', coordinates: [lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng, lat] },
    minZoom: properties.min_zoom,
    properties,
  } satisfies ZoomedFeature;
}

/** The largest polygon: a label between mainland and islands would lie in the sea. */
function mainPart(area: AreaGeometry): { part: AreaGeometry; squareMeters: number } {
  const parts = polygonsOf(area).map(([outer]) => {
    const part: AreaGeometry = { type: 'Polygon', coordinates: [unwrapRing(outer!)] };
    return { part, squareMeters: areaSquareMeters(part) };
  });
  return parts.reduce((largest, one) => (one.squareMeters > largest.squareMeters ? one : largest));
}
