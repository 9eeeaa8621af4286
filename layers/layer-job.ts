// What the making of a layer is given, whatever its source, and what comes of it.
import { withMargin } from '../geo/bounds-of.ts';
import type { Bounds } from '../geo/geometry.ts';
import type { ArcGisToken } from '../import/arcgis/server-client.ts';
import type { StepProgress } from '../import/layer.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { sizeInWords } from '../runtime/size-in-words.ts';
import type { StoredLayer } from '../store/layer-folder.ts';
import type { LayerRecipe } from './layer-recipe.ts';

export type LayerJob = {
  name: string;
  /** Of a part of the catalog: with what the catalog says. */
  recipe: LayerRecipe;
  /** The bounds of the loaded counties. */
  land: readonly Bounds[];
  /** Where the files of layers are. */
  folder: string;
  /** For downloads and scratch files; kept between runs. */
  workFolder: string;
  tokens?: readonly ArcGisToken[];
  /** Makers then say what they would read and ask for, and return undefined. */
  dryRun: boolean;
  /** Asked before a large download. */
  approve: (question: string) => Promise<boolean>;
  say: (line: string) => void;
  signal: AbortSignal;
  onProgress: (progress: StepProgress) => void;
};

export type MadeLayer = Omit<StoredLayer, 'name' | 'source' | 'recipe' | 'addedAt'>;

/** More than this is asked for before it is fetched. */
const ASK_BYTES = 1e9;

export async function approveDownload({ approve }: LayerJob, bytes: number): Promise<void> {
  if (bytes <= ASK_BYTES || (await approve(`${sizeInWords(bytes)} to download. Continue?`))) return;
  throw new OperatorError('Nothing was downloaded, and nothing was changed.');
}

/** What lies around a county is looked at, too: about 3 km. */
const AROUND_DEGREES = 0.03;

export function withSurroundings(land: readonly Bounds[]): Bounds[] {
  return land.map((bounds) => withMargin(bounds, AROUND_DEGREES));
}

/** What towns call their files, with a department before it: `cdd-zoningdistricts`. A year or a place in a name says more, and stays. */
const PLAIN_TITLES: readonly { title: string; name: RegExp }[] = [
  { title: 'Zoning', name: /^([a-z]{2,5}-)?zoning(-?(districts?|zones?|areas?))?$/ },
  { title: 'Flood zone', name: /^([a-z]{2,5}-)?flood-?(zones?|hazard-?areas?)$/ },
  { title: 'Wetlands', name: /^([a-z]{2,5}-)?wetlands?(-?areas?)?$/ },
];

export function titleOf({ name, recipe }: Pick<LayerJob, 'name' | 'recipe'>): string {
  const known = PLAIN_TITLES.find((plain) => plain.name.test(name));
  const inWords = name.replaceAll('-', ' ').replace(/^[a-z]/, (letter) => letter.toUpperCase());
  return recipe.title ?? known?.title ?? inWords;
}

export function requireLand({ land }: LayerJob): readonly Bounds[] {
  if (land.length > 0) return land;
  throw new OperatorError('No parcels are loaded, so there is no land to get it for: platbook import first.');
}
