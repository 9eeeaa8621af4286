// Square icon buttons with an accessible name and a tooltip, and the Close button made of one.
import { X } from 'lucide-react';
import type { ComponentProps } from 'react';

type ControlButtonProps = Omit<
  ComponentProps<'button'>,
  'type' | 'title' | 'aria-label' | 'className' | 'onClick'
> & {
  name: string;
  /** Says more than the name, which it begins with. Assistive technology reads it as the description. */
  tooltip?: string | undefined;
  /** Left out in a Radix menu trigger, which uses pointer and key events: an injected `onClick` would be overwritten. */
  onPress?: () => void;
};

export function ControlButton({ name, tooltip = name, onPress, ...button }: ControlButtonProps) {
  return (
    <button
      {...button}
      type="button"
      aria-label={name}
      title={tooltip}
      onClick={onPress}
      className="control-button"
    />
  );
}

export function CloseButton({ onPress }: { onPress: () => void }) {
  return (
    <ControlButton name="Close" onPress={onPress}>
      <X size={20} strokeWidth={2} aria-hidden="true" />
    </ControlButton>
  );
}
