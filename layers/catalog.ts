// The catalog: free national sources by name, with their addresses, kinds and credits. An operator's own file adds to it or
// replaces entries of it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../runtime/operator-error.ts';
import { isLayerName, LAYER_KINDS } from '../store/layer-folder.ts';

const NO_ADDRESS = 'an address must begin with http:// or https://';
const address = z.string().refine((text) => /^https?:/i.test(text) && URL.canParse(text), NO_ADDRESS);
const addressOrPath = z
  .string()
  .refine((text) => text.startsWith('/') || address.safeParse(text).success, NO_ADDRESS);

const partSource = z.discriminatedUnion('type', [
  /** Files of the importer. {year}, {fips} (of each county) and {state} (of each state) are filled in. */
  z.object({ type: z.literal('files'), urls: z.array(addressOrPath).min(1), year: z.number().optional() }),
  /** An ArcGIS layer, asked for the bounds alone. */
  z.object({ type: z.literal('arcgis'), url: address }),
  /**
   * A PMTiles archive, of which the bounds are cut out. With a list of builds, the newest is taken, and `url` is where they
   * are.
   */
  z
    .object({
      type: z.literal('archive'),
      url: addressOrPath,
      builds: address.optional(),
      zoomMax: z.number().int().min(0).max(15),
    })
    .refine(({ url, builds }) => builds === undefined || address.safeParse(url).success, NO_ADDRESS),
  /** Pictures by zoom, column and row, fetched when somebody looks at them. */
  z.object({
    type: z.literal('tiles'),
    url: address,
    zoomMin: z.number().default(0),
    zoomMax: z.number(),
    tileSizePx: z.number().default(256),
  }),
  /** Heights in Terrarium encoding, fetched for the bounds. */
  z.object({ type: z.literal('elevation'), url: address, zoomMax: z.number() }),
]);

const part = z.object({
  /** The name of the layer that it becomes. */
  name: z.string().refine(isLayerName, 'is no name of a layer'),
  kind: z.enum(LAYER_KINDS),
  title: z.string(),
  credit: z.string(),
  /** Which words and colors its values get: layers/known-overlays.ts. */
  words: z.enum(['flood', 'wetlands']).optional(),
  colorBy: z.string().optional(),
  label: z.string().optional(),
  source: partSource,
});
export type CatalogPart = z.infer<typeof part>;

const entry = z.object({ summary: z.string(), license: z.string(), parts: z.array(part).min(1) });
export type CatalogEntry = z.infer<typeof entry>;
export type Catalog = Readonly<Record<string, CatalogEntry>>;

export const OSM_CREDIT = '© OpenStreetMap contributors, Protomaps';
const CENSUS = 'U.S. Census Bureau, TIGER/Line';
/** The newest edition that was known when this was written. */
const TIGER_YEAR = 2025;
const tiger = (folder: string, file: string) =>
  `https://www2.census.gov/geo/tiger/TIGER{year}/${folder}/tl_{year}_${file}.zip`;
const tigerPart = (
  name: string,
  kind: CatalogPart['kind'],
  { title, urls }: { title: string; urls: string[] },
): CatalogPart => ({
  name,
  kind,
  title,
  credit: CENSUS,
  source: { type: 'files', urls, year: TIGER_YEAR },
});

/** None of these addresses could be tried where this was written: docs/importing.md says so. */
const NATIONAL: Catalog = {
  osm: {
    summary: 'the street map of OpenStreetMap, cut out of a daily build by Protomaps',
    license: 'ODbL',
    parts: [
      {
        name: 'osm',
        kind: 'basemap',
        title: 'OpenStreetMap',
        credit: OSM_CREDIT,
        source: {
          type: 'archive',
          builds: 'https://build-metadata.protomaps.dev/builds.json',
          url: 'https://build.protomaps.com/',
          zoomMax: 15,
        },
      },
    ],
  },
  tiger: {
    summary: 'streets, water, rails and landmarks of the Census Bureau, county by county',
    license: 'public domain',
    parts: [
      tigerPart('tiger-roads', 'roads', { title: 'Streets', urls: [tiger('ROADS', '{fips}_roads')] }),
      tigerPart('tiger-water', 'water', {
        title: 'Water',
        urls: [tiger('AREAWATER', '{fips}_areawater'), tiger('LINEARWATER', '{fips}_linearwater')],
      }),
      tigerPart('tiger-landmarks', 'parks', {
        title: 'Parks and landmarks',
        urls: [tiger('AREALM', '{state}_arealm')],
      }),
      tigerPart('tiger-rails', 'rail', { title: 'Railroads', urls: [tiger('RAILS', 'us_rails')] }),
      tigerPart('tiger-places', 'places', { title: 'Towns', urls: [tiger('PLACE', '{state}_place')] }),
    ],
  },
  imagery: {
    summary: 'aerial imagery of the National Map, fetched when somebody looks at it, and kept',
    license: 'public domain',
    parts: [
      {
        name: 'imagery',
        kind: 'imagery',
        title: 'Aerial imagery',
        credit: 'USGS The National Map',
        source: {
          type: 'tiles',
          url: 'https://basemap.nationalmap.gov/arcgis/rest/services/USGSImageryOnly/MapServer/tile/{z}/{y}/{x}',
          zoomMin: 0,
          zoomMax: 19,
          tileSizePx: 256,
        },
      },
    ],
  },
  terrain: {
    summary: 'hills and contour lines from the Terrain Tiles on AWS',
    license: 'open, by source',
    parts: [
      {
        name: 'hills',
        kind: 'terrain',
        title: 'Hills',
        credit: 'Terrain Tiles: 3DEP, SRTM, ETOPO1 and others (Mapzen, Joerd)',
        source: {
          type: 'elevation',
          url: 'https://s3.amazonaws.com/elevation-tiles-prod/terrarium/{z}/{x}/{y}.png',
          zoomMax: 14,
        },
      },
    ],
  },
  flood: {
    summary: 'flood zones of the National Flood Hazard Layer',
    license: 'public domain',
    parts: [
      {
        name: 'flood',
        kind: 'overlay',
        title: 'Flood zone',
        credit: 'FEMA National Flood Hazard Layer',
        words: 'flood',
        source: {
          type: 'arcgis',
          url: 'https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer/28',
        },
      },
    ],
  },
  wetlands: {
    summary: 'wetlands of the National Wetlands Inventory',
    license: 'public domain',
    parts: [
      {
        name: 'wetlands',
        kind: 'overlay',
        title: 'Wetlands',
        credit: 'U.S. Fish and Wildlife Service, National Wetlands Inventory',
        words: 'wetlands',
        source: {
          type: 'arcgis',
          url: 'https://fwspublicservices.wim.usgs.gov/wetlandsmapservice/rest/services/Wetlands/MapServer/0',
        },
      },
    ],
  },
};

const CATALOG_FILE = 'catalog.json';

/** With the entries of the operator's own file in the folder of layers, if there is one. */
export async function readCatalog(folder: string): Promise<Catalog> {
  const path = join(folder, CATALOG_FILE);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NATIONAL;
    throw new OperatorError(`The catalog ${path} cannot be read: ${(error as Error).message}.`);
  }
  try {
    return { ...NATIONAL, ...z.record(z.string(), entry).parse(JSON.parse(text)) };
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const where = issue ? `${issue.path.join('.')}: ${issue.message}` : (error as Error).message;
    throw new OperatorError(`The catalog ${path} is not understood: ${where}.`);
  }
}
