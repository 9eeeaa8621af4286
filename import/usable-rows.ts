// Stops an import of which hardly anything is a parcel, and says what to do about it.
import { OperatorError } from '../runtime/operator-error.ts';
import { numberText, sumOf } from './report.ts';
import { JOINED_FROM_OTHER_OWNER } from './staging/join-rows.ts';

/** A mistake in the options, and no county, has so many bad rows. */
const REFUSED_SHARE_MAX = 0.9;
const REFUSED_SHARE_LOUD = 0.5;

/** So many polygons of other owners, and a PIN is not unique in its county. */
const OTHER_OWNERS_SHARE_MAX = 0.02;

type Outcome = {
  layer: string;
  read: number;
  parcels: number;
  refused: ReadonlyMap<string, number>;
  repaired: ReadonlyMap<string, number>;
  reportFile: string | undefined;
};

/** Throws, or returns what the operator should be told loudly. */
export function checkUsableRows({ layer, read, parcels, refused, repaired, reportFile }: Outcome): string[] {
  if (read === 0) {
    throw new OperatorError(`The layer ${layer} has no rows. Choose another one with --layer.`);
  }
  const count = sumOf(refused);
  const [reason = '', most = 0] = [...refused].reduce(
    (main, entry) => (entry[1] > main[1] ? entry : main),
    ['', 0],
  );
  const mainReason = `${reason} (${numberText(most)})`;
  if (parcels === 0) {
    const none =
      read === 1 ? 'The only row is not a parcel' : `None of the ${numberText(read)} rows is a parcel`;
    throw new OperatorError(`${none}: ${mainReason}. ${wayOut(reason, reportFile)}`);
  }
  if (count > REFUSED_SHARE_MAX * read) {
    throw new OperatorError(
      `Only ${numberText(read - count)} of the ${numberText(read)} rows are parcels: ${mainReason}. ${wayOut(reason, reportFile)}`,
    );
  }
  const others = repaired.get(JOINED_FROM_OTHER_OWNER) ?? 0;
  if (others > OTHER_OWNERS_SHARE_MAX * read) {
    return [
      `${numberText(others)} polygons have the PIN of another owner's land: the PIN seems to be unique only within a town or a map. Put that before it, such as --map "pin=TOWN & '-' & PIN".`,
    ];
  }
  if (count <= REFUSED_SHARE_LOUD * read) return [];
  return [
    `MORE THAN HALF OF THE ROWS WERE REFUSED: ${numberText(count)} of ${numberText(read)}, most of them for: ${mainReason}. ${wayOut(reason, reportFile)}`,
  ];
}

/** By the words of the reason. */
function wayOut(reason: string, reportFile = 'the report'): string {
  if (/\bPINs?\b/.test(reason)) return 'Name its field with --map pin=FIELD.';
  if (reason.startsWith('a geometry that ')) {
    return `Ask for the file in another format, or export it again; the rows are listed in ${reportFile}.`;
  }
  if (/\bfar\b|coordinate|\bworld\b/.test(reason)) {
    return 'Name the coordinate system of the file with --crs EPSG:NUMBER.';
  }
  if (/\b(point|line|area|shape|geometry|boundary)\b/.test(reason)) {
    return 'Choose a layer of polygons with --layer.';
  }
  return `The rows are listed in ${reportFile}.`;
}
