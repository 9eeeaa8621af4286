// What a layer is to the map, and how that is guessed from its name, its shapes and its fields.
import { nameKey } from '../import/fields/field-names.ts';
import type { LayerField } from '../import/layer.ts';
import type { GroundKind } from '../store/layer-folder.ts';

type Described = {
  /** Of the file and of the layer in it. */
  names: readonly string[];
  geometry: 'area' | 'line' | 'point' | 'mixed';
  fields: readonly LayerField[];
};

type Guess = { kind: GroundKind | 'overlay'; because: string };

type Rule = { kind: Guess['kind']; words: RegExp };

/**
 * What towns keep lists of, and what only sounds like ground: a water district is no water, a street light no street, and
 * a park-and-ride lot no park.
 */
const LISTS =
  /permit|inspect|violation|crash|accident|hydrants?|\btrees?\b|\blights?\b|lighting|signals?\b|signs?\b|\bstops?\b|parking|\bpark (and |n )?ride|meters?\b|valves?\b|manholes?|outfalls?|catch ?basins?|transmission|\bpower|electric|fiber|utilit|pipe|sewer|storm|\bgas\b|\bmains\b|(water|force|gravity|trunk) (main|line)s?\b|laterals?\b|easement|zon(e|es|ing)\b|districts?\b|\bdist\b|flood|soil|watershed|wellhead|aquifer|overlay|precinct|wards?\b|historic|future|proposed|\btax\b|school|service area|census|tracts?\b|block ?groups?|\bblocks\b|right.?of.?way|\brow\b|\bbus(es)?\b|transit|snow|plow|sweep|bike|bicycle|sidewalk|curb|pavement|paving|truck|evacuation|emergency|haul|traffic (count|volume)|aadt|closures?|detour|striping|contours?\b|annexation|redevelop|capital|project|contamina|water (quality|supply|pressure|service|tower|tank|right|use|well)s?\b|(mobile home|industrial|business|office|rv|trailer|skate|dog) parks?\b|parks? (board|maintenance|amenit)/;

/** The first rule that matches decides. */
const AREA_RULES: readonly Rule[] = [
  { kind: 'parks', words: /\bosm land ?use\b/ },
  { kind: 'overlay', words: LISTS },
  { kind: 'overlay', words: /wetland|land ?use|land ?cover|\b(water|drainage) (structure|control)/ },
  { kind: 'buildings', words: /build|footprint|bldg|\bb[aâ]timents?\b|roof ?(print|line|top)|structures?\b/ },
  {
    kind: 'water',
    words: /water|hydro|\blakes?|pond|rivers?\b|streams?\b|ocean|coast|reservoir|\bnhd|shoreline|\bwb\b/,
  },
  {
    kind: 'parks',
    words:
      /parks?\b|park ?land|open ?space|recreation|green ?(space|belt|way)|conserv|cemeter|playground|golf|preserve|forest|arealm|landmark|\bpados\b|\bpadus\b|beach/,
  },
  { kind: 'places', words: /neighbo|hoods?\b|nhood|nbhd|places?\b|communit|villages?\b|hamlet|subdivision/ },
  {
    kind: 'boundaries',
    words:
      /bound|bndry|bdry|limits?\b|municip|borders?\b|corporate|jurisdic|cousub|\bcommunes?\b|^tl us county$|towns? ?survey|\b(cities|towns|townships|counties|boroughs)( polys?m?| polygons?| areas?)?$|^((city|county|town)( polygons?)? ?)+$/,
  },
];

const LINE_RULES: readonly Rule[] = [
  { kind: 'overlay', words: LISTS },
  { kind: 'overlay', words: /\btrails?\b|fence|guard ?rail|retaining|crosswalk|speed (hump|limit)/ },
  { kind: 'rail', words: /\brail|voie ferr|\btracks?\b|\btrains?\b|subway|street ?car|metro ?(line|rail)/ },
  {
    kind: 'water',
    words:
      /hydro|streams?\b|rivers?\b|\bwater\b|water ?(way|course|line|bod)|linear ?water|creeks?\b|flow ?lines?|drain|canals?\b|ditch|\bnhd|shore ?line|coast/,
  },
  {
    kind: 'roads',
    words:
      /road|street|center ?line|centre ?line|highway|(us|state|numbered) routes?\b|\bedges\b|\btrans(portation)?\b|\blion\b|addrfeat|\brcl\b|\bnrn\b|\bde route\b|wegvak|geobase/,
  },
  { kind: 'boundaries', words: /bound|bndry|bdry|limits?\b|borders?\b/ },
];

const POINT_RULES: readonly Rule[] = [
  { kind: 'overlay', words: LISTS },
  { kind: 'overlay', words: /worship|polling|voting|interest|market|meeting/ },
  {
    kind: 'places',
    words: /neighbo|hoods?\b|\bplaces?\b|populated|villages?\b|hamlets?\b|\bcities\b|\btowns?\b/,
  },
];

/** Fields that only a street network has: address ranges, or the Census Bureau's classes. */
const STREET_FIELDS =
  /^(lfrom(add)?|fromaddl|fromleft|lf?addr?|lladd|fromaddrl|ladd?from|zip(l|left)|zipcodeleft|onew(a)?y|onewaydir|dirtravel|trafdir|stpostyp|stpostype|rttyp|speedlimit|fromaddrl?|lfaddr|laddfrom|lladd|fadd?l|lstname|roadclass|routeclass|fraddl|cfcc|highway|roadsurface|speedlim|speedlmt|postedspee?d?|spdmax|rdname|roadname|rdclass|func(t|tional)?class|fclass|fsystem)$/;

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
    .replace(
      /(\.(shp|zip|gz|tar|tgz|(geo)?json[ls]?|gpkg|gdb|km[lz]|csv|tsv|txt|gml|fgb|(geo)?parquet))+$/i,
      '',
    )
    .replace(/[^A-Za-z]+/g, ' ')
    .trim()
    .toLowerCase();
}
