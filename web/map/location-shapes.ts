// My location on the map: a dot, a circle of its accuracy in true meters, and a beam where it heads.
import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification, Map as MapLibreMap } from 'maplibre-gl';
import { circleAround } from '../../geo/circle-around.ts';
import type { Fix } from '../my-location.ts';
import { putShapesOnMap, type ShapeLayer, type ShapesOnMap } from '../shapes-on-map.ts';
import { onEachStyle } from './layers-on-map.ts';

const SOURCE = 'my-location';
const BEAM = 'my-location-beam';

/** Blue, as on other maps: green is a parcel here. Gray where the location is lost. */
const BLUE = '#1667c4';
const GRAY = '#6b6b6b';
const WHITE = '#ffffff';
const color: ExpressionSpecification = ['case', ['get', 'isLost'], GRAY, BLUE];

const layers: readonly ShapeLayer[] = [
  {
    id: 'location-accuracy',
    type: 'fill',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': color, 'fill-opacity': 0.14 },
  },
  {
    id: 'location-accuracy-edge',
    type: 'line',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'line-color': color, 'line-opacity': 0.7, 'line-width': 1.25 },
  },
  {
    id: 'location-heading',
    type: 'symbol',
    filter: ['has', 'heading'],
    layout: {
      'icon-image': BEAM,
      'icon-rotate': ['get', 'heading'],
      'icon-rotation-alignment': 'map',
      // Its foot stands on the dot, and the name of a street is not a reason to hide it.
      'icon-anchor': 'bottom',
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
  },
  {
    id: 'location-dot',
    type: 'circle',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-color': color,
      'circle-radius': 7,
      'circle-stroke-color': WHITE,
      'circle-stroke-width': 3,
    },
  },
];

export type ShownFix = { fix: Fix; headingDegrees: number | undefined; isLost: boolean };

export function locationShapes({ fix, headingDegrees, isLost }: ShownFix): FeatureCollection {
  const { lng, lat, accuracyMeters } = fix;
  const rings = circleAround({ lng, lat }, accuracyMeters).coordinates;
  // A lost location heads nowhere.
  const heading = isLost ? undefined : headingDegrees;
  return {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { isLost },
        geometry: { type: 'Polygon', coordinates: rings.map((ring) => ring.map((corner) => [...corner])) },
      },
      {
        type: 'Feature',
        properties: { isLost, ...(heading !== undefined && { heading }) },
        geometry: { type: 'Point', coordinates: [lng, lat] },
      },
    ],
  };
}

export function putLocationOnMap(map: MapLibreMap): ShapesOnMap {
  // First: the layer asks for the image as soon as it is added.
  const stopImages = onEachStyle(map, () => map.addImage(BEAM, drawBeam(), { pixelRatio: PIXEL_RATIO }));
  const shapes = putShapesOnMap({ map, source: SOURCE, place: 'location', layers });
  return {
    show: shapes.show,
    remove: () => {
      stopImages();
      shapes.remove();
      // No style: the map itself was removed.
      if (map.style) map.removeImage(BEAM);
    },
  };
}

const BEAM_LENGTH_PX = 40;
const BEAM_HALF_ANGLE = Math.PI / 7;
/** Drawn at three times the shown size, so that it stays sharp on dense screens. */
const PIXEL_RATIO = 3;

/** A cone of light to the north that fades away from the dot. */
function drawBeam(): ImageData {
  const widthPx = 2 * BEAM_LENGTH_PX;
  const canvas = new OffscreenCanvas(widthPx * PIXEL_RATIO, BEAM_LENGTH_PX * PIXEL_RATIO);
  const pen = canvas.getContext('2d')!;
  pen.scale(PIXEL_RATIO, PIXEL_RATIO);
  pen.translate(BEAM_LENGTH_PX, BEAM_LENGTH_PX);
  const fade = pen.createRadialGradient(0, 0, 0, 0, 0, BEAM_LENGTH_PX);
  fade.addColorStop(0.3, `${BLUE}dd`);
  fade.addColorStop(1, `${BLUE}00`);
  pen.fillStyle = fade;
  pen.beginPath();
  pen.moveTo(0, 0);
  pen.arc(0, 0, BEAM_LENGTH_PX, -Math.PI / 2 - BEAM_HALF_ANGLE, -Math.PI / 2 + BEAM_HALF_ANGLE);
  pen.closePath();
  pen.fill();
  // A light edge on both sides, without which the beam is lost on imagery.
  const edge = pen.createRadialGradient(0, 0, 0, 0, 0, BEAM_LENGTH_PX);
  edge.addColorStop(0.3, `${WHITE}e6`);
  edge.addColorStop(1, `${WHITE}00`);
  pen.strokeStyle = edge;
  pen.lineWidth = 1.5;
  pen.stroke();
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}
