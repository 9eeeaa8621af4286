// The draw session of the open toolbar, and its keyboard shortcuts.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { useMapStore } from '../map-store.ts';
import { closedTool } from '../pointer-owner.ts';
import { pressesButton, useToolKeys } from '../use-tool-keys.ts';
import {
  commandForKey,
  type DrawCommand,
  type DrawFacts,
  handledByLibrary,
  isDrawMode,
} from './draw-commands.ts';
import { type DrawSession, startDrawSession } from './draw-session.ts';
import { useDrawings } from './drawings-store.ts';

export const closeDrawTools = () => useMapStore.setState(({ tool }) => ({ tool: closedTool(tool, 'draw') }));

export type RunningSession = { session: DrawSession; facts: DrawFacts };

/** Undefined until the library has been added to the map. */
export function useDrawSession(map: MapLibreMap): RunningSession | undefined {
  const [session, setSession] = useState<DrawSession>();
  const [facts, setFacts] = useState<DrawFacts>();

  useEffect(() => {
    const started = startDrawSession({
      map,
      onFacts: (now) => setFacts((before) => keepIfEqual(before, now)),
    });
    setSession(started);
    return () => {
      started.end();
      setSession(undefined);
      // Next time it is old news.
      useDrawings.setState({ added: undefined });
    };
  }, [map]);

  useToolKeys((event) => {
    const command = commandForKey(event);
    if (!command || !session || !facts) return;
    const isOnMap = event.target === map.getCanvas();
    if (isOnMap && (handledByLibrary.has(command) || (command === 'back' && isDrawMode(facts.mode)))) return;
    if (command === 'finish' && (pressesButton(event) || !isDrawMode(facts.mode))) return;
    event.preventDefault();
    commands[command](session);
  });

  return session && facts && { session, facts };
}

const commands: Record<DrawCommand, (session: DrawSession) => void> = {
  point: (session) => session.start('draw_point'),
  line: (session) => session.start('draw_line_string'),
  polygon: (session) => session.start('draw_polygon'),
  trash: (session) => session.trash(),
  finish: (session) => session.finish(),
  undo: (session) => session.undo(),
  redo: (session) => session.redo(),
  back: (session) => {
    if (!session.stepBack()) closeDrawTools();
  },
};

/** The session reports with every frame: equal facts keep their identity, so React does not render again. */
const keepIfEqual = (before: DrawFacts | undefined, now: DrawFacts) =>
  JSON.stringify(before) === JSON.stringify(now) ? before : now;
