// The draw tools at work: the library on the map on one side, the history of drawings on the other.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { besideGreenwich } from './beside-greenwich.ts';
import { type DrawFacts, factsOf, isDrawMode } from './draw-actions.ts';
import type { DrawMode } from './draw-library.ts';
import { DrawOnMapLibre, onDraw } from './draw-on-maplibre.ts';
import { geometryProblem } from './drawing.ts';
import { type Drawings, isSame } from './drawing-history.ts';
import { recordDrawings, redoDrawing, undoDrawing, useDrawings } from './drawings-store.ts';

const EDITS = ['draw.create', 'draw.update', 'draw.delete', 'draw.combine', 'draw.uncombine'] as const;

export type DrawSession = {
  start: (mode: DrawMode) => void;
  /** Starts drawing, or stops where that is being drawn already. */
  toggle: (mode: DrawMode) => void;
  finish: () => void;
  trash: () => void;
  combine: () => void;
  uncombine: () => void;
  undo: () => void;
  redo: () => void;
  /** One step out: of the shape being drawn, then of the one being edited. False where there is nothing left. */
  stepBack: () => boolean;
  end: () => void;
};

type SessionOptions = { map: MapLibreMap; onFacts: (facts: DrawFacts) => void };

export function startDrawSession({ map, onFacts }: SessionOptions): DrawSession {
  const control = new DrawOnMapLibre(() => leave());
  const { draw } = control;
  /** What the library and the history agreed upon last. */
  let known: Drawings = [];
  let isRecording = false;
  let willRecord = false;
  let canTrashVertices = false;

  const report = () => onFacts({ ...factsOf(draw), canTrashVertices });
  const redraw = () => {
    // The library combines without drawing what came of it; adding nothing makes it.
    draw.add({ type: 'FeatureCollection', features: [] });
    report();
  };

  const record = () => {
    // On leaving, it was done already.
    if (!willRecord) return;
    willRecord = false;
    // While a shape is being drawn the library holds it too, unfinished.
    const held = draw
      .getAll()
      .features.map(besideGreenwich)
      .filter(({ geometry }) => !geometryProblem(geometry));
    isRecording = true;
    recordDrawings(held);
    isRecording = false;
    known = useDrawings.getState().history.present;
    showOtherTabs(held);
  };
  /** They have drawn, changed and deleted, too. */
  const showOtherTabs = (held: Drawings) => {
    const here = new Map(held.map((drawing) => [drawing.id, drawing]));
    const changed = known.filter((drawing) => {
      const own = here.get(drawing.id);
      return !own || !isSame(own, drawing);
    });
    const left = new Set(known.map(({ id }) => id));
    const deleted = held.map(({ id }) => id).filter((id) => !left.has(id));
    if (deleted.length > 0) draw.delete(deleted);
    if (changed.length > 0) draw.add({ type: 'FeatureCollection', features: changed });
  };
  // One step a deed: taking a shape's last vertices away is an update and a deletion to the library.
  const recordSoon = () => {
    if (!willRecord) queueMicrotask(record);
    willRecord = true;
  };
  // Undone, redone, from a file: whatever changed the history without us.
  const follow = (present: Drawings) => {
    if (isRecording || present === known) return;
    draw.changeMode('simple_select');
    const before = new Set(known.map(({ id }) => id));
    const justFinished = draw.getAll().features.filter(({ id }) => !before.has(id));
    draw.set({ type: 'FeatureCollection', features: [...present, ...justFinished] });
    known = present;
    report();
  };

  /** Finishes and keeps what is being drawn. */
  const keep = () => {
    draw.changeMode('simple_select');
    willRecord = true;
    record();
  };
  const leave = () => {
    removeEventListener('pagehide', keep);
    stopFollowing();
    for (const { unsubscribe } of listening) unsubscribe();
    keep();
  };

  map.addControl(control);
  follow(useDrawings.getState().history.present);
  const listening = EDITS.map((event) => onDraw(map, event, recordSoon));
  listening.push(
    onDraw(map, 'draw.render', report),
    onDraw(map, 'draw.actionable', ({ actions }) => {
      canTrashVertices = actions.trash;
      report();
    }),
  );
  // A page that is loaded again or closed is given no other moment.
  addEventListener('pagehide', keep);
  const stopFollowing = useDrawings.subscribe(({ history }) => follow(history.present));

  // From the button to the map: Enter should now finish the shape, not press the button again.
  const goOnAtMap = () => {
    map.getCanvas().focus({ preventScroll: true });
    report();
  };
  const start = (mode: DrawMode) => {
    draw.changeMode(mode);
    goOnAtMap();
  };

  return {
    start,
    toggle: (mode) => {
      if (draw.getMode() !== mode) return start(mode);
      draw.trash();
      goOnAtMap();
    },
    finish: () => {
      draw.changeMode('simple_select', { featureIds: [draw.getAll().features.at(-1)?.id] });
      report();
    },
    trash: () => {
      draw.trash();
      report();
    },
    combine: () => {
      draw.combineFeatures();
      redraw();
    },
    uncombine: () => {
      draw.uncombineFeatures();
      redraw();
      // Of what has only one part, the library says nothing.
      recordSoon();
    },
    undo: () => {
      // A shape that is still being drawn is what was done last.
      if (isDrawMode(draw.getMode())) draw.trash();
      else undoDrawing();
      report();
    },
    redo: redoDrawing,
    stepBack: () => {
      const mode = draw.getMode();
      if (isDrawMode(mode)) draw.trash();
      else if (mode === 'direct_select') draw.changeMode('simple_select');
      else return false;
      report();
      return true;
    },
    end: () => {
      if (map.hasControl(control)) map.removeControl(control);
    },
  };
}
