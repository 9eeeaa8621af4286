// What a layer is to the map, and how that is guessed from its name, its shapes and its fields.
import { nameKey } from '../import/fields/field-names.ts';
import type { LayerField } from '../import/layer.ts';
import { GROUND_KINDS, type GroundKind, type LayerKind } from '../store/layer-folder.ts';

export function isGroundKind(kind: LayerKind): kind is GroundKind {
  return (GROUND_KINDS as readonly string[]).includes(kind);
}

type Described = {
  /** Of the file and of the layer in it. */
  names: readonly string[];
  geometry: 'area' | 'line' | 'point' | 'mixed';
  fields: readonly LayerField[];
};

type Guess = { kind: GroundKind | 'overlay'; because: string };

type Rule = { kind: Guess['kind']; words: RegExp };

/** The first rule that matches decides: a water district is no water, and a street light no street. */
const AREA_RULES: readonly Rule[] = [
  { kind: 'buildings', words: /build|footprint|bldg|structures?\b/ },
  {
    kind: 'overlay',
    words:
      /zon(e|es|ing)\b|district|flood|soil|easement|wetland|overlay|precinct|ward\b|historic|land ?use|future|tax|school|service area|watershed|block|tract|right.?of.?way/,
  },
  { kind: 'water', words: /water|hydro|lake|pond|river|stream|ocean|coast|reservoir|nhd/ },
  {
    kind: 'parks',
    words:
      /park\b|parks|open ?space|recreation|green|conserv|cemeter|playground|golf|preserve|forest|arealm|landmark/,
  },
  { kind: 'places', words: /neighbo|hoods?\b|nhood|places?\b|communit|village|hamlet|subdivision/ },
  { kind: 'boundaries', words: /bound|bndry|limit|municip|border|corporate|jurisdic|city|town|county/ },
];

const LINE_RULES: readonly Rule[] = [
  {
    kind: 'overlay',
    words: /main|sewer|storm|gas|electric|fiber|utilit|pipe|bus|transit route|snow|plow|bike|sidewalk|curb/,
  },
  { kind: 'rail', words: /rail|track|train|subway|metro\b/ },
  { kind: 'water', words: /hydro|stream|river|water|creek|flow ?line|drain|canal|ditch|nhd/ },
  { kind: 'roads', words: /road|street|center ?line|centre ?line|highway|route|edges|trans/ },
  { kind: 'boundaries', words: /bound|bndry|limit|border/ },
];

const POINT_RULES: readonly Rule[] = [
  { kind: 'places', words: /neighbo|hoods?\b|places?\b|populated|villages?\b|hamlets?\b|cities|towns?\b/ },
];

/** Fields that only a street network has: address ranges, or the Census Bureau's classes. */
const STREET_FIELDS =
  /^(lfrom(add)?|fromaddl|fromleft|lf?addr?|lladd|fromaddrl|ladd?from|zip(l|left)|zipcodeleft|onew(a)?y|stpostyp|stpostype|rttyp|speedlimit)$/;

export function guessKind({ names, geometry, fields }: Described): Guess {
  const words = names.map(wordsOf).join(' ');
  const rules = { area: AREA_RULES, line: LINE_RULES, point: POINT_RULES, mixed: [] }[geometry];
  for (const { kind, words: pattern } of rules) {
    const [found] = pattern.exec(words) ?? [];
    if (found) return { kind, because: `its name has "${found.trim()}"` };
  }
  const street = fields.find(({ name }) => STREET_FIELDS.test(nameKey(name)));
  if (geometry === 'line' && street) return { kind: 'roads', because: `it has the field ${street.name}` };
  return { kind: 'overlay', because: 'nothing says that it belongs to the street map' };
}

/** BOUNDARY_CDDNeighborhoods and boundary-cddneighborhoods become words. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z]+/g, ' ')
    .toLowerCase();
}
