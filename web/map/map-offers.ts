// What the maps have for this land. What is missing is not offered, and the basemap picker says how to add it.
import type { MapLayer } from '../../contract/client-config.ts';
import { DEFAULT_STYLE_ID, MAP_STYLES, type MapStyleId } from '../../contract/map-styles.ts';
import { isImagery } from './basemaps.ts';

type Offered = readonly Pick<MapLayer, 'kind'>[];

const has = (layers: Offered, wanted: string) => layers.some(({ kind }) => kind === wanted);

type OfferedStyle = { id: MapStyleId; name: string };

/**
 * Without a street map the drawn styles all look the same: the world and the parcels. One of them remains, under a name
 * that promises no streets.
 */
export function offeredStyles(layers: Offered): OfferedStyle[] {
  const hasStreets = has(layers, 'basemap');
  return MAP_STYLES.filter(({ id }) =>
    isImagery(id) ? has(layers, 'imagery') : hasStreets || id === DEFAULT_STYLE_ID,
  ).map(({ id, name }) => ({ id, name: hasStreets || isImagery(id) ? name : 'Plain map' }));
}

export type MissingMaps = { text: string; question: string; answer: string };

/** Undefined where nothing is missing. */
export function missingMaps(layers: Offered): MissingMaps | undefined {
  const unless = (kind: string, words: string) => (has(layers, kind) ? [] : [words]);
  const others = [...unless('imagery', 'aerial imagery'), ...unless('contours', 'contour lines')];
  const missing = [...unless('basemap', 'street map'), ...others];
  if (missing.length === 0) return undefined;
  const answers = [
    ...unless('basemap', 'BASEMAP_PMTILES adds a street map from a file.'),
    ...(others.length === 0 ? [] : [`MAPS_PROVIDER=mapbox brings ${listed(others, 'and')}.`]),
  ];
  return {
    text: `No ${listed(missing, 'or')} for this land yet.`,
    question: others.length === 0 ? 'How to add one' : 'How to add them',
    answer: `Settings of this server, for its operator: ${answers.join(' ')} See docs/operating.md.`,
  };
}

function listed(words: readonly string[], conjunction: string): string {
  const [last, ...rest] = [...words].reverse();
  return rest.length === 0 ? last! : `${rest.reverse().join(', ')} ${conjunction} ${last}`;
}
