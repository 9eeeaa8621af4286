// The measure box: modes, result label, and the label that follows the side being drawn.
import { Eraser, RulerDimensionLine, VectorSquare, X } from 'lucide-react';
import { type Map as MapLibreMap, Marker } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { AreaGeometry, Position } from '../../geo/geometry.ts';
import { FindParcelsIn } from '../find-parcels-in.tsx';
import { useSizes } from '../preferences.ts';
import { SnapSwitch } from '../snap-switch.tsx';
import { ControlButton } from '../ui/control-button.tsx';
import { usePressWord } from '../ui/press-word.ts';
import { ToolBox } from '../ui/tool-box.tsx';
import './measure-box.css';
import { type MeasureResult, resultLines, resultOf } from './measure-result.ts';
import { canFinish, type MeasureMode, type Measurement, pathOf } from './measurement.ts';
import { closeMeasureTools, useMeasurement } from './use-measurement.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function MeasureBox({ map }: { map: MapLibreMap }) {
  const [measurement, send] = useMeasurement(map);
  const result = resultOf(measurement);
  const sizes = useSizes();
  const end = pathOf(measurement).at(-1);
  const isPlacing = measurement.mode !== 'none' && !measurement.isFinished;
  const start = (mode: MeasureMode) => {
    send({ type: 'started', mode });
    // Moves the focus from the button to the map, so that Enter finishes the line and does not press the button again.
    map.getCanvas().focus({ preventScroll: true });
  };
  return (
    <ToolBox name="Measure">
      <div className="measure-modes">
        <button
          type="button"
          aria-pressed={measurement.mode === 'distance'}
          onClick={() => start('distance')}
          className="tool-button"
        >
          <RulerDimensionLine {...icon} />
          Measure Distance
        </button>
        <button
          type="button"
          aria-pressed={measurement.mode === 'area'}
          onClick={() => start('area')}
          className="tool-button"
        >
          <VectorSquare {...icon} />
          Measure Area
        </button>
        <SnapSwitch />
      </div>
      <div className="flex flex-wrap items-end justify-end gap-1">
        <ResultLabel measurement={measurement} result={result} />
        {isPlacing && (
          <button
            type="button"
            disabled={!canFinish(measurement)}
            onClick={() => send({ type: 'finished' })}
            className="tool-button"
          >
            Finish
          </button>
        )}
        {measurement.mode === 'area' && measurement.isFinished && result.area.status === 'found' && (
          <FindParcelsIn area={areaOf(measurement)} name="a measured area" />
        )}
        <ControlButton
          name="Clear Measurement"
          disabled={measurement.mode === 'none'}
          onPress={() => send({ type: 'cleared' })}
        >
          <Eraser {...icon} />
        </ControlButton>
        <ControlButton name="Close Measure Tools" onPress={closeMeasureTools}>
          <X {...icon} />
        </ControlButton>
      </div>
      {isPlacing && end && result.segment && (
        <SegmentLabel map={map} at={end} text={sizes.length(result.segment.meters)} />
      )}
    </ToolBox>
  );
}

function areaOf(measurement: Measurement): AreaGeometry {
  const path = pathOf(measurement);
  return { type: 'Polygon', coordinates: [[...path, path[0]!]] };
}

type ResultLabelProps = { measurement: Measurement; result: MeasureResult };

function ResultLabel({ measurement, result }: ResultLabelProps) {
  const press = usePressWord();
  const [headline, ...details] = resultLines({ measurement, result, press, sizes: useSizes() });
  const isSettled = measurement.mode === 'none' || measurement.isFinished;
  return (
    <>
      <div role="status" aria-live="off" className="min-w-0 grow basis-28 self-center px-1 tabular-nums">
        <p className="leading-5 font-semibold">{headline}</p>
        {details.map((line) => (
          <p key={line} className="text-xs leading-4 text-ink-soft">
            {line}
          </p>
        ))}
      </div>
      {/* A separate live region, so that screen readers announce the final result and not every number on the way. */}
      <p aria-live="polite" className="sr-only">
        {isSettled && [headline, ...details].join(', ')}
      </p>
    </>
  );
}

const LABEL_OFFSET_PX: [number, number] = [12, -12];

type SegmentLabelProps = { map: MapLibreMap; at: Position; text: string };

/** The length of the side being drawn, as a marker at its end. */
function SegmentLabel({ map, at: [lng, lat], text }: SegmentLabelProps) {
  const [marker] = useState(() => {
    const element = document.createElement('div');
    element.className = 'segment-label';
    element.ariaHidden = 'true';
    return new Marker({ element, anchor: 'bottom-left', offset: LABEL_OFFSET_PX });
  });
  useEffect(() => {
    marker.setLngLat([lng, lat]).addTo(map);
  }, [marker, map, lng, lat]);
  useEffect(() => () => void marker.remove(), [marker]);
  return createPortal(text, marker.getElement());
}
