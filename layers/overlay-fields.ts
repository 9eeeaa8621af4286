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
  valueIn(row: Row): string | null;
  labelOf(row: Row): string | null;
};

const TELLING = knownNames(
  `zone zoning zone_type zonetype zone_code zonecode zone_class zonedist zone_dist zoning_code zoningcode zoning_dis
   district dist_name distname fld_zone wetland_type musym muname soil school schoolname school_name high_school elem
   class classification type category subtype kind landuse land_use lu_code use_desc usecode status material size
   diameter name label title description descr desc`,
);
/** With more different values than this, a color says nothing. */
const DISTINCT_MAX = 100;
const LABEL_LENGTH_MAX = 60;

export function overlayFields(
  { fields, sample, geometry }: Pick<ShapeLayer, 'fields' | 'sample' | 'geometry'>,
  { colorBy: wanted, label }: Pick<LayerRecipe, 'colorBy' | 'label'>,
): OverlayFields {
  const named = (name: string, use: string) => requireField({ wanted: name, fields, use }).name;
  const colorBy = wanted === undefined ? guess({ fields, sample }) : named(wanted, '--color-by');
  const labelField =
    label === undefined ? (geometry === 'point' ? undefined : colorBy) : named(label, '--label');
  const read = (field: string | undefined) => (row: Row) =>
    field === undefined ? null : cleanText(row[field]);
  const labelOf = read(labelField);
  return {
    colorBy,
    label: labelField,
    valueIn: read(colorBy),
    labelOf: (row) => labelOf(row)?.slice(0, LABEL_LENGTH_MAX) ?? null,
  };
}

function guess({ fields, sample }: Pick<ShapeLayer, 'fields' | 'sample'>): string | undefined {
  const profiles = profileFields(
    fields,
    sample.map(({ properties }) => ({ properties, acres: undefined })),
  );
  const tells = (profile: FieldProfile) => {
    const values = new Set(profile.present);
    return (
      !isBlank(profile) &&
      values.size > 1 &&
      values.size <= Math.max(2, Math.min(DISTINCT_MAX, profile.present.length * 0.8)) &&
      share(profile, (value) => value.length <= LABEL_LENGTH_MAX) > 0.9
    );
  };
  return rankedByName(profiles, TELLING).find(tells)?.field.name;
}
