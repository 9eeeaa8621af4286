// A WMS as a template of tiles: its capabilities, in version 1.1 or 1.3, and one of its layers.
import type { XmlElement } from '@rgrove/parse-xml';
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
  localName,
  PROTOCOL,
  pictureAddress,
  pictureFormat,
  textIn,
  withQuery,
} from './remote-tiles-document.ts';

/** Larger pictures are fewer requests. */
const SIZE_PX = 512;
const ZOOM_MAX = 19;

type WmsLayer = {
  name: string;
  title: string | undefined;
  element: XmlElement;
  /** Its own and those of the layers around it, which it inherits. */
  systems: readonly string[];
  isLeaf: boolean;
};

export async function describeWms(url: URL, { layer, signal }: DescribeOptions): Promise<DescribedTiles> {
  const root = await fetchXml(askFor(url, { SERVICE: 'WMS', REQUEST: 'GetCapabilities' }), signal);
  const capability = first(root, 'Capability');
  if (!capability || !/^(WMS|WMT_MS)_Capabilities$/.test(localName(root))) {
    throw cannotUse(url.host, 'does not answer as a WMS does: check the address.');
  }
  const layers = layersIn(capability, []);
  const leaves = layers.filter(({ isLeaf }) => isLeaf);
  const { name, title, element, systems } = chooseLayer(layers, { layer, host: url.host, only: leaves });

  const system = ['EPSG:3857', ...systems].find((each) => systems.includes(each) && isWebMercator(each));
  if (system === undefined) {
    throw cannotUse(url.host, `does not draw ${name} in Web Mercator (EPSG:3857).`);
  }
  const getMap = first(capability, 'Request', 'GetMap');
  const format = pictureFormat(getMap, url.host);
  const href = attribute(first(getMap, 'DCPType', 'HTTP', 'Get', 'OnlineResource'), 'href');
  const version = attribute(root, 'version') ?? '1.1.1';
  const isNew = version.startsWith('1.3');
  const mostPx = Number(textIn(root, 'Service', 'MaxWidth') ?? SIZE_PX);
  const tileSizePx = mostPx < SIZE_PX ? 256 : SIZE_PX;
  return {
    // In Web Mercator the axes have the same order in all versions: east first.
    url: withQuery(await pictureAddress({ href, asked: url, known: PROTOCOL }), {
      SERVICE: 'WMS',
      REQUEST: 'GetMap',
      VERSION: version,
      LAYERS: name,
      STYLES: '',
      FORMAT: format,
      TRANSPARENT: /jpe?g$/i.test(format) ? 'FALSE' : 'TRUE',
      [isNew ? 'CRS' : 'SRS']: system,
      BBOX: '{bbox}',
      WIDTH: String(tileSizePx),
      HEIGHT: String(tileSizePx),
    }),
    zoomMin: 0,
    zoomMax: ZOOM_MAX,
    tileSizePx,
    title,
    credit: textIn(element, 'Attribution', 'Title'),
  };
}

/** Those with a name; the others only group. */
function layersIn(parent: XmlElement, inherited: readonly string[]): WmsLayer[] {
  return all(parent, 'Layer').flatMap((element) => {
    // Version 1.1 calls it SRS; some servers write all into one element.
    const own = [...all(element, 'CRS'), ...all(element, 'SRS')].flatMap(({ text }) =>
      text.trim().split(/\s+/),
    );
    const systems = [...inherited, ...own];
    const name = textIn(element, 'Name');
    const inside = layersIn(element, systems);
    const itself = { title: textIn(element, 'Title'), element, systems, isLeaf: inside.length === 0 };
    return [...(name === undefined ? [] : [{ name, ...itself }]), ...inside];
  });
}
