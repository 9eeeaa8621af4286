// Which field of a file names a street, a lake or a park, says its class, and in which direction traffic runs.

import { cleanText } from '../../import/fields/clean-text.ts';
import { compileExpression, type Evaluate } from '../../import/fields/compile-expression.ts';
import { parseExpression, quoteField } from '../../import/fields/expression.ts';
import {
  type FieldProfile,
  isBlank,
  knownNames,
  profileFields,
  rankedByName,
  share,
} from '../../import/fields/field-profile.ts';
import { checkedExpression, NOT_MAPPED, splitEntries } from '../../import/fields/mapping.ts';
import type { LayerField, RawValue } from '../../import/layer.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import type { GroundKind } from '../../store/layer-folder.ts';
import { railKindOf } from './classify-ground.ts';
import { findScheme, isStreetType, refOf } from './classify-roads.ts';

export const GROUND_FIELDS = ['name', 'class', 'oneway', 'level', 'route', 'population'] as const;
export type GroundField = (typeof GROUND_FIELDS)[number];
/** Each value is an expression of the importer's language; `-` leaves the field out. */
export type GroundMapping = Partial<Record<GroundField, string>>;

type Row = Record<string, RawValue>;
type Sampled = { fields: readonly LayerField[]; sample: readonly { properties: Row }[] };

/** 'name=Label,class=MajorRoad' */
export function parseGroundMapping(text: string): GroundMapping {
  const mapping: GroundMapping = {};
  for (const entry of splitEntries(text)) {
    if (entry.trim() === '') continue;
    const [word = '', ...rest] = entry.split('=');
    const field = GROUND_FIELDS.find((known) => known === word.trim().toLowerCase());
    if (!field || rest.length === 0) {
      throw new OperatorError(
        `--map ${entry.trim()} is not understood: write FIELD=EXPRESSION; the fields of a layer are ${GROUND_FIELDS.join(', ')}.`,
      );
    }
    mapping[field] = checkedExpression(rest.join('='));
  }
  return mapping;
}

const FULL_STREET = knownNames(
  `fullname full_name fullstreet full_street fullstname full_st_name stfullname streetfull street_full fullstreetname
   full_street_name fullroadname full_road_name roadfull completename completestreetname street_name_full streetname_full
   linear_name_full lf_name ord_stname_concat ord_stname stname_lab rd30full fullname_l st_full street_all streetall
   roadnameful stt_naam nom_voie nom_coll_g nom_voie_g nom_1_g label streetlabel street_label st_label gc_label lst_name l_stname_c name1
   street streetname street_name st_name stname strname road_name roadname rdname rd_name road name fename basename hwyname`,
);
const BASE_STREET = knownNames(
  `st_name stname street_name streetname strname str_name stnam lst_name road_name roadname rdname rd_name fename basename
   base_name l_stname_c street road name`,
);
const PRE_DIRECTION = knownNames(
  `st_predir predir pre_dir prefixdir prefix_dir dirprefix dirpre dir_pre fedirp stpredir prefixdirection predirection
   street_dir_prefix lst_predir predirabbr predirectional abpredir tdir st_dir pd prefix st_prefix`,
);
const PRE_TYPE = knownNames(`st_pretyp st_pretype pretype pre_type pretypabbr`);
const STREET_TYPE = knownNames(
  `st_postyp st_postype st_posttype posttype post_type streettype street_type strtype str_type sttype st_type fetype suftype
   lst_type posttypeabbr streetsuffix street_suffix st_suffix stsfx st_sfx suffix suffixtype ftype roadtype road_type rd_type
   type`,
);
const POST_DIRECTION = knownNames(
  `st_posdir st_postdir postdir post_dir sufdir suf_dir suffixdir suffix_dir dirsuffix dirsuf fedirs lst_posdir
   postdirection postdirectional abpostdir sfxdir quadrant sd`,
);
const NAME = knownNames(
  `name gnis_name gnisname gnis_nm fullname full_name feature_name featurename featname feat_name water_name waterbody
   wb_name lake_name lakename wtrbdyname stream_name streamname river_name hydro_name hydroname park_name parkname unit_nm unit_name distname1 site_name sitename facility
   facility_name facname location_name open_space_name os_name neighborhood neighborhoods nhood nhood_name nbhd nbhd_name nbrhood hood community
   community_name subdivision place place_name placename municipality muni_name munname city city_name cityname town
   town_name townname county county_name countyname namelsad label title description`,
);
const CLASS: Partial<Record<GroundKind, ReturnType<typeof knownNames>>> = {
  roads: knownNames(
    `mtfcc cfcc fcc highway fclass rw_type classcode snd_feacode kc_fcc_id kc_fcc routeclass f_f_class f_system fsystem
     functionalclass functional_class func_class funcclass functclass funct_class funclass func_cl
     fc nfc fhwa_class fed_func_class fedfunc road_class roadclass rdclass rd_class st_class stclass street_class streetclass
     artdescript arterial_class volclass feature_code_desc fcode_desc street_designation mst_function function
     class classification class_desc carto_class cartoclass carto_code cartocode carto roadclassification roadfunction importance classe frc wegbehsrt
     majorroad major_road major rank
     hierarchy category road_type roadtype rdtype rd_type street_type sttype type speedlimit speed_limit speedlim speed
     speed_lmt speed_lim posted_speed post_speed postedspee local_speed_mph mph`,
  ),
  water: knownNames(
    `mtfcc fcode fclass ftype feature_type featuretype feat_type hydro_type hydrotype water_type watertype wb_type wbtype
     stream_type streamtype type subtype class category kind description descript descr desc name`,
  ),
  rail: knownNames(`mtfcc type rail_type railtype class status rrowner description kind category fclass`),
  parks: knownNames(
    `mtfcc type park_type parktype loc_ds function facility_type factype os_type use use_type landuse land_use class category subtype kind
     fclass description name park_name site_name`,
  ),
  places: knownNames(
    `class type feature_type featuretype feature_class featureclass fclass kind place category mtfcc`,
  ),
  boundaries: knownNames(`type class kind boundary_type bndtype mtfcc admin_level category`),
};
const ONE_WAY = knownNames(
  `oneway one_way onewaydir oneway_dir one_way_dir one_way_dir_code dir_travel dirtravel travel_dir traveldir trafdir
   trafficdir traffic_dir traveldirection directionality direction flow flow_dir sens sens_cir sens_de_circulation rijrichtng`,
);
/** Above or below the ground, by a number that is 0 for the ground. */
const STACKED = knownNames('layer roadlevel road_level zlevel z_level pos_sol level');
const LEVEL = knownNames(
  `bridge is_bridge tunnel is_tunnel structure grade level_ structure_type road_structure elevated`,
);
/** Says which tracks are gone, beside their class. */
const STATUS = knownNames('status condition');
const ROUTE = knownNames(
  `route roadnumber road_number road_classification_number wegnummer numero route_name routename rtename rte_name ref route_num routenum rte route_no shield hwy_num`,
);
const POPULATION = knownNames(`population pop pop2020 pop_2020 totpop pop10 pop2010 pop_est popestimate`);

/** The guess, with what the operator gave in its place. */
export function guessGroundFields(kind: GroundKind, { fields, sample }: Sampled): GroundMapping {
  const profiles = profileFields(
    fields,
    sample.map(({ properties }) => ({ properties, acres: undefined })),
  ).filter((profile) => !isBlank(profile) || sample.length === 0);
  const first = (
    known: ReturnType<typeof knownNames>,
    fits: (profile: FieldProfile) => boolean = () => true,
  ) => rankedByName(profiles, known).find(fits);
  const nameOf = (profile: FieldProfile | undefined) => joined([profile]);
  const isRoad = kind === 'roads';
  const saysKind =
    first(CLASS[kind] ?? [], (profile) => !isRoad || saysClass(profile)) ??
    (isRoad ? profiles.find(saysFunction) : undefined);
  const status =
    kind === 'rail' ? first(STATUS, (profile) => profile !== saysKind && saysGone(profile)) : undefined;
  const found: Record<GroundField, string | undefined> = {
    name: isRoad
      ? guessStreetName(profiles)
      : nameOf(first(NAME, (profile) => share(profile, isWordy) > 0.5)),
    class: joined([saysKind, status]),
    oneway: isRoad ? nameOf(first(ONE_WAY, saysDirection)) : undefined,
    level: isRoad || kind === 'rail' ? nameOf(first(STACKED, isStacked) ?? first(LEVEL)) : undefined,
    route: isRoad ? nameOf(first(ROUTE, saysRoute)) : undefined,
    population: kind === 'places' ? nameOf(first(POPULATION)) : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined));
}

const isWordy = (value: string) => /\p{L}{2}/u.test(value) && !/^\{?[0-9a-f-]{32,}\}?$/i.test(value);

const valuesOf = ({ present }: FieldProfile) => [...new Set(present)];

/** An expression of their names. Undefined without any. */
function joined(profiles: readonly (FieldProfile | undefined)[]): string | undefined {
  const names = profiles.flatMap((profile) => (profile ? [quoteField(profile.field.name)] : []));
  return names.length > 1 ? `join(' ', ${names.join(', ')})` : names[0];
}

const saysGone = ({ present }: FieldProfile) => present.some((value) => railKindOf(value) === 'gone');
const isStacked = ({ present }: FieldProfile) =>
  present.every((value) => /^-?\d$/.test(value)) && present.some((value) => value !== '0');

const saysRoute = ({ present }: FieldProfile) => present.some((value) => refOf(value) !== null);

function saysClass(profile: FieldProfile): boolean {
  return findScheme(valuesOf(profile), profile.field.name) !== undefined;
}

/** A column of any name with words of functional classes, such as ARTCLASS. */
function saysFunction(profile: FieldProfile): boolean {
  const values = valuesOf(profile);
  return (
    values.length <= 30 && values.some((value) => /\b(arterial|collector)/i.test(value)) && saysClass(profile)
  );
}

function saysDirection(profile: FieldProfile): boolean {
  const values = valuesOf(profile);
  const read = readDirections(values);
  return read !== undefined && values.some((value) => read(value) !== 'both');
}

/** Whether a street's name ends as streets do: 'Cambridge St'. */
function endsAsStreet(value: string): boolean {
  const words = value.split(/\s+/);
  return words.length > 1 && isStreetType(words.at(-1)!);
}

const isDirection = (value: string) => /^([NSEW]|[NS][EW]|NORTH|SOUTH|EAST|WEST)\.?$/i.test(value);

/** Names that a street has beside its own, and those of the streets where it begins and ends. */
const OTHER_STREET = /alias|alt|old|former|prev|from|to_|cross|\bx|begin|start|end|addr/i;

/** A column with whole names, or the parts of a name in several columns. */
function guessStreetName(profiles: readonly FieldProfile[]): string | undefined {
  const whole = rankedByName(profiles, FULL_STREET).filter((profile) => share(profile, isWordy) > 0.5);
  const full = whole.find((profile) => share(profile, endsAsStreet) >= 0.5);
  if (full) return joined([full]);
  const unknown = profiles.find(
    (profile) =>
      !isBlank(profile) && !OTHER_STREET.test(profile.field.name) && share(profile, endsAsStreet) >= 0.5,
  );
  const base = rankedByName(profiles, BASE_STREET).find((profile) => share(profile, isWordy) > 0.3);
  const part = (known: ReturnType<typeof knownNames>, fits: (value: string) => boolean) =>
    rankedByName(profiles, known).find((profile) => profile !== base && share(profile, fits) >= 0.7);
  const type = part(STREET_TYPE, isStreetType);
  if (!base || !type) return joined([unknown ?? whole[0]]);
  return joined([
    part(PRE_DIRECTION, isDirection),
    part(PRE_TYPE, isWordy),
    base,
    type,
    part(POST_DIRECTION, isDirection),
  ]);
}

/** Whether traffic runs along the line, against it, or both ways. */
export type Direction = 'along' | 'against' | 'both';

/** What the values of a column mean. Undefined where some mean nothing: it is another kind of direction. */
export function readDirections(values: readonly string[]): ((text: string) => Direction) | undefined {
  const upper = new Set(values.map((value) => value.toUpperCase()));
  const table = DIRECTIONS.find(({ when }) => when(upper))!.table;
  const read = (text: string) => table[text.toUpperCase()] ?? directionInWords(text);
  return values.every((value) => read(value)) ? (text) => read(text) ?? 'both' : undefined;
}

/** 'One way (Against digitizing direction)', 'Same direction', 'Two-Way' */
function directionInWords(text: string): Direction | undefined {
  if (text === '' || /two.?way|both|bi.?dir|not one.?way|double/i.test(text)) return 'both';
  if (/against|revers|opposite|backward|to.?from|invers/i.test(text)) return 'against';
  return /one.?way|digitiz|(same|in|sens) ?dir|\bwith\b|forward|from.?to/i.test(text) ? 'along' : undefined;
}

type Directions = Record<string, Direction>;

/** From the first node, or to it; both, or not for cars. */
const NODES: Directions = {
  B: 'both',
  N: 'both',
  F: 'along',
  FT: 'along',
  T: 'against',
  TF: 'against',
  // Of the Netherlands: there, or unknown.
  H: 'along',
  O: 'both',
};
const YES_OR_NO: Directions = {
  ...Object.fromEntries(['FT', 'F-T', 'Y', 'YES', 'TRUE', 'T', '1', 'OW'].map((value) => [value, 'along'])),
  ...Object.fromEntries(['TF', 'T-F', '-1'].map((value) => [value, 'against'])),
  ...Object.fromEntries(['N', 'NO', 'FALSE', 'F', '0', '2', 'TW', 'NV'].map((value) => [value, 'both'])),
};
/** The first that fits the values. */
const DIRECTIONS: readonly { when: (values: ReadonlySet<string>) => boolean; table: Directions }[] = [
  { when: (values) => values.has('B'), table: NODES },
  // New York's: with the line, against it, two-way, for pedestrians.
  {
    when: (values) => values.has('A') || (values.has('W') && values.has('T')),
    table: { W: 'along', A: 'against', T: 'both', P: 'both' },
  },
  { when: (values) => values.has('0') && values.has('2'), table: { 0: 'both', 1: 'along', 2: 'against' } },
  { when: () => true, table: YES_OR_NO },
];

/** Reads one of the fields as clean text. */
export type ReadField = (row: Row) => string | null;

export function compileGroundFields(
  mapping: GroundMapping,
  fields: readonly LayerField[],
): Record<GroundField, ReadField> {
  const read = (field: GroundField): ReadField => {
    const text = mapping[field];
    if (text === undefined || text === NOT_MAPPED) return () => null;
    const evaluate: Evaluate = compileExpression(parseExpression(text), {
      fields,
      isNumber: false,
      reading: { order: 'mdy', year: new Date().getFullYear() },
      use: field,
    });
    return (row) => cleanText(evaluate(row));
  };
  return Object.fromEntries(GROUND_FIELDS.map((field) => [field, read(field)])) as Record<
    GroundField,
    ReadField
  >;
}
