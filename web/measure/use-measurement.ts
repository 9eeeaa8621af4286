// Connects the measurement state machine to the map: clicks, moves and keys in, shapes on the map out.
import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { type Dispatch, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import type { Position } from '../../geo/geometry.ts';
import { useMapStore } from '../map-store.ts';
import { closedTool } from '../pointer-owner.ts';
import { useSizes } from '../preferences.ts';
import { putShapesOnMap, type ShapesOnMap } from '../shapes-on-map.ts';
import { putSnapMark, type SnapMark } from '../snap-mark.ts';
import { type Pointer, type Snap, snapAt } from '../snap-to-parcels.ts';
import { pressesButton, useToolKeys } from '../use-tool-keys.ts';
import {
  MEASURE_SOURCE,
  measureLayers,
  measureShapes,
  SIDES_SOURCE,
  sideLabels,
  sideLayers,
} from './measure-shapes.ts';
import { BEGUN_DISTANCE, type MeasureEvent, type Measurement, nextMeasurement } from './measurement.ts';

/** Hit tolerance of the ends of the path: the second click of a double click may be a little off. */
const HIT_TOLERANCE_PX = 10;

export const closeMeasureTools = () =>
  useMapStore.setState(({ tool }) => ({ tool: closedTool(tool, 'measure') }));

export function useMeasurement(
  map: MapLibreMap,
  labelFont: readonly string[],
): [Measurement, Dispatch<MeasureEvent>] {
  const [measurement, send] = useReducer(nextMeasurement, BEGUN_DISTANCE);
  const sizes = useSizes();
  const isMeasuring = measurement.mode !== 'none';
  const isPlacing = measurement.mode !== 'none' && !measurement.isFinished;

  const mark = useRef<SnapMark>(undefined);
  const placeOf = (pointer: Pointer, snap: Snap | undefined): Position =>
    snap?.at ?? map.unproject([pointer.point.x, pointer.point.y]).toArray();
  /** A click, a tap, or Enter with the crosshair. */
  const onPlace = useEffectEvent((pointer: Pointer) => {
    const snap = isMeasuring ? snapAt(pointer) : undefined;
    const at = placeOf(pointer, snap);
    mark.current?.place(snap);
    send({ type: 'clicked', at, hits: hitEnd({ map, measurement, at }) });
  });
  const onMove = useEffectEvent((pointer: Pointer) => {
    const snap = isPlacing ? snapAt(pointer) : undefined;
    mark.current?.show(snap);
    send({ type: 'moved', to: placeOf(pointer, snap) });
  });
  useEffect(() => {
    const put = putSnapMark(map);
    mark.current = put;
    const clicks = map.on('click', (event) => onPlace(asPointer(event)));
    // With the keyboard the map moves, under the crosshair. Browsers also report a pointer at rest, when something appears under it.
    const isByKeyboard = () => useMapStore.getState().showsCrosshair;
    const moves = map.on('mousemove', (event) => {
      if (!isByKeyboard()) onMove(asPointer(event));
    });
    const crossings = map.on('move', () => {
      if (isByKeyboard()) onMove(underCrosshair(map));
    });
    const leaves = map.on('mouseout', () => {
      if (isByKeyboard()) return;
      put.show(undefined);
      send({ type: 'moved', to: undefined });
    });
    return () => {
      for (const subscription of [clicks, moves, crossings, leaves]) subscription.unsubscribe();
      put.remove();
    };
  }, [map]);
  // No mark is left where nothing follows the pointer.
  useEffect(() => {
    if (!isPlacing) mark.current?.show(undefined);
  }, [isPlacing]);

  const shapes = useRef<ShapesOnMap>(undefined);
  useEffect(() => {
    const put = putShapesOnMap({ map, source: MEASURE_SOURCE, place: 'measure', layers: measureLayers });
    shapes.current = put;
    return () => put.remove();
  }, [map]);
  useEffect(() => shapes.current?.show(measureShapes(measurement)), [measurement]);

  const labels = useRef<ShapesOnMap>(undefined);
  useEffect(() => {
    const layers = sideLayers(labelFont);
    const put = putShapesOnMap({ map, source: SIDES_SOURCE, place: 'measure', layers });
    labels.current = put;
    return () => put.remove();
  }, [map, labelFont]);
  useEffect(() => labels.current?.show(sideLabels(measurement, sizes)), [measurement, sizes]);

  useEffect(() => {
    if (!isMeasuring) return;
    const canvas = map.getCanvas();
    map.doubleClickZoom.disable();
    canvas.style.cursor = 'crosshair';
    return () => {
      map.doubleClickZoom.enable();
      canvas.style.cursor = '';
    };
  }, [map, isMeasuring]);

  useToolKeys((event) => {
    if (event.key === 'Escape') {
      // Keeps other listeners from handling the same Escape.
      event.preventDefault();
      if (measurement.mode !== 'none' && measurement.points.length > 0) send({ type: 'cleared' });
      else closeMeasureTools();
    } else if (event.key === 'Enter' && !pressesButton(event)) {
      if (!useMapStore.getState().showsCrosshair) send({ type: 'finished' });
      // A key that is held would end at once what it has begun.
      else if (!event.repeat) onPlace({ ...underCrosshair(map), originalEvent: event });
    } else if (event.key === 'Backspace' || event.key === 'Delete' || isUndo(event)) {
      if (isUndo(event)) event.preventDefault();
      send({ type: 'last-removed' });
    }
  });

  return [measurement, send];
}

const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey;

const asPointer = ({ target: map, point, originalEvent }: MapMouseEvent): Pointer => ({
  map,
  point,
  originalEvent,
});

/** Where web/parcel/crosshair.css draws it. */
function underCrosshair(map: MapLibreMap): Pointer {
  const mark = document.querySelector('.crosshair')!.getBoundingClientRect();
  const { x, y } = map.getCanvas().getBoundingClientRect();
  return { map, point: { x: mark.x + mark.width / 2 - x, y: mark.y + mark.height / 2 - y } };
}

type ClickOnMap = { map: MapLibreMap; measurement: Measurement; at: Position };

function hitEnd({ map, measurement, at: clicked }: ClickOnMap): 'first' | 'last' | undefined {
  if (measurement.mode === 'none') return;
  const clickedPoint = map.project([clicked[0], clicked[1]]);
  const isHit = (point: Position | undefined) => {
    if (!point) return false;
    const [lng, lat] = point;
    const shownLng = lng + 360 * Math.round((clicked[0] - lng) / 360);
    return map.project([shownLng, lat]).dist(clickedPoint) <= HIT_TOLERANCE_PX;
  };
  if (isHit(measurement.points.at(-1))) return 'last';
  return isHit(measurement.points[0]) ? 'first' : undefined;
}
