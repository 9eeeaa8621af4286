// Which field colors an overlay, and which one is written on the map.
import { cleanText } from '../import/fields/clean-text.ts';
import { requireField } from '../import/fields/field-names.ts';
import {
  type FieldProfile,
  isBlank,
  knownNames,
  profileFields,
  rankedByName,
  share,
} from '../import/fields/field-profile.ts';
import type { RawValue } from '../import/layer.ts';
import type { ShapeLayer } from '../import/open-shapes.ts';
import type { LayerRecipe } from './layer-recipe.ts';

type Row = Record<string, RawValue>;

export type OverlayFields = {
  /** The name of the field; undefined where the overlay has one color. */
  colorBy: string | undefined;
  label: string | undefined;
  /** What "On this parcel" calls a shape: what colors it, or else what names it. */
  valueIn(row: Row): string | null;
  labelOf(row: Row): string | null;
};

/** From the surest to the vaguest. */
const TELLING = knownNames(
  `zone zoning zone_type zonetype zone_code zonecode zone_class zonedist zone_dist zoning_code zoningcode zoning_dis
   zone_cmplt zoning_label zone_district zonedes zoneid zonelut zone_desc district dist_name distname fld_zone wetland_type
   musym muname soil school schoolname school_name high_school elem ward precinct class classification type category subtype
   kind landuse land_use lu_code use_desc usecode status material size diameter name label title description descr desc`,
);
/** Of columns whose whole names are in no list, such as SDNAME_2024, EASE_TYPE or HU12Name. */
const TELLING_PART = /zon(e|ing)|dist(rict)?(?!anc)|ward|precinct|class|categ|type|name|label|desc/i;
/** Who owns what is drawn on the map for all readers only where the operator asks for it. */
const OWNER_PART = /(?<!t)own(e?r|nam)/i;
/** With more different values than this, a color says nothing. */
const DISTINCT_MAX = 100;
/** So few have colors of their own, even if each shape has its own value. */
const COLORS_MAX = 12;
const LABEL_LENGTH_MAX = 60;
/** A value is one line of a parcel's details; some columns hold whole ordinances. */
const VALUE_LENGTH_MAX = 200;

export function overlayFields(
  { fields, sample, geometry }: Pick<ShapeLayer, 'fields' | 'sample' | 'geometry'>,
  { colorBy: wanted, label: wantedLabel }: Pick<LayerRecipe, 'colorBy' | 'label'>,
): OverlayFields {
  const named = (name: string, use: string) => requireField({ wanted: name, fields, use }).name;
  const guessed = guess({ fields, sample });
  const colorBy = wanted === undefined ? guessed.colorBy : named(wanted, '--color-by');
  const naming = colorBy ?? guessed.naming;
  const label =
    wantedLabel === undefined ? (geometry === 'point' ? undefined : naming) : named(wantedLabel, '--label');
  const read = (field: string | undefined, lengthMax: number) => (row: Row) =>
    (field === undefined ? null : cleanText(row[field]))?.slice(0, lengthMax) ?? null;
  return {
    colorBy,
    label,
    valueIn: read(colorBy ?? label ?? naming, VALUE_LENGTH_MAX),
    labelOf: read(label, LABEL_LENGTH_MAX),
  };
}

function guess({ fields, sample }: Pick<ShapeLayer, 'fields' | 'sample'>): {
  colorBy: string | undefined;
  naming: string | undefined;
} {
  const profiles = profileFields(
    fields,
    sample.map(({ properties }) => ({ properties, acres: undefined })),
  );
  const known = rankedByName(profiles, TELLING);
  const candidates = [
    ...known,
    ...profiles.filter(
      (profile) =>
        !known.includes(profile) &&
        TELLING_PART.test(profile.field.name) &&
        !OWNER_PART.test(profile.field.name),
    ),
  ]
    .map((profile) => ({ profile, different: new Set(profile.present).size }))
    .filter(
      ({ profile, different }) =>
        (different > 1 || profile.values.length === 1) && !isBlank(profile) && isShort(profile),
    );
  const colors = candidates.find(
    ({ profile: { present }, different }) =>
      different > 1 && different <= Math.max(COLORS_MAX, Math.min(DISTINCT_MAX, present.length * 0.8)),
  );
  return { colorBy: colors?.profile.field.name, naming: candidates[0]?.profile.field.name };
}

const isShort = (profile: FieldProfile) => share(profile, (value) => value.length <= LABEL_LENGTH_MAX) > 0.9;
