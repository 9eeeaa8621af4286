// A square map control: an icon with an accessible name and a tooltip.
import type { ReactNode } from 'react';

type ControlButtonProps = { name: string; onPress: () => void; disabled?: boolean; children: ReactNode };

export function ControlButton({ name, onPress, disabled = false, children }: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      disabled={disabled}
      onClick={onPress}
      className="control-button"
    >
      {children}
    </button>
  );
}
