// A layer of shapes: drawn into the street map by its kind, or as an overlay with colors and an index of what lies where.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { drawFeatures } from '../basemap/draw-features.ts';
import type { ZoomedFeature } from '../basemap/zoomed-feature.ts';
import { boundsOf, boxesTouch } from '../geo/bounds-of.ts';
import type { Bounds, MapGeometry } from '../geo/geometry.ts';
import { NothingThere } from '../import/nothing-there.ts';
import type { Shape, ShapeLayer } from '../import/open-shapes.ts';
import { escapeHtml } from '../runtime/escape-html.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { type GroundKind, layerFile } from '../store/layer-folder.ts';
import { writeOverlayShapes } from '../store/sqlite/overlay-writer.ts';
import { drawGround } from './ground/ground-features.ts';
import { type GroundMapping, guessGroundFields, parseGroundMapping } from './ground/ground-fields.ts';
import type { LayerJob, MadeLayer } from './layer-job.ts';
import { type ColorTable, overlayLegend, parseColors, ValueCounts } from './overlay-colors.ts';
import { type OverlayFields, overlayFields } from './overlay-fields.ts';

export type MakeVectorLayer = LayerJob & {
  title: string;
  kind: GroundKind | 'overlay';
  /** One after the other, as one layer. */
  shapes: readonly ShapeLayer[];
  /** Shapes that touch none of them are left out. */
  within?: readonly Bounds[] | undefined;
  /** Words and colors of a source that is known. */
  known?: KnownOverlay | undefined;
  /** Plain text. */
  credit: string | null;
};

export type KnownOverlay = Pick<OverlayFields, 'valueIn' | 'labelOf'> & {
  colors: ColorTable;
};

type Made = Pick<MadeLayer, 'count' | 'bytes' | 'bounds' | 'files' | 'look'>;

const GROUND_ZOOM_MAX = 15;
const OVERLAY_ZOOM_MAX = 15;

export async function makeVectorLayer(o: MakeVectorLayer): Promise<MadeLayer | undefined> {
  const { kind, title, credit } = o;
  const made = await (kind === 'overlay' ? makeOverlay(o) : makeGround(o, kind));
  return made && { kind, title, credit, dataDate: null, ...made };
}

async function makeGround(o: MakeVectorLayer, kind: GroundKind): Promise<Made | undefined> {
  const given = o.recipe.map === undefined ? {} : parseGroundMapping(o.recipe.map);
  const notDrawn = new Map<string, number>();
  const drawings = o.shapes.map((layer) => {
    const mapping: GroundMapping = { ...guessGroundFields(kind, layer), ...given };
    o.say(mappingInWords(mapping, layer));
    const drawing = drawGround({ ...layer, kind, title: `${o.title} ${layer.name}`, mapping });
    if (drawing.note !== undefined) o.say(drawing.note);
    return { layer, drawing };
  });
  let read = 0;
  async function* features(): AsyncGenerator<ZoomedFeature[]> {
    for (const { layer, drawing } of drawings) {
      if (drawing.survey) {
        for await (const batch of layer.read({ signal: o.signal })) {
          for (const shape of batch) if (isWithin(shape.geometry, o.within)) drawing.survey(shape);
        }
      }
      for await (const batch of layer.read({ signal: o.signal })) {
        const drawn: ZoomedFeature[] = [];
        for (const shape of batch) {
          if (!isWithin(shape.geometry, o.within)) continue;
          read++;
          const made = drawing.featuresOf(shape);
          if (typeof made === 'string') notDrawn.set(made, (notDrawn.get(made) ?? 0) + 1);
          else drawn.push(...made);
        }
        yield drawn;
      }
      yield drawing.rest();
    }
    if (read === 0) throw nothingOnTheLand(o);
    for (const [reason, n] of notDrawn)
      if (n === read)
        throw new OperatorError(`${o.title} cannot be drawn as ${kind}: ${reason} (${inWords(n)}).`);
  }
  if (o.dryRun) return undefined;
  const file = layerFile(o.name, 'pmtiles');
  const drawn = await draw(o, { file, features: features(), maxZoom: GROUND_ZOOM_MAX });
  for (const line of countsInWords(o.shapes, notDrawn)) o.say(line);
  return { count: drawn.features, bytes: drawn.bytes, bounds: drawn.bounds, files: { tiles: file } };
}

async function draw(
  o: MakeVectorLayer,
  { file, features, maxZoom }: { file: string; features: AsyncIterable<ZoomedFeature[]>; maxZoom: number },
) {
  const drawn = await drawFeatures({
    path: join(o.folder, file),
    workFolder: o.workFolder,
    name: o.title,
    attribution: escapeHtml(o.credit ?? ''),
    maxZoom,
    features,
    signal: o.signal,
    onProgress: o.onProgress,
  });
  const { tiles, leftOut } = drawn.thinned;
  if (tiles > 0)
    o.say(`Note: ${inWords(tiles)} crowded tiles leave out small shapes, ${inWords(leftOut)} in all.`);
  return drawn;
}

async function makeOverlay(o: MakeVectorLayer): Promise<Made | undefined> {
  const { recipe } = o;
  const known = recipe.colorBy === undefined ? o.known : undefined;
  const fields = o.shapes.map((layer): OverlayFields => {
    const own = overlayFields(layer, recipe);
    if (!known) return own;
    const labels = recipe.label === undefined ? { label: 'their codes', labelOf: known.labelOf } : {};
    return { ...own, colorBy: 'the classes of the source', valueIn: known.valueIn, ...labels };
  });
  const [first] = fields as [OverlayFields];
  const valueIn = (shape: Shape, at: number) => fields[at]!.valueIn(shape.properties);
  const labeled = first.label === undefined ? '' : `, labeled with ${first.label}`;
  o.say(
    first.colorBy === undefined
      ? `Drawn in one color${labeled}: --color-by FIELD colors it by a field.`
      : `Colored by ${first.colorBy}${labeled}.`,
  );
  const counts = new ValueCounts();
  let read = 0;
  for await (const values of batches(o, valueIn, 'Reading values')) {
    for (const value of values) counts.add(value);
    read += values.length;
  }
  if (read === 0) throw nothingOnTheLand(o);
  const colors = recipe.colors === undefined ? (known?.colors ?? new Map()) : parseColors(recipe.colors);
  const hasValues = first.colorBy !== undefined;
  const { legend, classOf } = overlayLegend(hasValues ? counts : new ValueCounts(), colors);
  if (legend.length > 0) o.say(legendInWords(legend));
  if (legend.some(({ values }) => values === undefined))
    o.say(
      `${first.colorBy} has ${inWords(counts.counts.size)} values; the most frequent have colors of their own.`,
    );
  if (o.dryRun) {
    for (const line of countsInWords(o.shapes, new Map())) o.say(line);
    return undefined;
  }
  const tiles = layerFile(o.name, 'pmtiles');
  const shapes = layerFile(o.name, 'db');
  const features = batches(o, (shape, at): ZoomedFeature => {
    const label = fields[at]!.labelOf(shape.properties);
    return {
      layer: 'overlay',
      geometry: shape.geometry,
      minZoom: FIRST_ZOOMS[shape.geometry.type],
      properties: { class: classOf(valueIn(shape, at)), ...(label === null ? {} : { label }) },
    };
  });
  const drawn = await draw(o, { file: tiles, features, maxZoom: OVERLAY_ZOOM_MAX });
  const shapesPath = join(o.folder, shapes);
  const written = await writeOverlayShapes({
    path: shapesPath,
    shapes: batches(
      o,
      (shape, at) => ({ value: valueIn(shape, at), geometry: shape.geometry }),
      'Indexing what lies where',
    ),
    signal: o.signal,
  });
  for (const line of countsInWords(o.shapes, new Map())) o.say(line);
  return {
    count: written.count,
    bytes: drawn.bytes + (await stat(shapesPath)).size,
    bounds: drawn.bounds,
    files: { tiles, shapes },
    look: {
      ...(hasValues && { property: 'class', legend }),
      ...(first.label !== undefined && { labelProperty: 'label' }),
    },
  };
}

function nothingOnTheLand({ title, within }: MakeVectorLayer): NothingThere {
  return new NothingThere(
    within ? `${title} has no shapes on the land of the loaded counties.` : `${title} has no shapes.`,
  );
}

/** Points and small areas are too many for a whole county on the screen. */
const FIRST_ZOOMS: Record<MapGeometry['type'], number> = {
  Polygon: 8,
  MultiPolygon: 8,
  LineString: 10,
  MultiLineString: 10,
  Point: 12,
};

/** Everything that is made of the shapes on the land that is wanted. With a `stage`, its progress is shown. */
async function* batches<T>(
  o: MakeVectorLayer,
  make: (shape: Shape, at: number) => T,
  stage?: string,
): AsyncGenerator<T[]> {
  let done = 0;
  const counts = o.shapes.map(({ count }) => count);
  const total = counts.includes(undefined) ? undefined : counts.reduce<number>((sum, n) => sum + n!, 0);
  for (const [at, layer] of o.shapes.entries()) {
    for await (const batch of layer.read({ signal: o.signal })) {
      yield batch.filter(({ geometry }) => isWithin(geometry, o.within)).map((shape) => make(shape, at));
      done += batch.length;
      if (stage !== undefined) o.onProgress({ stage, done, total, unit: 'rows' });
    }
  }
}

function isWithin(geometry: MapGeometry, within: readonly Bounds[] | undefined): boolean {
  if (!within) return true;
  const bounds = boundsOf(geometry);
  return within.some((box) => boxesTouch(box, bounds));
}

function mappingInWords(mapping: GroundMapping, { name, geometry, crsTitle }: ShapeLayer): string {
  const fields = Object.entries(mapping).map(([field, from]) => `${field} from ${from}`);
  const read = fields.length === 0 ? 'no field is read' : fields.join(', ');
  return `Layer ${name} (${geometry}s, coordinates ${crsTitle}): ${read}.`;
}

function legendInWords(legend: readonly { label: string; color: string }[]): string {
  return legend.map(({ label, color }) => `  ${color}  ${label}`).join('\n');
}

const inWords = (n: number) => n.toLocaleString('en-US');

function countsInWords(layers: readonly ShapeLayer[], notDrawn: ReadonlyMap<string, number>): string[] {
  const sum = (pick: (layer: ShapeLayer) => ReadonlyMap<string, number>) => {
    const all = new Map<string, number>();
    for (const layer of layers) {
      for (const [reason, n] of pick(layer)) all.set(reason, (all.get(reason) ?? 0) + n);
    }
    return [...all];
  };
  return [
    ...sum(({ repaired }) => repaired).map(([reason, n]) => `Repaired: ${reason}, ${inWords(n)}`),
    ...sum(({ refused }) => refused).map(([reason, n]) => `Left out: ${reason}, ${inWords(n)}`),
    ...[...notDrawn].map(([reason, n]) => `Left out: ${reason}, ${inWords(n)}`),
    ...[...new Set(layers.flatMap(({ notes }) => notes))].map((note) => `Note: ${note}`),
  ];
}
