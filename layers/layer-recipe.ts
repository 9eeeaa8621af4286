// How a layer was asked for: everything that the next refresh needs.
import { z } from 'zod';
import { rememberedTokens } from '../import/arcgis/source-tokens.ts';
import { LAYER_KINDS } from '../store/layer-folder.ts';

const text = z.string().optional();

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
