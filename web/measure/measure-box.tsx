// The measure box: modes, result label, what can be done with the result, and the label of the side being drawn.
import { Eraser, RulerDimensionLine, Undo2, VectorSquare, X } from 'lucide-react';
import { type Map as MapLibreMap, Marker } from 'maplibre-gl';
import { useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Position } from '../../geo/geometry.ts';
import { FindParcelsIn } from '../find-parcels-in.tsx';
import { type DrawingKept, keepDrawing } from '../keep-drawing.ts';
import { useMapStore } from '../map-store.ts';
import { useSizes } from '../preferences.ts';
import { SnapHint, SnapSwitch } from '../snap-switch.tsx';
import { ControlButton } from '../ui/control-button.tsx';
import { usePressWord } from '../ui/press-word.ts';
import { ToolBox } from '../ui/tool-box.tsx';
import './measure-box.css';
import { type MeasureResult, resultLines, resultOf, spokenResult } from './measure-result.ts';
import { canFinish, hasMovingSide, type MeasureMode, type Measurement, pathOf } from './measurement.ts';
import { closeMeasureTools, useMeasurement } from './use-measurement.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

type MeasureBoxProps = { map: MapLibreMap; labelFont: readonly string[] };

export function MeasureBox({ map, labelFont }: MeasureBoxProps) {
  const [measurement, send] = useMeasurement(map, labelFont);
  const [kept, setKept] = useState<Kept>();
  const result = resultOf(measurement);
  const sizes = useSizes();
  const end = pathOf(measurement).at(-1);
  const isPlacing = measurement.mode !== 'none' && !measurement.isFinished;
  const isArea = measurement.mode === 'area' && measurement.isFinished && result.area.status === 'found';
  const isLine = measurement.mode === 'distance' && measurement.isFinished;
  const keptNow = kept?.measurement === measurement ? kept : undefined;
  const start = (mode: MeasureMode) => {
    send({ type: 'started', mode });
    focusMap(map);
  };
  const keep = () => {
    const keeping = isArea
      ? keepDrawing(areaOf(measurement), 'Measured area')
      : keepDrawing(lineOf(measurement), 'Measured distance');
    setKept({ measurement, ...keeping });
    // The button goes.
    if (keeping.isAdded) focusMap(map);
  };
  return (
    <ToolBox name="Measure">
      <KeysOnMap map={map} />
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
      <div className="measure-result">
        <div className="measure-words">
          <ResultLabel measurement={measurement} result={result} keptWords={keptNow?.words} />
          {/* Later the numbers take its place: a box that grew would cover the land that is measured. */}
          {isPlacing && measurement.points.length === 0 && <SnapHint />}
        </div>
        {isPlacing && (
          <>
            <ControlButton
              name="Undo"
              tooltip="Undo the last point"
              disabled={measurement.points.length === 0}
              onPress={() => send({ type: 'last-removed' })}
            >
              <Undo2 {...icon} />
            </ControlButton>
            <button
              type="button"
              disabled={!canFinish(measurement)}
              onClick={() => send({ type: 'finished' })}
              className="tool-button"
            >
              Finish
            </button>
          </>
        )}
        {(isArea || isLine) && !keptNow?.isAdded && (
          <button type="button" onClick={keep} className="tool-button">
            Keep as drawing
          </button>
        )}
        {isArea && <FindParcelsIn area={areaOf(measurement)} name="a measured area" />}
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
      {end && result.segment && hasMovingSide(measurement) && (
        <SegmentLabel map={map} at={end} text={sizes.length(result.segment.meters)} />
      )}
    </ToolBox>
  );
}

/** What has become of a measurement that was to be kept, in words. */
type Kept = DrawingKept & { measurement: Measurement };

/** From a button, so that Enter sets a point or finishes and does not press the button again. */
const focusMap = (map: MapLibreMap) => map.getCanvas().focus({ preventScroll: true });

/** Whoever has gone on to a field before this box was loaded stays there. */
const TYPING = 'input, textarea';

/** What the map's keys do while measuring, as its description. Opening begins a measurement, and moves the focus there, too. */
function KeysOnMap({ map }: { map: MapLibreMap }) {
  const id = useId();
  useEffect(() => {
    const canvas = map.getCanvas();
    const before = canvas.getAttribute('aria-describedby');
    canvas.setAttribute('aria-describedby', id);
    if (!document.activeElement?.matches(TYPING)) focusMap(map);
    return () => {
      if (before === null) canvas.removeAttribute('aria-describedby');
      else canvas.setAttribute('aria-describedby', before);
    };
  }, [map, id]);
  return (
    <p id={id} hidden>
      Arrow keys move the map, plus and minus zoom, Enter sets a point under the crosshair, with Alt held it
      does not snap, Enter again there finishes, Backspace takes the last point away.
    </p>
  );
}

function areaOf(measurement: Measurement) {
  const path = mutablePath(measurement);
  return { type: 'Polygon' as const, coordinates: [[...path, path[0]!]] };
}

const lineOf = (measurement: Measurement) => ({
  type: 'LineString' as const,
  coordinates: mutablePath(measurement),
});

const mutablePath = (measurement: Measurement) =>
  pathOf(measurement).map(([lng, lat]): [number, number] => [lng, lat]);

type ResultLabelProps = { measurement: Measurement; result: MeasureResult; keptWords: string | undefined };

function ResultLabel({ measurement, result, keptWords }: ResultLabelProps) {
  const press = usePressWord();
  const hasCrosshair = useMapStore(({ showsCrosshair }) => showsCrosshair);
  const shown = { measurement, result, press: hasCrosshair ? 'Enter' : press, sizes: useSizes() } as const;
  const [headline, ...details] = resultLines(shown);
  return (
    <>
      <div role="status" aria-live="off" className="tabular-nums">
        <p className="leading-5 font-semibold">{headline}</p>
        {[...details, ...(keptWords ? [keptWords] : [])].map((line) => (
          <p key={line} className="text-xs leading-4 text-ink-soft">
            {line}
          </p>
        ))}
      </div>
      {/* A separate live region, so that screen readers do not announce every number on the way. */}
      <p aria-live="polite" className="sr-only">
        {keptWords ?? spokenResult(shown)}
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
