// A county as the operator names it: its source, its name in the store, and the recipe that a refresh repeats.
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { parcelFields } from '../contract/parcel-columns.ts';
import type { FieldMapping } from '../import/fields/mapping.ts';
import { type CountyDefinition, readDefinition } from '../import/openaddresses/definitions.ts';
import { rememberedTokens } from '../layers/layer-recipe.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { SOURCE_NAME } from '../store/parcel-sources.ts';

/** How a source is read, of parcels as of layers. */
export const SOURCE_OPTIONS = {
  layer: { value: 'NAME', summary: 'which layer, where the source has several' },
  crs: { value: 'SYSTEM', summary: 'the coordinate system, such as EPSG:2264, where the source lacks it' },
  encoding: { value: 'NAME', summary: 'of text, such as windows-1252, where the guess is wrong' },
  token: {
    value: 'TOKEN',
    summary: 'for an ArcGIS layer that is not public; remembered for its refreshes',
  },
};

const text = z.string().optional();

const recipeSchema = z.object({
  source: z.string(),
  layer: text,
  crs: text,
  encoding: text,
  dates: z.enum(['mdy', 'dmy']).optional(),
  join: text,
  joinLayer: text,
  on: text,
  title: text,
  attribution: text,
  leaveOut: z.array(z.string()).optional(),
  keep: z.array(z.string()).optional(),
  rename: z.record(z.string(), z.string()).optional(),
  /** That were given with the sources: a refresh by cron needs them, too. */
  token: rememberedTokens,
  /** That the source had. One that is gone at the next import is a loss. */
  columns: z.array(z.string()).optional(),
  mapping: z.partialRecord(z.enum(parcelFields as [string, ...string[]]), z.string()).optional(),
});

/** Everything that the next refresh needs. */
export type Recipe = Omit<z.infer<typeof recipeSchema>, 'mapping'> & { mapping?: FieldMapping | undefined };

/** Undefined for a source that was not imported by this command line, such as the demo county. */
export function readRecipe(json: string | null): Recipe | undefined {
  if (json === null) return undefined;
  try {
    return recipeSchema.parse(JSON.parse(json)) as Recipe;
  } catch {
    return undefined;
  }
}

export function requireSourceName(name: string): string {
  if (!SOURCE_NAME.test(name)) {
    throw new OperatorError(
      `"${name}" cannot name a source: up to 40 small letters, digits and dashes, such as iredell.`,
    );
  }
  if (name === 'demo')
    throw new OperatorError('The name demo belongs to the demo county: choose another one.');
  return name;
}

/**
 * The last telling part of a path or an address: us/nc/wake is wake, …/Tax_Parcels/FeatureServer/0 is tax-parcels,
 * tiles.example.org/{z}/{x}/{y}.png is tiles-example-org.
 */
export function nameFromSource(source: string): string {
  const url = URL.canParse(source) ? new URL(source) : undefined;
  const path = url ? decodeURIComponent(url.pathname) : source;
  const parts = path
    .split(/[/\\]/)
    .map((part) =>
      part.replace(/(\.(zip|gz|shp|gdb|gpkg|fgb|geojsonl?|json|ndjson|parquet|csv|kmz?|gml))+$/i, ''),
    )
    .filter((part) => part && !/^(\d+|(feature|map)server|query|tile)$|[{}]/i.test(part));
  const slug = (parts.at(-1) ?? url?.hostname ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return slug && slug !== 'demo' ? slug : 'county';
}

export function titleFromName(name: string): string {
  return name.replaceAll('-', ' ').replace(/(?<=^| )[a-z]/g, (letter) => letter.toUpperCase());
}

const DEFINITION_ID = /^[a-z]{2}\/[a-z]{2}\/[a-z0-9_]+(#.+)?$/;

/** A county by its name, such as us/nc/wake. A file of that name comes first. */
export function isDefinitionId(source: string): boolean {
  return DEFINITION_ID.test(source) && !existsSync(source);
}

/** The recipe with what a county's definition adds to it; what the operator gave comes first. */
export async function resolveRecipe(
  recipe: Recipe,
  { from, say }: { from: string; say: (line: string) => void },
): Promise<Recipe> {
  if (!isDefinitionId(recipe.source)) return recipe;
  const definition = await readDefinition({ id: recipe.source, from });
  if (definition.note !== undefined) say(`Note: ${definition.note}`);
  return {
    ...fromDefinition(definition),
    ...given(recipe),
    source: definition.data,
    mapping: { ...(definition.pin !== undefined && { pin: definition.pin }), ...recipe.mapping },
  };
}

function fromDefinition({
  name,
  layer,
  crs,
  encoding,
  attribution,
}: CountyDefinition): Omit<Recipe, 'source'> {
  return { title: name, layer, crs, encoding, attribution };
}

/** Without the options that are not given, so that they do not hide others. */
function given(recipe: Recipe): Recipe {
  return Object.fromEntries(Object.entries(recipe).filter(([, value]) => value !== undefined)) as Recipe;
}
