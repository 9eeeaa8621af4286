// Connects the measurement state machine to the map: clicks, moves and keys in, shapes on the map out.
import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { type Dispatch, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import type { Position } from '../../geo/geometry.ts';
import { useMapStore } from '../map-store.ts';
import { closedTool } from '../pointer-owner.ts';
import { putShapesOnMap, type ShapesOnMap } from '../shapes-on-map.ts';
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

  const onClick = useEffectEvent((event: MapMouseEvent) => {
    send({ type: 'clicked', at: event.lngLat.toArray(), hits: hitEnd({ map, measurement, event }) });
  });
  useEffect(() => {
    const clicks = map.on('click', (event) => onClick(event));
    const moves = map.on('mousemove', ({ lngLat }) => send({ type: 'moved', to: lngLat.toArray() }));
    const leaves = map.on('mouseout', () => send({ type: 'moved', to: undefined }));
    return () => {
      for (const subscription of [clicks, moves, leaves]) subscription.unsubscribe();
    };
  }, [map]);

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

type ClickOnMap = { map: MapLibreMap; measurement: Measurement; event: MapMouseEvent };

function hitEnd({ map, measurement, event }: ClickOnMap): 'first' | 'last' | undefined {
  if (measurement.mode === 'none') return;
  const isHit = (point: Position | undefined) => {
    if (!point) return false;
    const [lng, lat] = point;
    const shownLng = lng + 360 * Math.round((event.lngLat.lng - lng) / 360);
    return map.project([shownLng, lat]).dist(event.point) <= HIT_TOLERANCE_PX;
  };
  if (isHit(measurement.points.at(-1))) return 'last';
  return isHit(measurement.points[0]) ? 'first' : undefined;
}
