// The switch for snapping in a tool's box, and how to place a point freely. It also announces what a point was snapped to.
import { Magnet } from 'lucide-react';
import { keepSwitch, useKeptSwitch } from './kept-switches.ts';
import { snapWords, useSnapped } from './snap-mark.ts';
import { ControlButton } from './ui/control-button.tsx';
import { usePressWord } from './ui/press-word.ts';

export function SnapSwitch() {
  const isOn = useKeptSwitch('snap-to-parcels');
  const { placed, placedCount } = useSnapped();
  return (
    <>
      <ControlButton
        name="Snap to parcels"
        tooltip="Snap to parcels, unless Alt is held"
        aria-pressed={isOn}
        onPress={() => keepSwitch('snap-to-parcels', !isOn)}
      >
        <Magnet size={20} strokeWidth={1.75} aria-hidden="true" />
      </ControlButton>
      {/* Only points that were placed: the pointer snaps to many things on its way. */}
      <p aria-live="polite" className="sr-only">
        {/* A new element for each: a live region stays silent where nothing changes. */}
        {placed && <span key={placedCount}>At a {snapWords(placed).toLowerCase()}</span>}
      </p>
    </>
  );
}

/** A finger has no Alt, and sees after its tap what was taken. */
export function SnapHint() {
  const isOn = useKeptSwitch('snap-to-parcels');
  const hasMouse = usePressWord() === 'click';
  if (!isOn) return null;
  return (
    <p className="text-xs leading-4 text-ink-soft">
      {hasMouse ? 'Hold Alt for no snapping' : 'The magnet turns snapping off'}
    </p>
  );
}
