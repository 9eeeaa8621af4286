// The draw toolbar: shapes to draw, actions on the selection, undo and redo, files in and out.
import {
  Combine,
  Download,
  MapPin,
  Redo2,
  Trash2,
  Undo2,
  Ungroup,
  Upload,
  VectorSquare,
  Waypoints,
  X,
} from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type RefObject, useEffect, useRef } from 'react';
import { useSizes } from '../preferences.ts';
import { SnapHint, SnapSwitch } from '../snap-switch.tsx';
import { ControlButton } from '../ui/control-button.tsx';
import { capitalized, type PressWord, usePressWord } from '../ui/press-word.ts';
import { ToolBox } from '../ui/tool-box.tsx';
import './draw-toolbar.css';
import { actionsFor } from './draw-commands.ts';
import type { DrawMode } from './draw-library.ts';
import { DrawingNames } from './drawing-names.tsx';
import { sizeLines } from './drawing-size.ts';
import { downloadDrawings } from './drawings-geojson.ts';
import { addDrawingsFrom, useDrawings } from './drawings-store.ts';
import { goToDrawings } from './go-to-drawings.ts';
import { DRAWING_FILE_TYPES } from './read-drawing-file.ts';
import { ShapeDetails, SizeAnnouncement } from './shape-details.tsx';
import { closeDrawTools, useDrawSession } from './use-draw-session.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

const drawButtons = [
  { mode: 'draw_point', name: 'Draw point', Icon: MapPin },
  { mode: 'draw_line_string', name: 'Draw line', Icon: Waypoints },
  { mode: 'draw_polygon', name: 'Draw polygon', Icon: VectorSquare },
] as const;

function hintFor(mode: DrawMode, press: PressWord): string {
  const Press = capitalized(press);
  switch (mode) {
    case 'simple_select':
      return `Choose a shape to draw, or ${press} one to select it`;
    case 'direct_select':
      return 'Drag a corner, or a dot between two to add one';
    case 'draw_point':
      return `${Press} on the map to place the point`;
    case 'draw_line_string':
      return `${Press} to add points; ${press} the last one to finish`;
    case 'draw_polygon':
      return `${Press} to add corners; ${press} the first or last to finish`;
  }
}

type DrawToolbarProps = { map: MapLibreMap; labelFont: readonly string[] };

export function DrawToolbar({ map, labelFont }: DrawToolbarProps) {
  const running = useDrawSession(map);
  const { past, present, future } = useDrawings(({ history }) => history);
  const notice = useDrawings((state) => state.notice);
  const added = useDrawings((state) => state.added);
  const press = usePressWord();
  const sizes = useSizes();
  const fileInput = useRef<HTMLInputElement>(null);
  useArrivals(map, fileInput);
  if (!running) return;
  const { facts, session } = running;
  const { shapes } = facts;
  const { canTrash, canCombine, canUncombine, isDrawing, canFinish } = actionsFor(facts);
  const isSelection = !isDrawing && shapes.length > 0;
  const isIdle = facts.mode === 'simple_select';
  // Beside a selection only corners need a hint.
  const hint = isIdle && isSelection ? undefined : hintFor(facts.mode, press);
  return (
    <ToolBox name="Draw">
      <div className="draw-buttons">
        {drawButtons.map(({ mode, name, Icon }) => (
          <ControlButton
            key={mode}
            name={name}
            aria-pressed={facts.mode === mode}
            onPress={() => session.toggle(mode)}
          >
            <Icon {...icon} />
          </ControlButton>
        ))}
        <SnapSwitch />
        <ControlButton name="Combine" disabled={!canCombine} onPress={session.combine}>
          <Combine {...icon} />
        </ControlButton>
        <ControlButton name="Uncombine" disabled={!canUncombine} onPress={session.uncombine}>
          <Ungroup {...icon} />
        </ControlButton>
        <ControlButton name="Delete selection" disabled={!canTrash} onPress={session.trash}>
          <Trash2 {...icon} />
        </ControlButton>
        <ControlButton name="Undo" disabled={past.length === 0 && !isDrawing} onPress={session.undo}>
          <Undo2 {...icon} />
        </ControlButton>
        <ControlButton name="Redo" disabled={future.length === 0} onPress={session.redo}>
          <Redo2 {...icon} />
        </ControlButton>
        <ControlButton
          name="Download GeoJSON"
          disabled={present.length === 0}
          onPress={() => downloadDrawings(present)}
        >
          <Download {...icon} />
        </ControlButton>
        <ControlButton name="Add from a file" onPress={() => fileInput.current?.click()}>
          <Upload {...icon} />
        </ControlButton>
        <ControlButton name="Close Draw Tools" onPress={closeDrawTools}>
          <X {...icon} />
        </ControlButton>
      </div>
      {isSelection && <ShapeDetails shapes={shapes} session={session} />}
      <div className="draw-status">
        <div>
          <p role="status">{(isIdle && added) || hint}</p>
          {facts.placedVertexCount > 0 ? (
            <p className="drawn-size">{sizeLines(shapes, sizes).join(' · ')}</p>
          ) : (
            isDrawing && <SnapHint />
          )}
        </div>
        {canFinish !== undefined && (
          <button type="button" disabled={!canFinish} onClick={session.finish} className="tool-button">
            Finish
          </button>
        )}
      </div>
      {notice && (
        <p role="alert" className="draw-notice">
          {notice}
        </p>
      )}
      <input
        ref={fileInput}
        type="file"
        accept={DRAWING_FILE_TYPES}
        hidden
        aria-label="File with drawings"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Reset, because choosing the same file again would otherwise fire no change event.
          target.value = '';
          if (file) addDrawingsFrom(file);
        }}
      />
      <SizeAnnouncement shapes={isSelection ? shapes : []} />
      <DrawingNames map={map} font={labelFont} edited={shapes} />
    </ToolBox>
  );
}

/** Goes to the drawings of a file, which may have been dropped before these tools were open. */
function useArrivals(map: MapLibreMap, inBox: RefObject<Element | null>): void {
  const arrival = useDrawings((state) => state.arrival);
  useEffect(() => {
    const box = inBox.current?.closest('section');
    if (!arrival || !box) return;
    goToDrawings({ map, bounds: arrival, box });
    useDrawings.setState({ arrival: undefined });
  });
}
