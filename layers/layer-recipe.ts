// How a layer was asked for: everything that the next refresh needs.
import { z } from 'zod';
import { LAYER_KINDS } from '../store/layer-folder.ts';

const text = z.string().optional();
const token = z.object({ text: z.string(), hosts: z.array(z.string()) });

/** Of ArcGIS servers; older versions had only one. Secrets, so they are never printed. */
export const rememberedTokens = z.union([token.transform((one) => [one]), z.array(token)]).optional();

const recipeSchema = z.object({
  /** Files, addresses, or one name of the catalog. */
  sources: z.array(z.string()).min(1),
  /** Which part of a name of the catalog this layer is. */
  part: text,
  /** As the operator said; undefined where it is guessed. */
  kind: z.enum(LAYER_KINDS).optional(),
  title: text,
  layer: text,
  crs: text,
  encoding: text,
  /** As written with --map. */
  map: text,
  colorBy: text,
  label: text,
  colors: text,
  attribution: text,
  /** Of heights. */
  units: z.enum(['feet', 'meters']).optional(),
  zoomMax: z.number().optional(),
  /** That were given with the sources. */
  token: rememberedTokens,
});

export type LayerRecipe = z.infer<typeof recipeSchema>;

export function readLayerRecipe(json: string): LayerRecipe | undefined {
  try {
    return recipeSchema.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}
