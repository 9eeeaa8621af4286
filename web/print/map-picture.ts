// A picture of the map for paper: what the screen shows, in a shape that fits a sheet, with its scale.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { LngLat } from '../../geo/geometry.ts';
import { sizesNow } from '../preferences.ts';
import type { Sizes } from '../sizes.ts';

/** In pixels of the screen. */
type Crop = { left: number; top: number; width: number; height: number };
type Spot = { x: number; y: number };
type ScreenSize = { width: number; height: number; focus: Spot | undefined };

/** Width to height. The whole of a wide screen would be too small to read on a sheet, a phone's a narrow strip. */
const RATIO_MIN = 1;
const RATIO_MAX = 1.4;

/** The part of the screen to print: around the focus where that is in sight, else around the middle. */
export function cropFor({ width, height, focus }: ScreenSize): Crop {
  const kept = { width: Math.min(width, height * RATIO_MAX), height: Math.min(height, width / RATIO_MIN) };
  const isInSight = focus && focus.x >= 0 && focus.x <= width && focus.y >= 0 && focus.y <= height;
  const { x, y } = isInSight ? focus : { x: width / 2, y: height / 2 };
  return {
    ...kept,
    left: clamp(x - kept.width / 2, width - kept.width),
    top: clamp(y - kept.height / 2, height - kept.height),
  };
}

const clamp = (value: number, max: number) => Math.max(0, Math.min(value, max));

/** Of the picture's width. */
const SCALE_SHARE_MAX = 0.2;

export type Scale = { label: string; share: number };

/** A scale bar of a round length, as a share of the picture's width: the size of the sheet is not known. */
export function scaleFor(metersAcross: number, { short, long }: Sizes): Scale {
  const metersMax = metersAcross * SCALE_SHARE_MAX;
  const { unit, meters } = metersMax < long.meters ? short : long;
  const length = roundDown(metersMax / meters);
  return { label: `${length.toLocaleString('en-US')} ${unit}`, share: (length * meters) / metersAcross };
}

/** To 1, 2, 3 or 5 and zeros, as on any scale bar. */
function roundDown(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  const digit = [5, 3, 2, 1].find((candidate) => candidate <= length / power) ?? 1;
  return digit * power;
}

/** A marker on the map, which is not part of its canvas: where it stands, as shares of the picture. */
type PrintedMarker = { element: Element; x: number; y: number };

export type MapPicture = {
  canvas: HTMLCanvasElement;
  ratio: number;
  scale: Scale;
  markers: PrintedMarker[];
  center: LngLat;
};

/** `focus` is what the print must show. */
export function takeMapPicture(map: MapLibreMap, focus: LngLat | undefined): MapPicture {
  const source = map.getCanvas();
  const pixelRatio = map.getPixelRatio();
  const [width, height] = [source.width / pixelRatio, source.height / pixelRatio];
  const crop = cropFor({ width, height, focus: focus && map.project(focus) });
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(crop.width * pixelRatio);
  canvas.height = Math.round(crop.height * pixelRatio);
  // Drawn and copied in one go: a WebGL canvas is empty again when the browser has shown its frame.
  map.redraw();
  canvas
    .getContext('2d')!
    .drawImage(
      source,
      crop.left * pixelRatio,
      crop.top * pixelRatio,
      canvas.width,
      canvas.height,
      0,
      0,
      canvas.width,
      canvas.height,
    );
  const middle = crop.top + crop.height / 2;
  const west = map.unproject([crop.left, middle]);
  const east = map.unproject([crop.left + crop.width, middle]);
  return {
    canvas,
    ratio: crop.width / crop.height,
    scale: scaleFor(west.distanceTo(east), sizesNow()),
    markers: markersWithin(map, crop),
    center: map.unproject([crop.left + crop.width / 2, middle]),
  };
}

function markersWithin(map: MapLibreMap, crop: Crop): PrintedMarker[] {
  const origin = map.getContainer().getBoundingClientRect();
  const markers = [...map.getContainer().querySelectorAll('.maplibregl-marker')];
  return markers.flatMap((marker) => {
    const { left, top, width, height } = marker.getBoundingClientRect();
    const x = (left + width / 2 - origin.left - crop.left) / crop.width;
    const y = (top + height / 2 - origin.top - crop.top) / crop.height;
    const isInside = width > 0 && x > 0 && x < 1 && y > 0 && y < 1;
    return isInside ? [{ element: withoutPlace(marker), x, y }] : [];
  });
}

/** A copy without the library's transform, which places it on the screen. */
function withoutPlace(marker: Element): Element {
  const copy = marker.cloneNode(true) as Element;
  copy.removeAttribute('style');
  return copy;
}
