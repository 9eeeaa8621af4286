// The draw session of the open toolbar, and the keys that belong to it.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { useMapStore } from '../map-store.ts';
import { closedTool } from '../pointer-owner.ts';
import { pressesButton, useToolKeys } from '../use-tool-keys.ts';
import { type DrawFacts, isDrawMode } from './draw-actions.ts';
import { answeredOnMap, type DrawCommand, drawCommand } from './draw-keys.ts';
import { type DrawSession, startDrawSession } from './draw-session.ts';

export const closeDrawTools = () => useMapStore.setState(({ tool }) => ({ tool: closedTool(tool, 'draw') }));

export type RunningSession = { session: DrawSession; facts: DrawFacts };

/** Undefined for the moment before the library stands on the map. */
export function useDrawSession(map: MapLibreMap): RunningSession | undefined {
  const [session, setSession] = useState<DrawSession>();
  const [facts, setFacts] = useState<DrawFacts>();

  useEffect(() => {
    const started = startDrawSession({ map, onFacts: (now) => setFacts((before) => sameOr(before, now)) });
    setSession(started);
    return () => {
      started.end();
      setSession(undefined);
    };
  }, [map]);

  useToolKeys((event) => {
    const command = drawCommand(event);
    if (!command || !session || !facts) return;
    const isOnMap = event.target === map.getCanvas();
    if (isOnMap && (answeredOnMap.has(command) || (command === 'back' && isDrawMode(facts.mode)))) return;
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

/** Told with every frame, mostly of nothing new. */
const sameOr = (before: DrawFacts | undefined, now: DrawFacts) =>
  JSON.stringify(before) === JSON.stringify(now) ? before : now;
