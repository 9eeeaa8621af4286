// Makes one layer from whatever its recipe names: shapes, an archive of tiles, heights, or pictures.
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Bounds } from '../geo/geometry.ts';
import { withoutToken } from '../import/arcgis/arcgis-address.ts';
import type { ArcGisToken } from '../import/arcgis/server-client.ts';
import { download } from '../import/download.ts';
import type { OpenSource, StepProgress } from '../import/layer.ts';
import { NothingThere } from '../import/nothing-there.ts';
import { openShapes, type ShapeLayer } from '../import/open-shapes.ts';
import { openSource } from '../import/open-source.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { GROUND_KINDS, type LayerKind, type StoredLayer } from '../store/layer-folder.ts';
import type { Catalog, CatalogPart } from './catalog.ts';
import { countiesTouched } from './counties-touched.ts';
import { knownOverlays } from './known-overlays.ts';
import { guessKind, isGroundKind } from './layer-kind.ts';
import type { LayerRecipe } from './layer-recipe.ts';
import { makeArchiveLayer } from './make-archive-layer.ts';
import { makeRasterLayer } from './make-raster-layer.ts';
import { makeElevationLayer, makeTilesLayer } from './make-tiles-layer.ts';
import { type MadeLayer, makeVectorLayer } from './make-vector-layer.ts';
import { planFiles } from './plan-files.ts';
import { newestBuild } from './protomaps-builds.ts';
import { describeTiles, isTilesAddress } from './remote-tiles.ts';
import { roadsOnce } from './roads-once.ts';

export type MakeLayer = {
  name: string;
  recipe: LayerRecipe;
  catalog: Catalog;
  /** The bounds of the loaded counties. */
  land: readonly Bounds[];
  /** Where the files of layers are. */
  folder: string;
  /** For downloads and scratch files; kept between runs. */
  workFolder: string;
  token?: ArcGisToken | undefined;
  dryRun: boolean;
  /** Asked before a large download. */
  approve: (question: string) => Promise<boolean>;
  say: (line: string) => void;
  signal: AbortSignal;
  onProgress: (progress: StepProgress) => void;
};

/** Undefined after a dry run. */
export async function makeLayer(o: MakeLayer): Promise<StoredLayer | undefined> {
  const part = o.recipe.part === undefined ? undefined : partOf(o.catalog, o.recipe.part);
  const made = part ? await makePart(o, part) : await makeGiven(o);
  if (!made) return undefined;
  const { dataDate, title, kind, credit, ...facts } = made;
  return {
    name: o.name,
    kind,
    title,
    source: o.recipe.sources.map(withoutToken).join(', '),
    recipe: JSON.stringify(o.recipe),
    addedAt: new Date().toISOString(),
    dataDate,
    credit,
    ...facts,
  };
}

type Described = { kind: LayerKind; title: string; credit: string | null; dataDate: string | null };
type Made = (MadeLayer & Described) | undefined;

function partOf(catalog: Catalog, name: string): CatalogPart {
  const found = Object.values(catalog)
    .flatMap(({ parts }) => parts)
    .find((part) => part.name === name);
  if (!found) throw new OperatorError(`The catalog no longer has ${name}: platbook layers find lists it.`);
  return found;
}

/** A name of the catalog, for the land of the loaded counties. */
async function makePart(o: MakeLayer, part: CatalogPart): Promise<Made> {
  const { source } = part;
  const land = requireLand(o);
  const described = {
    kind: part.kind,
    title: o.recipe.title ?? part.title,
    credit: o.recipe.attribution ?? part.credit,
    dataDate: null,
  };
  switch (source.type) {
    case 'files': {
      const sources = addressesOf(source, land);
      if (o.dryRun) return sayPlan(o, await planFiles(sources, o.signal));
      return makeShapes(o, { ...described, sources, within: land, words: part.words });
    }
    case 'arcgis':
      if (o.dryRun) return sayPlan(o, await planService(o, source.url, land));
      return makeShapes(o, { ...described, sources: [source.url], within: land, words: part.words });
    case 'archive': {
      const address =
        source.builds === undefined
          ? source.url
          : await newestBuild({ list: source.builds, archives: source.url, signal: o.signal });
      const made = await makeArchiveLayer({
        ...o,
        source: address,
        kind: part.kind,
        zoomMax: source.zoomMax,
        land,
      });
      return made && { ...described, ...made };
    }
    case 'tiles': {
      const { url, zoomMin, zoomMax, tileSizePx } = source;
      const made = makeTilesLayer({ ...o, ...described }, { url, zoomMin, zoomMax, tileSizePx });
      return made && { ...described, ...made };
    }
    case 'elevation': {
      const made = await makeElevationLayer({ ...o, ...described }, source);
      return made && { ...described, ...made };
    }
  }
}

function sayPlan({ say }: MakeLayer, plan: readonly string[]): undefined {
  for (const line of plan) say(line);
  say('A dry run: nothing was changed.');
}

async function planService(o: MakeLayer, url: string, within: readonly Bounds[]): Promise<readonly string[]> {
  const { workFolder, token, signal, onProgress } = o;
  const source = await openSource({ source: url, workFolder, token, within, signal, onProgress });
  await source.close();
  return source.plan ?? [];
}

/** {fips} and {state} stand for each county and state that the land touches. */
function addressesOf(
  { urls, year }: { urls: readonly string[]; year?: number | undefined },
  land: readonly Bounds[],
): string[] {
  const isByCounty = urls.some((url) => /\{(fips|state)\}/.test(url));
  const counties = isByCounty ? countiesTouched(land) : [];
  if (isByCounty && counties.length === 0) {
    throw new OperatorError('The loaded parcels lie in no county of the United States.');
  }
  const states = [...new Set(counties.map((fips) => fips.slice(0, 2)))];
  return urls.flatMap((url) => {
    const ofYear = url.replaceAll('{year}', String(year ?? ''));
    if (ofYear.includes('{fips}')) return counties.map((fips) => ofYear.replaceAll('{fips}', fips));
    return ofYear.includes('{state}') ? states.map((state) => ofYear.replaceAll('{state}', state)) : [ofYear];
  });
}

function requireLand({ land }: MakeLayer): readonly Bounds[] {
  if (land.length > 0) return land;
  throw new OperatorError('No parcels are loaded, so there is no land to get it for: platbook import first.');
}

async function makeGiven(o: MakeLayer): Promise<Made> {
  const { recipe } = o;
  const [first] = recipe.sources as [string];
  const described = {
    kind: recipe.kind,
    title: recipe.title,
    credit: recipe.attribution ?? null,
    dataDate: null,
  };
  const form = isTilesAddress(first, { kind: recipe.kind }) ? 'tiles' : await formOf(first);
  if (form === 'shapes') return makeShapes(o, { ...described, sources: recipe.sources, within: undefined });
  if (form === 'archive') {
    const title = recipe.title ?? titleOf(o.name);
    const made = await makeArchiveLayer({
      ...o,
      source: first,
      kind: recipe.kind,
      zoomMax: ARCHIVE_ZOOM_MAX,
    });
    return made && { ...described, title, ...made };
  }
  if (form === 'GeoTIFF') {
    const title = recipe.title ?? titleOf(o.name);
    const sources = await Promise.all(recipe.sources.map((source) => localFile(source, o)));
    const made = await makeRasterLayer({
      ...o,
      recipe: { ...recipe, sources },
      title,
      credit: described.credit,
    });
    return made && { ...described, title, ...made };
  }
  requireLand(o);
  if (recipe.kind === 'terrain') {
    const heights = { ...described, kind: recipe.kind, title: recipe.title ?? titleOf(o.name) };
    const made = await makeElevationLayer(
      { ...o, ...heights },
      { url: first, zoomMax: recipe.zoomMax ?? ELEVATION_ZOOM_MAX },
    );
    return made && { ...heights, ...made };
  }
  const tiles = await describeTiles(first, {
    layer: recipe.layer,
    signal: o.signal,
    ...(recipe.zoomMax !== undefined && { zoomMax: recipe.zoomMax }),
  });
  const { url, zoomMin, zoomMax, tileSizePx } = tiles;
  const pictures = {
    kind: 'imagery' as const,
    title: recipe.title ?? tiles.title ?? titleOf(o.name),
    credit: recipe.attribution ?? tiles.credit ?? null,
    dataDate: null,
  };
  if (recipe.kind !== undefined && recipe.kind !== 'imagery') {
    throw new OperatorError(`The address is one of pictures, which cannot become ${recipe.kind}.`);
  }
  const made = makeTilesLayer({ ...o, ...pictures }, { url, zoomMin, zoomMax, tileSizePx });
  return made && { ...pictures, ...made };
}

/** The deepest zoom that public elevation tiles have nearly everywhere. */
const ELEVATION_ZOOM_MAX = 14;

/** Street maps end at zoom 15, imagery a few zooms deeper. */
const ARCHIVE_ZOOM_MAX = 20;

type Form = 'shapes' | 'archive' | 'GeoTIFF';

/** By its name, or by its first bytes. */
async function formOf(source: string): Promise<Form> {
  const path = URL.canParse(source) ? new URL(source).pathname : source;
  if (/\.pmtiles$/i.test(path)) return 'archive';
  if (/\.tiff?$/i.test(path)) return 'GeoTIFF';
  const start = await firstBytes(source);
  if (start.startsWith('PMTiles')) return 'archive';
  return /^(II[*+]\0|MM\0[*+])/.test(start) ? 'GeoTIFF' : 'shapes';
}

/** A file of an address, downloaded. */
async function localFile(source: string, { workFolder, signal, onProgress }: MakeLayer): Promise<string> {
  if (!/^https?:/i.test(source)) return source;
  const { path } = await download({ url: source, folder: join(workFolder, 'downloads'), signal, onProgress });
  return path;
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

type MakeShapes = {
  kind: LayerKind | undefined;
  title: string | undefined;
  credit: string | null;
  sources: readonly string[];
  /** Of a catalog: what lies elsewhere is left out, and files that are not there are, too. */
  within: readonly Bounds[] | undefined;
  words?: CatalogPart['words'];
};

async function makeShapes(o: MakeLayer, wanted: MakeShapes): Promise<Made> {
  const { recipe, workFolder, signal, onProgress, say } = o;
  const opened: OpenSource[] = [];
  try {
    const shapes: ShapeLayer[] = [];
    const missing: NothingThere[] = [];
    for (const [at, source] of wanted.sources.entries()) {
      try {
        const one = await openSource({
          source,
          workFolder: join(workFolder, String(at)),
          encoding: recipe.encoding,
          token: o.token,
          within: wanted.within,
          signal,
          onProgress,
        });
        opened.push(one);
        shapes.push(await openShapes({ source: one, layer: recipe.layer, crs: recipe.crs, signal }));
      } catch (error) {
        // A county without a lake has no file of lakes.
        if (!wanted.within || !(error instanceof NothingThere)) throw error;
        missing.push(error);
      }
    }
    const [first] = shapes;
    if (!first) throw missing[0]!;
    for (const { message } of missing) say(`Left out: ${message}`);
    const kind = wanted.kind ?? guessed(first, wanted.sources[0]!, say);
    if (kind !== 'overlay' && !isGroundKind(kind)) {
      throw new OperatorError(
        `${basename(wanted.sources[0]!)} has shapes, which cannot become ${kind}: the kinds for shapes are ${[...GROUND_KINDS, 'overlay'].join(', ')}.`,
      );
    }
    const plan = opened.flatMap((source) => source.plan ?? []);
    // The fields and colors of a service would need its rows.
    if (o.dryRun && plan.length > 0) return sayPlan(o, plan);
    const title = wanted.title ?? titleOf(o.name);
    const credit = wanted.credit ?? first.attribution ?? null;
    const made = await makeVectorLayer({
      ...o,
      kind,
      title,
      credit,
      shapes: kind === 'roads' ? shapes.map(roadsOnce) : shapes,
      within: wanted.within,
      known: wanted.words && knownOverlays[wanted.words],
    });
    return made && { ...made, kind, title, credit, dataDate: newestDay(shapes) };
  } finally {
    for (const source of opened) await source.close();
  }
}

function guessed(layer: ShapeLayer, source: string, say: (line: string) => void) {
  const { kind, because } = guessKind({ ...layer, names: [basename(source), layer.name] });
  say(`Taken as ${kind}, because ${because}; --as KIND says otherwise.`);
  return kind;
}

function titleOf(name: string): string {
  return name.replaceAll('-', ' ').replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

function newestDay(layers: readonly ShapeLayer[]): string | null {
  return layers.reduce<string | null>(
    (newest, { day }) => (day && (!newest || day > newest) ? day : newest),
    null,
  );
}
