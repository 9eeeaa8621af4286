// Pictures by address: what an XYZ template, a WMTS, a WMS or an ArcGIS service is, as a template of tiles.
import type { LayerKind } from '../store/layer-folder.ts';
import { describeArcGis } from './remote-tiles-arcgis.ts';
import {
  cannotUse,
  type DescribedTiles,
  type DescribeOptions,
  decodeBraces,
} from './remote-tiles-document.ts';
import { describeWms } from './remote-tiles-wms.ts';
import { describeWmts } from './remote-tiles-wmts.ts';

export type { DescribedTiles, DescribeOptions } from './remote-tiles-document.ts';

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Names of the same placeholder in other programs, in small letters. */
const ALIASES: Record<string, string> = {
  z: 'z',
  zoom: 'z',
  level: 'z',
  tilematrix: 'z',
  x: 'x',
  col: 'x',
  tilecol: 'x',
  y: 'y',
  row: 'y',
  tilerow: 'y',
  '-y': '-y',
  q: 'q',
  quadkey: 'q',
  bbox: 'bbox',
  'bbox-epsg-3857': 'bbox',
};

/** Whether a source is pictures rather than a file or a layer for the importer. A map service may be either. */
export function isTilesAddress(text: string, { kind }: { kind?: LayerKind | undefined } = {}): boolean {
  if (!/^https?:\/\//i.test(text)) return false;
  const type = typeOf(text);
  return type !== undefined && (type !== 'map service' || kind === 'imagery');
}

export const isMapService = (text: string) => /^https?:\/\//i.test(text) && typeOf(text) === 'map service';

/** Throws an OperatorError for what cannot be used, which names the host alone: an address may hold a token. */
export async function describeTiles(text: string, options: DescribeOptions = {}): Promise<DescribedTiles> {
  const address = text.trim();
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    throw cannotUse('This', 'is not an address of pictures: it must begin with https:// or http://.');
  }
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') {
    throw cannotUse(url.host, 'has a name or a password in its address, which is not supported.');
  }
  switch (typeOf(address)) {
    case 'template':
      return describeTemplate(address, options);
    case 'wmts':
      return describeWmts(url, options);
    case 'wms':
      return describeWms(url, options);
    case 'map service':
    case 'image service':
      return describeArcGis(url, options);
    case undefined:
      throw cannotUse(
        url.host,
        'is not given as an address of pictures: give a template with {z}, {x} and {y}, or the address of a WMTS, a WMS or an ArcGIS service.',
      );
  }
}

type AddressType = 'template' | 'wmts' | 'wms' | 'map service' | 'image service';

function typeOf(text: string): AddressType | undefined {
  if (/[{}]/.test(decodeBraces(text))) return 'template';
  if (!URL.canParse(text)) return undefined;
  const { pathname, searchParams } = new URL(text);
  const service = [...searchParams].find(([name]) => name.toLowerCase() === 'service')?.[1].toLowerCase();
  if (service === 'wmts' || /\/wmts(\/|$)|wmtscapabilities\.xml$/i.test(pathname)) return 'wmts';
  if (service === 'wms' || /\/(wms|wmsserver)\/?$/i.test(pathname)) return 'wms';
  if (/\/ImageServer(\/(exportImage|tile))?\/?$/i.test(pathname)) return 'image service';
  if (/\/MapServer(\/(export|tile))?\/?$/i.test(pathname)) return 'map service';
  return undefined;
}

const XYZ_ZOOM_MAX = 19;

function describeTemplate(text: string, options: DescribeOptions): DescribedTiles {
  const isRetina = /@2x|\/512\//.test(text);
  // Two pictures a pixel are asked for by another file; several host names are of no use to one server.
  const single = decodeBraces(text)
    .replace(/\{s\}/gi, 'a')
    .replace(/\{switch:([^,}]+)[^}]*\}/gi, '$1')
    .replace(/\{r\}/gi, '');
  const { host } = new URL(single);
  const url = single.replace(PLACEHOLDER, (whole, name: string) => {
    const known = ALIASES[name.toLowerCase()];
    if (known === undefined) {
      throw cannotUse(
        host,
        `has ${whole} in its address, which Platbook cannot fill in: put its value there.`,
      );
    }
    return `{${known}}`;
  });
  const has = (name: string) => url.includes(`{${name}}`);
  if (!(has('bbox') || has('q') || (has('z') && has('x') && (has('y') || has('-y'))))) {
    throw cannotUse(host, 'has an address without a place for each of {z}, {x} and {y}.');
  }
  return { url, zoomMin: 0, zoomMax: options.zoomMax ?? XYZ_ZOOM_MAX, tileSizePx: isRetina ? 512 : 256 };
}
