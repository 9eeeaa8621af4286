// Whether an archive of vector tiles is a street map in the schema of Protomaps, by what its metadata say.
// https://docs.protomaps.com/basemaps/layers

export type DescribedLayer = { id: string; fields?: Readonly<Record<string, unknown>> | undefined };

const NEEDED = ['earth', 'water', 'roads'];
/** What version 3 and older wrote in place of `kind`. */
const OLD_KIND = 'pmap:kind';
const LISTED_LAYERS = 8;

/** The end of a sentence that begins with the file's name. Undefined where nothing is wrong, or nothing is said. */
export function schemaProblem(layers: readonly DescribedLayer[] | undefined): string | undefined {
  if (!layers) return undefined;
  const ids = layers.map(({ id }) => id);
  if (layers.some(({ fields = {} }) => OLD_KIND in fields && !('kind' in fields))) {
    return 'is in an older version of the Protomaps schema, of which only the water would be drawn: get a build of 2024 or later';
  }
  if (NEEDED.every((id) => ids.includes(id))) return undefined;
  const some = ids.slice(0, LISTED_LAYERS).join(', ') || 'none';
  return `is in another schema than that of Protomaps (its layers are ${some}${ids.length > LISTED_LAYERS ? ', …' : ''}; ${NEEDED.join(', ')} are needed)`;
}
