// Makes one layer from whatever its recipe names: shapes, an archive of tiles, heights, or pictures.
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { shownAddress } from '../import/shown-address.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import type { StoredLayer } from '../store/layer-folder.ts';
import type { Catalog } from './catalog.ts';
import { type LayerJob, type MadeLayer, requireLand } from './layer-job.ts';
import { makeArchiveLayer } from './make-archive-layer.ts';
import { makePart } from './make-part.ts';
import { makeRasterLayer } from './make-raster-layer.ts';
import { makeShapesLayer } from './make-shapes-layer.ts';
import { makeElevationLayer, makeTilesLayer } from './make-tiles-layer.ts';
import { describeTiles, isMapService, isTilesAddress } from './remote-tiles.ts';
import { isMapCache } from './remote-tiles-arcgis.ts';

/** Undefined after a dry run. */
export async function makeLayer(o: LayerJob & { catalog: Catalog }): Promise<StoredLayer | undefined> {
  const { name, recipe } = o;
  const made = await (recipe.part === undefined ? makeGiven(o) : makePart(o));
  if (!made) {
    o.say('A dry run: nothing was changed.');
    return undefined;
  }
  return {
    name,
    source: recipe.sources.map(shownAddress).join(', '),
    recipe: JSON.stringify(recipe),
    addedAt: new Date().toISOString(),
    ...made,
  };
}

/** The deepest zoom that public elevation tiles have nearly everywhere. */
const ELEVATION_ZOOM_MAX = 14;

/** Street maps end at zoom 15, imagery a few zooms deeper. */
const ARCHIVE_ZOOM_MAX = 20;

async function makeGiven(o: LayerJob): Promise<MadeLayer | undefined> {
  const recipe = { ...o.recipe, sources: o.recipe.sources.map(withoutScheme) };
  const { kind, layer, zoomMax } = recipe;
  const job = { ...o, recipe };
  const [first] = recipe.sources as [string];
  switch (await formOfAll(job)) {
    case 'shapes':
      return makeShapesLayer(job, { sources: recipe.sources });
    case 'archive':
      return makeArchiveLayer(job, { source: first, zoomMax: ARCHIVE_ZOOM_MAX });
    case 'GeoTIFF':
      return makeRasterLayer(job);
    case 'tiles': {
      requireLand(o);
      if (kind === 'terrain')
        return makeElevationLayer(job, { url: first, zoomMax: zoomMax ?? ELEVATION_ZOOM_MAX });
      if (kind !== undefined && kind !== 'imagery') {
        throw new OperatorError(`The address is one of pictures, which cannot become ${kind}.`);
      }
      return makeTilesLayer(job, await describeTiles(first, { layer, zoomMax, signal: o.signal }));
    }
  }
}

function withoutScheme(source: string): string {
  return /^file:\/\//i.test(source) ? fileURLToPath(source) : source;
}

const FORMS = {
  shapes: 'a file or a layer of shapes',
  archive: 'an archive of tiles',
  GeoTIFF: 'a GeoTIFF',
  tiles: 'an address of tiles',
};
type Form = keyof typeof FORMS;

/** Several sources become one layer where they are of the same form, and that form can be joined. */
async function formOfAll({ recipe: { sources, kind }, say, signal }: LayerJob): Promise<Form> {
  const forms: Form[] = [];
  for (const source of sources) {
    const isCache = kind === undefined && isMapService(source) && (await isMapCache(source, signal));
    if (isCache) {
      say('Taken as imagery, because the service keeps its map as pictures; --as KIND says otherwise.');
    }
    forms.push(isCache || isTilesAddress(source, { kind }) ? 'tiles' : await formOf(source));
  }
  const first = forms[0]!;
  const other = forms.findIndex((form) => form !== first);
  if (other > 0) {
    throw new OperatorError(
      `${shownAddress(sources[0]!)} is ${FORMS[first]}, and ${shownAddress(sources[other]!)} is ${FORMS[forms[other]!]}: add them one after the other.`,
    );
  }
  if (sources.length === 1 || first === 'shapes' || first === 'GeoTIFF') return first;
  throw new OperatorError(
    `Only shapes and GeoTIFFs can be joined in one layer, and ${shownAddress(sources[0]!)} is ${FORMS[first]}: add the sources one after the other.`,
  );
}

/** By its name, or by its first bytes. */
async function formOf(source: string): Promise<Form> {
  const path = URL.canParse(source) ? new URL(source).pathname : source;
  if (/\.pmtiles$/i.test(path)) return 'archive';
  if (/\.tiff?$/i.test(path)) return 'GeoTIFF';
  const start = await firstBytes(source);
  if (start.startsWith('PMTiles')) return 'archive';
  return /^(II[*+]\0|MM\0[*+])/.test(start) ? 'GeoTIFF' : 'shapes';
}

async function firstBytes(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    // An address, a folder, or nothing: the importer says what is wrong with it.
    return '';
  }
}
