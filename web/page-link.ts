// The address of what the map shows: view, basemap, selected parcel, set of parcels, overlays and shading, as
// `/?style=…&pin=…&filter=…&overlays=zoning,flood:40&shade=acres#zoom/latitude/longitude`.
import { MAP_ZOOM_MAX, MAP_ZOOM_MIN } from '../contract/limits.ts';
import { DEFAULT_STYLE_ID, isMapStyleId, type MapStyleId } from '../contract/map-styles.ts';
import type { LngLat } from '../geo/geometry.ts';
import { isShading, type Shading } from './shading-classes.ts';

export type Camera = { center: LngLat; zoom: number };

/** By its name on the server. The opacity is in percent; without one, the usual. */
export type LinkedOverlay = { name: string; opacity?: number };

/** Undefined: the link leaves it open. */
export type PageLink = {
  camera: Camera | undefined;
  styleId: MapStyleId;
  pin: string | undefined;
  /** Of the set in the results panel, in CQL2 text. */
  filter?: string | undefined;
  /** Those that are on, the top first. */
  overlays: readonly LinkedOverlay[] | undefined;
  /** The field that parcels are shaded by. */
  shade: Shading | undefined;
};

/** Links are typed, cut off and mangled by mail programs. What cannot be read is named here, and left out of the link. */
export type ReadLink = PageLink & {
  viewIsBroken: boolean;
  unknownStyle: string | undefined;
  unknownShade: string | undefined;
};

export function readLink({ search, hash }: { search: string; hash: string }): ReadLink {
  const parameters = new URLSearchParams(search);
  const camera = readCamera(hash);
  const style = parameters.get('style') || DEFAULT_STYLE_ID;
  const isKnown = isMapStyleId(style);
  const shade = parameters.get('shade')?.trim() || undefined;
  return {
    camera,
    viewIsBroken: camera === undefined && hash.length > 1,
    styleId: isKnown ? style : DEFAULT_STYLE_ID,
    unknownStyle: isKnown ? undefined : style,
    pin: parameters.get('pin')?.trim() || undefined,
    filter: parameters.get('filter')?.trim() || undefined,
    overlays: readOverlays(parameters.get('overlays')),
    ...(shade !== undefined && isShading(shade)
      ? { shade, unknownShade: undefined }
      : { shade: undefined, unknownShade: shade }),
  };
}

/** In characters, encoded. Mail programs cut longer addresses off, and proxies refuse them. */
const FILTER_IN_LINK_MAX = 6000;
export const fitsIntoLink = (filter: string) => encodeText(filter).length <= FILTER_IN_LINK_MAX;

/** The path, from the root of this server. The default style is left out, and a filter that is too long. */
export function formatLink({ camera, styleId, pin, filter, overlays, shade }: PageLink): string {
  const parameters = [
    ...(styleId === DEFAULT_STYLE_ID ? [] : [`style=${styleId}`]),
    ...(pin === undefined ? [] : [`pin=${encodeText(pin)}`]),
    ...(filter === undefined || !fitsIntoLink(filter) ? [] : [`filter=${encodeText(filter)}`]),
    ...(overlays === undefined ? [] : [`overlays=${overlays.map(formatOverlay).join(',')}`]),
    ...(shade === undefined ? [] : [`shade=${shade}`]),
  ];
  const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  return `/${query}${camera ? formatCamera(camera) : ''}`;
}

/** Names of layers have neither a comma nor a colon. */
function readOverlays(text: string | null): LinkedOverlay[] | undefined {
  const entries = text
    ?.split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const overlays = entries?.map((entry) => {
    const [, name, percent] = /^(.+):(\d{1,3})$/.exec(entry) ?? [];
    return name && percent ? { name, opacity: Math.min(Number(percent), 100) } : { name: entry };
  });
  return overlays?.filter(({ name }, at) => overlays.findIndex((other) => other.name === name) === at);
}

function formatOverlay({ name, opacity }: LinkedOverlay): string {
  return encodeText(name) + (opacity === undefined ? '' : `:${opacity}`);
}

/** A PIN may hold any character. Half of a surrogate pair, which no address can hold, becomes U+FFFD. */
function encodeText(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

const NUMBER = String.raw`([+-]?\d{1,3}(?:\.\d{0,20})?)`;
/** Zoom, latitude, longitude. Bearing and pitch, which other maps add, are ignored: this map has neither. */
const CAMERA = new RegExp(`^#${NUMBER}/${NUMBER}/${NUMBER}(?:/[-+.\\d]*){0,2}/?$`);

function readCamera(hash: string): Camera | undefined {
  const parts = CAMERA.exec(decoded(hash))?.slice(1, 4).map(Number);
  if (!parts) return undefined;
  const [zoom, lat, lng] = parts as [number, number, number];
  if (Math.abs(lat) > 90 || Math.abs(lng) > 360) return undefined;
  return { center: { lng, lat }, zoom: Math.min(Math.max(zoom, MAP_ZOOM_MIN), MAP_ZOOM_MAX) };
}

/** Some mail programs encode the slashes. */
function decoded(hash: string): string {
  return hash.replaceAll(/%2f/gi, '/');
}

function formatCamera({ center: { lng, lat }, zoom }: Camera): string {
  const shortZoom = inDigits(zoom, 2);
  const digits = degreeDigits(Number(shortZoom));
  return `#${shortZoom}/${inDigits(lat, digits)}/${inDigits(lng, digits)}`;
}

/** Digits of a degree that tell half a pixel apart at this zoom, where the world is 512 * 2^zoom pixels wide. */
function degreeDigits(zoom: number): number {
  return Math.ceil(Math.log10((512 * 2 ** zoom) / 360 / 0.5));
}

/** Never `-0`, nor an exponent, which `String(0.0000001)` would have. */
function inDigits(value: number, digits: number): string {
  const text = value
    .toFixed(digits)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  return text === '-0' ? '0' : text;
}
