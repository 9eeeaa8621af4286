// Connects the measurement state machine to the map: clicks, moves and keys in, shapes on the map out.
import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { type Dispatch, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import type { Position } from '../../geo/geometry.ts';
import { useMapStore } from '../map-store.ts';
import { closedTool } from '../pointer-owner.ts';
import { putShapesOnMap, type ShapesOnMap } from '../shapes-on-map.ts';
import { putSnapMark, type SnapMark } from '../snap-mark.ts';
import { snapAt } from '../snap-to-parcels.ts';
import { pressesButton, useToolKeys } from '../use-tool-keys.ts';
import { MEASURE_SOURCE, measureLayers, measureShapes } from './measure-shapes.ts';
import { type MeasureEvent, type Measurement, NOTHING_MEASURED, nextMeasurement } from './measurement.ts';

/** Hit tolerance of the ends of the path: the second click of a double click may be a little off. */
const HIT_TOLERANCE_PX = 10;

export const closeMeasureTools = () =>
  useMapStore.setState(({ tool }) => ({ tool: closedTool(tool, 'measure') }));

export function useMeasurement(map: MapLibreMap): [Measurement, Dispatch<MeasureEvent>] {
  const [measurement, send] = useReducer(nextMeasurement, NOTHING_MEASURED);
  const isMeasuring = measurement.mode !== 'none';

  const mark = useRef<SnapMark>(undefined);
  /** Where a point would be placed: not before a mode is chosen, and not after it is finished. */
  const snapped = useEffectEvent((event: MapMouseEvent) =>
    isMeasuring && !(event.type === 'mousemove' && measurement.isFinished)
      ? snapAt({ ...event, map })
      : undefined,
  );
  const onClick = useEffectEvent((event: MapMouseEvent) => {
    const snap = snapped(event);
    const at = snap?.at ?? event.lngLat.toArray();
    mark.current?.place(snap);
    send({ type: 'clicked', at, hits: hitEnd({ map, measurement, at }) });
  });
  const onMove = useEffectEvent((event: MapMouseEvent) => {
    const snap = snapped(event);
    mark.current?.show(snap);
    send({ type: 'moved', to: snap?.at ?? event.lngLat.toArray() });
  });
  useEffect(() => {
    const put = putSnapMark(map);
    mark.current = put;
    const clicks = map.on('click', (event) => onClick(event));
    const moves = map.on('mousemove', (event) => onMove(event));
    const leaves = map.on('mouseout', () => {
      put.show(undefined);
      send({ type: 'moved', to: undefined });
    });
    return () => {
      for (const subscription of [clicks, moves, leaves]) subscription.unsubscribe();
      put.remove();
    };
  }, [map]);
  // No mark is left where nothing follows the pointer.
  const isPlacing = measurement.mode !== 'none' && !measurement.isFinished;
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
      if (isMeasuring) send({ type: 'cleared' });
      else closeMeasureTools();
    } else if (event.key === 'Enter' && !pressesButton(event)) {
      send({ type: 'finished' });
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      send({ type: 'last-removed' });
    }
  });

  return [measurement, send];
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
