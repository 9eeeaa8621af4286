// The words on the land that somebody stands on, for as long as the tool is open.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMapStore } from '../map-store.ts';
import { type Fix, isFollowed, isShown, sendLocation, useMyLocation } from '../my-location.ts';
import { closedTool } from '../pointer-owner.ts';
import { useSizes } from '../preferences.ts';
import { ToolBox } from '../ui/tool-box.tsx';
import { useToolKeys } from '../use-tool-keys.ts';
import { followLand, type LandCalls } from './follow-land.ts';
import { type Land, landInWords } from './land-in-words.ts';

/** The map stays where it is, and so does the location on it. */
const close = () => useMapStore.setState(({ tool }) => ({ tool: closedTool(tool, 'whose-land') }));

export function LandStrip(calls: LandCalls) {
  const location = useMyLocation();
  const fix = isShown(location) ? location.fix : undefined;
  const isOver = !isFollowed(location);
  // The map was moved, the location was switched off or cannot be found.
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);
  useToolKeys((event) => {
    if (event.key !== 'Escape') return;
    // Keeps other listeners from handling the same Escape.
    event.preventDefault();
    close();
    sendLocation({ type: 'ended' });
  });

  const land = useLand(fix, calls);
  const sizes = useSizes();
  const isLost = isShown(location) && location.isLost;
  const { headline, detail } = landInWords({
    land,
    accuracyMeters: fix?.accuracyMeters ?? 0,
    isLost,
    sizes,
  });
  const said = useSeldom([headline, detail].join(' '));
  return (
    <ToolBox name="Whose land">
      <div className="max-w-72 px-1 tabular-nums">
        <p className="font-semibold">{headline}</p>
        <p className="text-xs text-ink-soft">{detail}</p>
      </div>
      {/* Of its own, because the distance changes with every step. */}
      <p role="status" className="sr-only">
        {said}
      </p>
    </ToolBox>
  );
}

function useLand(fix: Fix | undefined, calls: LandCalls): Land {
  const [land, setLand] = useState<Land>({ status: 'looking' });
  const followed = useRef<ReturnType<typeof followLand>>(undefined);
  const start = useEffectEvent(() => followLand({ ...calls, onLand: setLand, onLeft: close }));
  useEffect(() => {
    const following = start();
    followed.current = following;
    return following.stop;
  }, []);
  useEffect(() => {
    if (fix) followed.current?.moveTo(fix);
  }, [fix]);
  return land;
}

const SAY_INTERVAL_MS = 5000;

/** The newest text, but not more often than that: a screen reader would never come to an end. Empty at first: it begins with a change. */
function useSeldom(text: string): string {
  const [said, setSaid] = useState('');
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const say = () => {
      saidAt.current = performance.now();
      setSaid(text);
    };
    const timer = setTimeout(say, Math.max(0, saidAt.current + SAY_INTERVAL_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [text]);
  return said;
}
