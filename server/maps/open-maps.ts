// Opens the map files that exist: those drawn by Platbook itself, an extract of the operator's, and the layers that were added.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CONTOURS_FILE,
  COUNTY_FILE,
  ELEVATION_FILE,
  GROUND_FILE,
  WORLD_FILE,
} from '../../basemap/map-files.ts';
import { decodeElevation, type ElevationGrid } from '../../geo/elevation-grid.ts';
import { escapeHtml } from '../../runtime/escape-html.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { isGroundKind, readLayersOrWarn, type StoredLayer } from '../../store/layer-folder.ts';
import type { OverlayFile, OverlayStore } from '../../store/overlay-store.ts';
import { mergeBasemap } from './merged-basemap.ts';
import { createTerrain, type Terrain } from './terrain-tiles.ts';
import { type Expected, openTileArchive, type TileArchive } from './tile-archive.ts';

export type Maps = {
  /** Vector tiles by the name in their addresses: world, basemap, contours, and overlays; only those that exist. */
  archives: ReadonlyMap<string, TileArchive>;
  /** Whether the basemap has streets, or only what the parcels themselves say. */
  hasStreets: boolean;
  /** The demo county's own map, which its imagery is painted from. */
  county: TileArchive | undefined;
  /** The operator's own extract. */
  extract?: TileArchive | undefined;
  /** The demo county's heights, which its hills and its imagery are drawn from. */
  elevation: { grid: ElevationGrid; version: string } | undefined;
  terrain: Terrain | undefined;
  /** Imagery that is here; the first one with a picture has it. */
  aerial: readonly TileArchive[];
  /** The layers that could be opened. */
  layers: readonly StoredLayer[];
  /** What lies on a parcel; undefined where there are no overlays. */
  overlays: OverlayStore | undefined;
  /** The same files without those of the demo county. They are closed with what is returned. */
  withoutCounty(): Maps;
  close(): Promise<void>;
};

type Places = {
  /** Where Platbook's own maps have been drawn. */
  folder: string;
  /** Where added layers are. Undefined for none. */
  layersFolder?: string | undefined;
  /** A Protomaps extract, used instead of the county's own map. */
  basemapFile: string | undefined;
  /** Reads the shapes of overlays. */
  openOverlays?: ((files: readonly OverlayFile[]) => OverlayStore) | undefined;
  onWarning?: ((line: string) => void) | undefined;
};

/** Everything that was opened. */
type Opened = {
  /** All archives, for their end. */
  files: readonly TileArchive[];
  world: TileArchive | undefined;
  county:
    | {
        map: TileArchive | undefined;
        contours: TileArchive | undefined;
        elevation: Maps['elevation'];
      }
    | undefined;
  derived: TileArchive | undefined;
  extract: TileArchive | undefined;
  layers: readonly OpenLayer[];
  overlays: OverlayStore | undefined;
};

type OpenLayer = { layer: StoredLayer; tiles: TileArchive | undefined; contours: TileArchive | undefined };

export async function openMaps({
  folder,
  layersFolder,
  basemapFile,
  openOverlays,
  onWarning = () => {},
}: Places): Promise<Maps> {
  const files: TileArchive[] = [];
  const keep = <Archive extends TileArchive | undefined>(archive: Archive) => {
    if (archive) files.push(archive);
    return archive;
  };
  const drawn = async (file: string) => keep(await openDrawn(join(folder, file)));
  try {
    const extract = basemapFile === undefined ? undefined : keep(await openBasemapFile(basemapFile));
    const layers = layersFolder === undefined ? [] : await openLayers(layersFolder, { keep, onWarning });
    const shapes = layers.flatMap(({ layer: { name, title, files } }) =>
      files.shapes === undefined ? [] : [{ name, title, path: join(layersFolder!, files.shapes) }],
    );
    return assemble({
      files,
      world: await drawn(WORLD_FILE),
      county: extract
        ? undefined
        : {
            map: await drawn(COUNTY_FILE),
            contours: await drawn(CONTOURS_FILE),
            elevation: await readElevation(join(folder, ELEVATION_FILE)),
          },
      derived: await drawn(GROUND_FILE),
      extract: extract && withStreetMapCredit(extract),
      layers,
      overlays: shapes.length === 0 ? undefined : openOverlays?.(shapes),
    });
  } catch (error) {
    await closeAll(files);
    throw error;
  }
}

async function closeAll(files: readonly { close(): Promise<void> }[]): Promise<void> {
  await Promise.all(files.map((file) => file.close()));
}

function assemble(opened: Opened): Maps {
  const { world, county, derived, extract, layers, overlays } = opened;
  const tilesOf = (kind: StoredLayer['kind']) =>
    layers.flatMap(({ layer, tiles }) => (layer.kind === kind && tiles ? [tiles] : []));
  const own = layers.flatMap(({ layer: { kind }, tiles }) =>
    isGroundKind(kind) && tiles ? [{ kind, archive: tiles }] : [],
  );
  const whole = [...(county?.map ? [county.map] : []), ...(extract ? [extract] : []), ...tilesOf('basemap')];
  // The last one that was added is on top.
  const terrain = layers.findLast(({ layer, tiles }) => layer.kind === 'terrain' && tiles);
  const contours = terrain ? terrain.contours : county?.contours;
  // Beside the demo county's map lies what other parcels have left.
  const basemap = mergeBasemap({ whole, own, derived: county?.map ? undefined : derived });
  const named: [string, TileArchive | undefined][] = [
    ['world', world],
    ['basemap', basemap],
    ['contours', contours],
    ...layers.map(({ layer, tiles }): [string, TileArchive | undefined] => [
      layer.name,
      layer.kind === 'overlay' ? tiles : undefined,
    ]),
  ];
  const close = () => closeAll([...(overlays ? [overlays] : []), ...opened.files]);
  let isHandedOver = false;
  return {
    archives: new Map(named.flatMap(([name, archive]) => (archive ? [[name, archive]] : []))),
    hasStreets: whole.length > 0 || own.some(({ kind }) => kind === 'roads'),
    county: county?.map,
    extract,
    elevation: county?.elevation,
    terrain: terrain?.tiles ?? (county?.elevation && createTerrain(county.elevation)),
    aerial: tilesOf('imagery').reverse(),
    layers: layers.map(({ layer }) => layer),
    overlays,
    withoutCounty: () => {
      isHandedOver = true;
      return { ...assemble({ ...opened, county: undefined }), close };
    },
    close: async () => {
      if (!isHandedOver) await close();
    },
  };
}

/** A layer whose files cannot be read is left out, with a warning: the others are shown. */
async function openLayers(
  folder: string,
  { keep, onWarning }: { keep: (archive: TileArchive) => TileArchive; onWarning: (line: string) => void },
): Promise<OpenLayer[]> {
  const opened: OpenLayer[] = [];
  for (const layer of await readLayersOrWarn(folder, onWarning)) {
    const isPicture = layer.kind === 'imagery' || layer.kind === 'terrain';
    const open = async (file: string | undefined, expected: Expected) => {
      if (file === undefined) return undefined;
      const archive = await openTileArchive(join(folder, file), expected);
      if (!('problem' in archive)) return keep(archive);
      onWarning(
        `The layer ${layer.name} is not shown: its file ${file} ${archive.problem}. Add it again (platbook layers refresh ${layer.name}).`,
      );
      return undefined;
    };
    const tiles = await open(layer.files.tiles, isPicture ? 'pictures' : 'vector tiles');
    const contours = await open(layer.files.contours, 'vector tiles');
    if (!tiles && !layer.remote) continue;
    opened.push({ layer, tiles: tiles && credited(tiles, layer), contours });
  }
  return opened;
}

/** An archive that was cut has the metadata of the whole, not the credit that the operator has named. */
function credited(archive: TileArchive, { kind, credit }: Pick<StoredLayer, 'kind' | 'credit'>): TileArchive {
  const named = credit === null ? archive : { ...archive, attribution: escapeHtml(credit) };
  return kind === 'basemap' ? withStreetMapCredit(named) : named;
}

const OSM_LINK = '<a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>';
const OSM_CREDIT = `<a href="https://protomaps.com">Protomaps</a> © ${OSM_LINK}`;

/** The license of OpenStreetMap asks for its credit, whatever else is said. What says nothing is most likely from there. */
function withStreetMapCredit(archive: TileArchive): TileArchive {
  const { attribution, isOfOpenStreetMap } = archive;
  if (/openstreetmap/i.test(attribution)) {
    const linked = attribution.includes('<') ? attribution : attribution.replace('OpenStreetMap', OSM_LINK);
    return { ...archive, attribution: linked };
  }
  if (attribution !== '' && !isOfOpenStreetMap) return archive;
  return { ...archive, attribution: `${attribution} ${OSM_CREDIT}`.trim() };
}

/** Throws an OperatorError if the file cannot be served as the basemap. Without a file there is nothing to check. */
export async function checkBasemapFile(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const archive = await openBasemapFile(path);
  await archive.close();
}

const DRAWN_FILES = [WORLD_FILE, COUNTY_FILE, CONTOURS_FILE, GROUND_FILE];

/** Maps in the folder that were drawn, but cannot be read. `problem` is the end of a sentence that begins with the path. */
export async function damagedMaps(folder: string): Promise<{ path: string; problem: string }[]> {
  const found: { path: string; problem: string }[] = [];
  for (const path of DRAWN_FILES.map((file) => join(folder, file))) {
    const archive = await openTileArchive(path);
    if (!('problem' in archive)) await archive.close();
    else if (!archive.isMissing) found.push({ path, problem: archive.problem });
  }
  const path = join(folder, ELEVATION_FILE);
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes && !decodeElevation(bytes)) found.push({ path, problem: 'is not an elevation grid' });
  return found;
}

async function openBasemapFile(path: string): Promise<TileArchive> {
  const archive = await openTileArchive(path);
  if ('problem' in archive) {
    throw new OperatorError(
      `BASEMAP_PMTILES is "${path}", which ${archive.problem}: expected a Protomaps basemap.`,
    );
  }
  if (archive.schemaProblem !== undefined) {
    await archive.close();
    throw new OperatorError(`BASEMAP_PMTILES is "${path}", which ${archive.schemaProblem}.`);
  }
  return archive;
}

/** A map that Platbook draws itself; undefined if it has not been drawn. */
async function openDrawn(path: string): Promise<TileArchive | undefined> {
  const archive = await openTileArchive(path);
  if (!('problem' in archive)) return archive;
  if (archive.isMissing) return undefined;
  throw new OperatorError(`${path} ${archive.problem}: remove it, and it is drawn again.`);
}

async function readElevation(path: string): Promise<Maps['elevation']> {
  try {
    const [bytes, { mtimeMs }] = await Promise.all([readFile(path), stat(path)]);
    const grid = decodeElevation(bytes);
    if (!grid) throw new OperatorError(`${path} is not an elevation grid: remove it, and it is drawn again.`);
    return { grid, version: Math.round(mtimeMs).toString(36) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
