// What the guesser knows about a field of the county: its names, and its values in the sample.
import type { LayerField } from '../layer.ts';
import { cleanText } from './clean-text.ts';
import { isSystemField } from './county-extras.ts';
import { CUT_LENGTH, lastPart, nameKey } from './field-names.ts';
import type { Sample } from './mapping.ts';

export type FieldProfile = {
  field: LayerField;
  /** From the surest name to the vaguest. */
  names: readonly NameKey[];
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
};

/** Prefixes that say what a field is about, so they belong to its name. */
const MEANINGFUL =
  /^(own|owner|owners|ownr|mail|mailing|m|pstl|post|postal|taxpayer|bill|billing|situs|site|s|phy|phys|physical|prop|property|loc|location|adr|sale|sales|ls|last|deed|legal|lgl|st|lot|lnd|land|total|calc|map|block|blk|prior|prev|pin)$/i;
const TABLE_LIKE = /^(tax|cama|gis|assessor|assess|assr|parcels|parcel|sde|dbo|tbl|vw|cad|county|cnty)$/i;
const SHARED_BY = 0.6;

/** Without the fields of GIS programs, which are never meant. */
export function profileFields(fields: readonly LayerField[], sample: readonly Sample[]): FieldProfile[] {
  const own = fields.filter(({ name }) => !isSystemField(name));
  const prefix = tablePrefix(own.map(({ name }) => lastPart(name)));
  return own.map((field) => {
    const values = sample.map(({ properties }) => cleanText(properties[field.name]));
    const present = values.filter((value) => value !== null);
    return {
      field,
      names: nameKeys(field, prefix),
      values,
      present,
      filled: sample.length === 0 ? 1 : present.length / sample.length,
      distinct: present.length === 0 ? 1 : new Set(present).size / present.length,
    };
  });
}

function nameKeys({ name, alias }: LayerField, prefix: string | undefined): NameKey[] {
  const texts = [name, lastPart(name)];
  if (alias !== undefined) texts.push(alias);
  for (const text of [lastPart(name), alias ?? '']) {
    const underscore = text.indexOf('_');
    const first = text.slice(0, Math.max(underscore, 0));
    if (first !== '' && (first === prefix || TABLE_LIKE.test(first))) texts.push(text.slice(underscore + 1));
  }
  return texts.map((text) => ({
    key: nameKey(text),
    // A prefix that was taken off has used up some of the ten characters.
    isCut: text.length === CUT_LENGTH || (name.length === CUT_LENGTH && name.endsWith(text)),
  }));
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

/** The place in the list of the best name that fits, plus a penalty where it is no field's plain name. */
export function nameRank(profile: FieldProfile, known: readonly KnownName[]): number | undefined {
  let best: number | undefined;
  profile.names.forEach(({ key, isCut }, vagueness) => {
    const at = known.findIndex((name) => name.key === key || (isCut && name.cut === key));
    const rank = at + Math.max(0, vagueness - 1) * PENALTY_OF_VAGUE_NAME;
    if (at >= 0 && (best === undefined || rank < best)) best = rank;
  });
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

/** The share of present values that a test accepts; 1 where there are none to judge. */
export function share(profile: FieldProfile, accepts: (value: string) => boolean): number {
  if (profile.present.length === 0) return 1;
  return profile.present.filter(accepts).length / profile.present.length;
}
