// What the maps have for this land. What is missing is not offered, and the basemap picker says how to add it.
import type { ClientConfig } from '../../contract/client-config.ts';
import { DEFAULT_STYLE_ID, MAP_STYLES, type MapStyleId } from '../../contract/map-styles.ts';
import { isImagery } from './basemaps.ts';

export type MapOffers = ClientConfig['offers'];

type OfferedStyle = { id: MapStyleId; name: string };

/**
 * Without a street map the drawn styles all look the same: the world and the parcels. One of them remains, under a name
 * that promises no streets.
 */
export function offeredStyles(
  styles: readonly OfferedStyle[],
  { streets, imagery }: MapOffers,
): OfferedStyle[] {
  return styles
    .filter(({ id }) => (isImagery(id) ? imagery : streets || id === DEFAULT_STYLE_ID))
    .map(({ id, name }) => ({ id, name: streets || isImagery(id) ? name : 'Plain map' }));
}

export type MissingMaps = { text: string; question: string; answer: string };

/** Undefined where nothing is missing. */
export function missingMaps({ streets, imagery, contours }: MapOffers): MissingMaps | undefined {
  const others = [...(imagery ? [] : ['aerial imagery']), ...(contours ? [] : ['contour lines'])];
  const missing = [...(streets ? [] : ['street map']), ...others];
  if (missing.length === 0) return undefined;
  const answers = [
    ...(streets ? [] : ['BASEMAP_PMTILES adds a street map from a file.']),
    ...(others.length === 0 ? [] : [`MAPS_PROVIDER=mapbox brings ${listed(others, 'and')}.`]),
  ];
  return {
    text: `No ${listed(missing, 'or')} for this land yet.`,
    question: missing.length === 1 && !streets ? 'How to add one' : 'How to add them',
    answer: `Settings of this server, for its operator: ${answers.join(' ')} See docs/operating.md.`,
  };
}

/** What was in use until other parcels were imported, which it is not there for. Undefined where nothing was. */
export function noticeOfWithdrawal({
  style,
  contours,
  streets,
}: {
  style: string | undefined;
  contours: boolean;
  streets: boolean;
}): string | undefined {
  if (style === undefined) {
    return contours ? 'Other parcels were loaded. Their land has no contour lines.' : undefined;
  }
  const gone = contours ? `${style} and contour lines are` : `${style} is`;
  const { name } = MAP_STYLES.find(({ id }) => id === DEFAULT_STYLE_ID)!;
  return `Other parcels were loaded. ${gone} not available for their land: the map shows ${streets ? name : 'a plain map'}.`;
}

function listed(words: readonly string[], conjunction: string): string {
  const [last, ...rest] = [...words].reverse();
  return rest.length === 0 ? last! : `${rest.reverse().join(', ')} ${conjunction} ${last}`;
}
