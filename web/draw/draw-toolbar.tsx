// The draw toolbar: shapes to draw, actions on the selection, undo and redo, GeoJSON import and download.
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
import { useRef } from 'react';
import { ControlButton } from '../ui/control-button.tsx';
import { ToolBox } from '../ui/tool-box.tsx';
import './draw-toolbar.css';
import { actionsFor } from './draw-commands.ts';
import type { DrawMode } from './draw-library.ts';
import { downloadDrawings } from './drawings-geojson.ts';
import { addDrawingsFrom, useDrawings } from './drawings-store.ts';
import { closeDrawTools, useDrawSession } from './use-draw-session.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

const shapes = [
  { mode: 'draw_point', name: 'Draw point', Icon: MapPin },
  { mode: 'draw_line_string', name: 'Draw line', Icon: Waypoints },
  { mode: 'draw_polygon', name: 'Draw polygon', Icon: VectorSquare },
] as const;

const hints: Record<DrawMode, string> = {
  simple_select: 'Choose a shape to draw, or click one to select it',
  direct_select: 'Drag a corner, or a dot between two to add one',
  draw_point: 'Click on the map to place the point',
  draw_line_string: 'Click to add points; click the last one to finish',
  draw_polygon: 'Click to add corners; click the first or last to finish',
};

export function DrawToolbar({ map }: { map: MapLibreMap }) {
  const running = useDrawSession(map);
  const { past, present, future } = useDrawings(({ history }) => history);
  const notice = useDrawings((state) => state.notice);
  const fileInput = useRef<HTMLInputElement>(null);
  if (!running) return;
  const { facts, session } = running;
  const { canTrash, canCombine, canUncombine, isDrawing, canFinish } = actionsFor(facts);
  return (
    <ToolBox name="Draw">
      <div className="draw-buttons">
        {shapes.map(({ mode, name, Icon }) => (
          <ControlButton
            key={mode}
            name={name}
            aria-pressed={facts.mode === mode}
            onPress={() => session.toggle(mode)}
          >
            <Icon {...icon} />
          </ControlButton>
        ))}
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
        <ControlButton name="Import GeoJSON" onPress={() => fileInput.current?.click()}>
          <Upload {...icon} />
        </ControlButton>
        <ControlButton name="Close Draw Tools" onPress={closeDrawTools}>
          <X {...icon} />
        </ControlButton>
      </div>
      <div className="draw-status">
        <p role="status">{hints[facts.mode]}</p>
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
        accept=".geojson,.json,application/geo+json,application/json"
        hidden
        aria-label="GeoJSON file"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Reset, because choosing the same file again would otherwise fire no change event.
          target.value = '';
          if (file) addDrawingsFrom(file);
        }}
      />
    </ToolBox>
  );
}
