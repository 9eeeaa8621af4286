// What the guesser knows about a field of the county: its names, and its values in the sample.
import type { LayerField } from '../layer.ts';
import { cleanText } from './clean-text.ts';
import { isSystemField } from './county-extras.ts';
import { quoteField } from './expression.ts';
import { CUT_LENGTH, lastPart, nameKey } from './field-names.ts';
import type { Sample } from './mapping.ts';
import { nameWords, spelledKey } from './name-words.ts';

export type FieldProfile = {
  field: LayerField;
  /** From the surest name to the vaguest. */
  names: readonly NameKey[];
  /** Of its name, or of its alias where the name says nothing. */
  words: readonly string[];
  /** Clean text of each row of the sample. */
  values: readonly (string | null)[];
  /** The values that are there. */
  present: readonly string[];
  /** Shares from 0 to 1; both are 1 where there is no sample. */
  filled: number;
  distinct: number;
};

type NameKey = {
  key: string;
  /** Whether the name may have been cut at ten characters. */
  isCut: boolean;
  /** 0 for the field's plain name. */
  vagueness: number;
};

/** Prefixes that say what a field is about, so they belong to its name. */
const MEANINGFUL =
  /^(own|owner|owners|ownr|mail|mailing|m|pstl|post|postal|taxpayer|bill|billing|situs|site|s|phy|phys|physical|prop|property|loc|location|adr|sale|sales|ls|last|deed|legal|lgl|st|lot|lnd|land|total|calc|map|block|blk|prior|prev|pin)$/i;
const TABLE_LIKE = /^(tax|cama|gis|assessor|assess|assr|parcels|parcel|sde|dbo|tbl|vw|cad|county|cnty)$/i;
const SHARED_BY = 0.6;
/** COUNTY_NAME is the county's name, not the name in the table of the county. */
const NEEDS_PREFIX = /^(name|nm|id|no|num|number|code|cd|type|desc|date|year)$/i;

/** Without the fields of GIS programs, which are never meant. */
export function profileFields(fields: readonly LayerField[], sample: readonly Sample[]): FieldProfile[] {
  const own = fields.filter(({ name }) => !isSystemField(name));
  const lastParts = own.map(({ name }) => lastPart(name));
  const affixes = { prefix: tablePrefix(lastParts), suffix: placeSuffix(lastParts) };
  return own.map((field) => {
    const values = sample.map(({ properties }) => cleanText(properties[field.name]));
    const present = values.filter((value) => value !== null);
    return {
      field,
      names: nameKeys(field, affixes),
      words: nameWords(lastPart(field.name)),
      values,
      present,
      filled: sample.length === 0 ? 1 : present.length / sample.length,
      distinct: present.length === 0 ? 1 : new Set(present).size / present.length,
    };
  });
}

type Affixes = { prefix: string | undefined; suffix: string | undefined };

function nameKeys({ name, alias }: LayerField, { prefix, suffix }: Affixes): NameKey[] {
  const own = lastPart(name);
  const texts: [string, number][] = [
    [name, 0],
    [own, 0],
  ];
  if (alias !== undefined) texts.push([alias, 1]);
  for (const text of [own, alias ?? '']) {
    const underscore = text.indexOf('_');
    const first = text.slice(0, Math.max(underscore, 0));
    const rest = text.slice(underscore + 1);
    if (first === '' || NEEDS_PREFIX.test(rest)) continue;
    if (first === prefix || TABLE_LIKE.test(first)) texts.push([rest, 1]);
  }
  const keys = texts.map(([text, vagueness]) => ({
    key: nameKey(text),
    // A prefix that was taken off has used up some of the ten characters.
    isCut: text.length === CUT_LENGTH || (name.length === CUT_LENGTH && name.endsWith(text)),
    vagueness,
  }));
  const spelled = [own, alias ?? ''].map((text) => ({
    key: spelledKey(text),
    isCut: text.length === CUT_LENGTH,
    vagueness: 2,
  }));
  if (suffix !== undefined && new RegExp(`${suffix}\\d?$`).test(nameKey(own))) {
    const bare = nameKey(own).replace(new RegExp(`${suffix}(?=\\d?$)`), '');
    // An address with a state is the owner's: no county lists its own state.
    for (const key of [`mail${bare}`, bare]) spelled.push({ key, isCut: false, vagueness: 2 });
  }
  return [...keys, ...spelled].filter(
    ({ key }, at, all) => key !== '' && all.findIndex((other) => other.key === key) === at,
  );
}

/** CITYGL, STGL and ZIPGL: what the place of an address ends with says where it comes from. */
function placeSuffix(names: readonly string[]): string | undefined {
  const keys = new Set(names.map(nameKey));
  for (const key of keys) {
    const [, suffix] = /^city([a-z]{2,4})$/.exec(key) ?? [];
    if (suffix === undefined || /^(code|cd|name|nam|nm|desc|st|zip|stzip)$/.test(suffix)) continue;
    const isShared = keys.has(`state${suffix}`) || keys.has(`st${suffix}`);
    if (isShared && keys.has(`zip${suffix}`)) return suffix;
  }
  return undefined;
}

/** The name of a joined table that most fields begin with. */
function tablePrefix(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) {
    const underscore = name.indexOf('_');
    if (underscore > 0) {
      const first = name.slice(0, underscore);
      counts.set(first, (counts.get(first) ?? 0) + 1);
    }
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  const isShared = most !== undefined && most[1] >= 4 && most[1] >= names.length * SHARED_BY;
  return isShared && !MEANINGFUL.test(most[0]) ? most[0] : undefined;
}

/** A name that counties use, with its form in a Shapefile. */
export type KnownName = { key: string; cut: string };

export function knownNames(names: string): KnownName[] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => ({ key: nameKey(name), cut: nameKey(name.slice(0, CUT_LENGTH)) }));
}

const PENALTY_OF_VAGUE_NAME = 3;
/** A name of ten characters may be whole as well. */
const PENALTY_OF_CUT_NAME = 2;

/** The place in the list of the best name that fits, plus a penalty where it is not a field's plain name. */
export function nameRank(profile: FieldProfile, known: readonly KnownName[]): number | undefined {
  let best: number | undefined;
  for (const { key, isCut, vagueness } of profile.names) {
    const whole = known.findIndex((name) => name.key === key);
    const at = whole < 0 && isCut ? known.findIndex((name) => name.cut === key) : whole;
    const rank = at + vagueness * PENALTY_OF_VAGUE_NAME + (at >= 0 && whole < 0 ? PENALTY_OF_CUT_NAME : 0);
    if (at >= 0 && (best === undefined || rank < best)) best = rank;
  }
  return best;
}

/** The fields whose names are in the list, best first; fields without any value come last. */
export function rankedByName(profiles: readonly FieldProfile[], known: readonly KnownName[]): FieldProfile[] {
  return profiles
    .map((profile) => ({ profile, rank: nameRank(profile, known) }))
    .filter((entry): entry is { profile: FieldProfile; rank: number } => entry.rank !== undefined)
    .sort((a, b) => Number(isBlank(a.profile)) - Number(isBlank(b.profile)) || a.rank - b.rank)
    .map(({ profile }) => profile);
}

/** A field that only a few rows of the sample have is as good as none. */
export function isBlank({ filled }: FieldProfile): boolean {
  return filled < 0.02;
}

/** A code of one letter says nothing to people. */
export function isLetter(profile: FieldProfile): boolean {
  return profile.present.length > 0 && share(profile, (value) => value.length === 1) > 0.5;
}

/** An expression for the field. */
export function fieldOf(profile: FieldProfile | undefined): string | undefined {
  return profile && quoteField(profile.field.name);
}

/** The share of present values that a test accepts; 1 where there are none to judge. */
export function share(profile: FieldProfile, accepts: (value: string) => boolean): number {
  if (profile.present.length === 0) return 1;
  return profile.present.filter(accepts).length / profile.present.length;
}
