// One open session of the draw tools: keeps the drawing library on the map and the undo history in sync.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type DrawFacts, factsOf, isDrawMode } from './draw-commands.ts';
import type { DrawMode } from './draw-library.ts';
import { DrawOnMapLibre, onDraw } from './draw-on-maplibre.ts';
import { geometryProblem, onPrimaryWorld } from './drawing.ts';
import { type Drawings, isSame } from './drawing-history.ts';
import { nameOf, renamed } from './drawing-name.ts';
import { recordDrawings, redoDrawing, undoDrawing, useDrawings } from './drawings-store.ts';

const EDITS = ['draw.create', 'draw.update', 'draw.delete', 'draw.combine', 'draw.uncombine'] as const;

export type DrawSession = {
  start: (mode: DrawMode) => void;
  /** Starts the mode, or cancels it if it is the current one. */
  toggle: (mode: DrawMode) => void;
  finish: () => void;
  trash: () => void;
  combine: () => void;
  uncombine: () => void;
  undo: () => void;
  redo: () => void;
  rename: (id: string, name: string) => void;
  focusMap: () => void;
  /** Leaves the shape being drawn or edited. False if there was none. */
  stepBack: () => boolean;
  end: () => void;
};

type SessionOptions = { map: MapLibreMap; onFacts: (facts: DrawFacts) => void };

export function startDrawSession({ map, onFacts }: SessionOptions): DrawSession {
  const control = new DrawOnMapLibre(() => leave());
  const { draw } = control;
  /** The drawings as library and history last agreed. */
  let synced: Drawings = [];
  let isRecording = false;
  let willRecord = false;
  let canTrashVertices = false;

  const report = () => {
    const facts = { ...factsOf(draw), canTrashVertices };
    onFacts(facts);
    setEditing(isDrawMode(facts.mode) || facts.shapes.length > 0);
  };
  const setEditing = (isEditing: boolean) => {
    if (useDrawings.getState().isEditing !== isEditing) useDrawings.setState({ isEditing });
  };
  const redraw = () => {
    // The library does not redraw after combining; adding an empty collection makes it.
    draw.add({ type: 'FeatureCollection', features: [] });
    report();
  };

  const record = () => {
    // `leave` may have recorded already.
    if (!willRecord) return;
    willRecord = false;
    // The library also holds the unfinished shape being drawn, which is not valid yet.
    const held = draw
      .getAll()
      .features.map(onPrimaryWorld)
      .filter(({ geometry }) => !geometryProblem(geometry));
    isRecording = true;
    recordDrawings(held);
    isRecording = false;
    synced = useDrawings.getState().history.present;
    showMerged(held);
  };
  /** Brings edits of other tabs, which the recording has merged in, into the library. */
  const showMerged = (held: Drawings) => {
    const here = new Map(held.map((drawing) => [drawing.id, drawing]));
    const changed = synced.filter((drawing) => {
      const own = here.get(drawing.id);
      return !own || !isSame(own, drawing);
    });
    const remaining = new Set(synced.map(({ id }) => id));
    const deleted = held.map(({ id }) => id).filter((id) => !remaining.has(id));
    if (deleted.length > 0) draw.delete(deleted);
    if (changed.length > 0) draw.add({ type: 'FeatureCollection', features: changed });
  };
  // Batched in a microtask, so that one user action is one undo step: deleting the last vertices of a shape makes the
  // library fire an update and a deletion.
  const recordSoon = () => {
    if (!willRecord) queueMicrotask(record);
    willRecord = true;
  };
  /** Shows a change of the history that did not come from the library: undo, redo, a file, another tab. */
  const follow = (present: Drawings) => {
    if (isRecording || present === synced) return;
    draw.changeMode('simple_select');
    const before = new Set(synced.map(({ id }) => id));
    const justFinished = draw.getAll().features.filter(({ id }) => !before.has(id));
    draw.set({ type: 'FeatureCollection', features: [...present, ...justFinished] });
    synced = present;
    report();
  };

  const finishAndRecord = () => {
    draw.changeMode('simple_select');
    willRecord = true;
    record();
  };
  const leave = () => {
    removeEventListener('pagehide', finishAndRecord);
    stopFollowing();
    setEditing(false);
    for (const { unsubscribe } of subscriptions) unsubscribe();
    finishAndRecord();
  };

  map.addControl(control);
  follow(useDrawings.getState().history.present);
  const subscriptions = EDITS.map((event) => onDraw(map, event, recordSoon));
  subscriptions.push(
    onDraw(map, 'draw.render', report),
    onDraw(map, 'draw.actionable', ({ actions }) => {
      canTrashVertices = actions.trash;
      report();
    }),
  );
  // On reload or close, pagehide is the last chance to store the unfinished shape.
  addEventListener('pagehide', finishAndRecord);
  const stopFollowing = useDrawings.subscribe(({ history }) => follow(history.present));

  // Moves the focus from the button to the map, so that Enter finishes the shape and does not press the button again.
  const focusMap = () => {
    map.getCanvas().focus({ preventScroll: true });
    report();
  };
  const start = (mode: DrawMode) => {
    draw.changeMode(mode);
    focusMap();
  };

  return {
    start,
    toggle: (mode) => {
      if (draw.getMode() !== mode) return start(mode);
      draw.trash();
      focusMap();
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
      // The library fires no event when it uncombines a feature of a single part.
      recordSoon();
    },
    undo: () => {
      // The shape being drawn is the last thing done: undo cancels it.
      if (isDrawMode(draw.getMode())) draw.trash();
      else undoDrawing();
      report();
    },
    redo: redoDrawing,
    rename: (id, name) => {
      // The map may have been removed under an open field.
      const drawing = map.hasControl(control) ? draw.get(id) : undefined;
      if (!drawing || nameOf(drawing) === nameOf(renamed(drawing, name))) return;
      // Not setFeatureProperty: shapes that were uncombined share one object of properties.
      draw.add(renamed(drawing, name));
      recordSoon();
    },
    focusMap,
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
