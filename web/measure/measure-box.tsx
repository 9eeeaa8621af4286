// The measure tools: what to measure, what came out, and how to end it.
import { Eraser, RulerDimensionLine, VectorSquare, X } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { ControlButton } from '../ui/control-button.tsx';
import { ToolBox } from '../ui/tool-box.tsx';
import './measure-box.css';
import { MeasureResult } from './measure-result.tsx';
import { distanceInWords } from './measure-words.ts';
import { measured } from './measured.ts';
import { canFinish, type MeasureMode, pathOf } from './measurement.ts';
import { SegmentLabel } from './segment-label.tsx';
import { closeMeasureTools, useMeasurement } from './use-measurement.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function MeasureBox({ map }: { map: MapLibreMap }) {
  const [measurement, send] = useMeasurement(map);
  const result = measured(measurement);
  const end = pathOf(measurement).at(-1);
  const isOpen = measurement.mode !== 'none' && !measurement.isFinished;
  const start = (mode: MeasureMode) => {
    send({ type: 'started', mode });
    // From the button to the map: Enter should now finish the line, not press the button again.
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
      </div>
      <div className="flex items-end gap-1">
        <MeasureResult measurement={measurement} result={result} />
        {isOpen && (
          <button
            type="button"
            disabled={!canFinish(measurement)}
            onClick={() => send({ type: 'finished' })}
            className="tool-button"
          >
            Finish
          </button>
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
      {isOpen && end && result.segment && (
        <SegmentLabel map={map} at={end} words={distanceInWords(result.segment.meters)} />
      )}
    </ToolBox>
  );
}
