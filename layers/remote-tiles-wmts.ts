// A WMTS as a template of tiles: its capabilities, and the matrix set that is the grid of web maps.
import type { XmlElement } from '@rgrove/parse-xml';
import { MERCATOR_HALF_METERS } from '../geo/tile-template.ts';
import {
  all,
  askFor,
  attribute,
  cannotUse,
  chooseLayer,
  type DescribedTiles,
  type DescribeOptions,
  fetchXml,
  first,
  isWebMercator,
  PROTOCOL,
  pictureAddress,
  pictureFormat,
  textIn,
  withQuery,
} from './remote-tiles-document.ts';

/** Meters of a pixel by the standard, for scale denominators. */
const PIXEL_METERS = 0.00028;

export async function describeWmts(url: URL, { layer, signal }: DescribeOptions): Promise<DescribedTiles> {
  const isDocument = /\.xml$/i.test(url.pathname);
  const asked = isDocument
    ? url
    : askFor(url, { SERVICE: 'WMTS', REQUEST: 'GetCapabilities', VERSION: '1.0.0' });
  const root = await fetchXml(asked, signal);
  const contents = first(root, 'Contents');
  if (!contents) throw cannotUse(url.host, 'does not answer as a WMTS does: check the address.');

  const layers = all(contents, 'Layer').flatMap((element) => {
    const name = textIn(element, 'Identifier');
    return name === undefined ? [] : [{ name, title: textIn(element, 'Title'), element }];
  });
  const { element, name, title } = chooseLayer(layers, { layer, host: url.host });

  const links = all(element, 'TileMatrixSetLink').map((link) => textIn(link, 'TileMatrixSet'));
  const grids = all(contents, 'TileMatrixSet')
    .filter((set) => links.includes(textIn(set, 'Identifier')))
    .flatMap((set) => gridOf(set) ?? []);
  // The deepest one.
  const grid = grids.sort((one, other) => other.zoomMax - one.zoomMax)[0];
  if (!grid) {
    throw cannotUse(
      url.host,
      `has no tiles of ${name} on the grid of web maps (EPSG:3857, GoogleMapsCompatible).`,
    );
  }
  const format = pictureFormat(element, url.host);
  return {
    url: await templateOf({ root, element, name, grid, format, asked: url }),
    zoomMin: grid.zoomMin,
    zoomMax: grid.zoomMax,
    tileSizePx: grid.tileSizePx,
    title,
    credit: textIn(root, 'ServiceProvider', 'ProviderName'),
  };
}

type Grid = {
  name: string;
  zoomMin: number;
  zoomMax: number;
  tileSizePx: number;
  /** The name of a zoom, with {z} or {zz} for its number. */
  matrix: string;
};

/** Undefined where it is not the grid of web maps. */
function gridOf(set: XmlElement): Grid | undefined {
  const name = textIn(set, 'Identifier');
  if (name === undefined || !isWebMercator(textIn(set, 'SupportedCRS'))) return undefined;
  const matrices = all(set, 'TileMatrix').flatMap((matrix) => {
    const id = textIn(matrix, 'Identifier') ?? '';
    const size = Number(textIn(matrix, 'TileWidth'));
    const [left, top] = (textIn(matrix, 'TopLeftCorner') ?? '').split(' ').map(Number);
    const sideMeters = Number(textIn(matrix, 'ScaleDenominator')) * PIXEL_METERS * size;
    const exact = Math.log2((2 * MERCATOR_HALF_METERS) / sideMeters);
    const zoom = Math.round(exact);
    const isOnGrid =
      size === Number(textIn(matrix, 'TileHeight')) &&
      (size === 256 || size === 512) &&
      zoom >= 0 &&
      Math.abs(exact - zoom) < 1e-4 &&
      Math.abs(left! + MERCATOR_HALF_METERS) < 1 &&
      Math.abs(top! - MERCATOR_HALF_METERS) < 1;
    const [, prefix, digits] = /^(.*?)(\d+)$/.exec(id) ?? [];
    if (!isOnGrid || digits === undefined || Number(digits) !== zoom) return [];
    return [{ zoom, size, prefix: prefix!, isPadded: digits.length === 2 && zoom < 10 }];
  });
  const [head] = matrices;
  if (!head || matrices.some(({ prefix, size }) => prefix !== head.prefix || size !== head.size)) {
    return undefined;
  }
  const zooms = matrices.map(({ zoom }) => zoom);
  return {
    name,
    zoomMin: Math.min(...zooms),
    zoomMax: Math.max(...zooms),
    tileSizePx: head.size,
    matrix: `${head.prefix}${matrices.some(({ isPadded }) => isPadded) ? '{zz}' : '{z}'}`,
  };
}

async function templateOf(o: {
  root: XmlElement;
  element: XmlElement;
  name: string;
  grid: Grid;
  format: string;
  asked: URL;
}): Promise<string> {
  const { root, element, name, grid, format, asked } = o;
  const styles = all(element, 'Style');
  const style =
    textIn(styles.find((each) => attribute(each, 'isDefault') === 'true') ?? styles[0], 'Identifier') ?? '';
  const dimensions = all(element, 'Dimension').map((dimension): [string, string] => [
    textIn(dimension, 'Identifier') ?? '',
    textIn(dimension, 'Default') ?? textIn(dimension, 'Value') ?? '',
  ]);

  const resources = all(element, 'ResourceURL').filter((each) => attribute(each, 'resourceType') === 'tile');
  const resource = resources.find((each) => attribute(each, 'format') === format) ?? resources[0];
  if (resource) {
    const values = new Map(
      [...dimensions, ['Style', style], ['TileMatrixSet', grid.name]].map(([key, value]) => [
        key!.toLowerCase(),
        encodeURIComponent(value!),
      ]),
    );
    const tile = new Map([
      ['tilematrix', grid.matrix],
      ['tilerow', '{y}'],
      ['tilecol', '{x}'],
    ]);
    const filled = (attribute(resource, 'template') ?? '').replace(/\{([^{}]+)\}/g, (whole, key: string) => {
      const known = key.toLowerCase();
      return tile.get(known) ?? values.get(known) ?? whole;
    });
    return pictureAddress({ href: filled, asked, known: PROTOCOL, isComplete: true });
  }

  const operations = all(first(root, 'OperationsMetadata'), 'Operation');
  const gets = all(
    first(
      operations.find((operation) => attribute(operation, 'name') === 'GetTile'),
      'DCP',
      'HTTP',
    ),
    'Get',
  );
  const href = attribute(gets.find((get) => /KVP/.test(get.text)) ?? gets[0], 'href');
  return withQuery(await pictureAddress({ href, asked, known: PROTOCOL }), {
    SERVICE: 'WMTS',
    REQUEST: 'GetTile',
    VERSION: '1.0.0',
    LAYER: name,
    STYLE: style,
    FORMAT: format,
    TILEMATRIXSET: grid.name,
    TILEMATRIX: grid.matrix,
    TILEROW: '{y}',
    TILECOL: '{x}',
    ...Object.fromEntries(dimensions),
  });
}
