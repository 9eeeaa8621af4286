// A square map control: an icon with an accessible name and a tooltip.
import type { ComponentProps } from 'react';

type ControlButtonProps = Omit<
  ComponentProps<'button'>,
  'type' | 'title' | 'aria-label' | 'className' | 'onClick'
> & {
  name: string;
  /** Left out where a menu opens by itself. */
  onPress?: () => void;
};

export function ControlButton({ name, onPress, ...button }: ControlButtonProps) {
  return (
    <button
      {...button}
      type="button"
      aria-label={name}
      title={name}
      onClick={onPress}
      className="control-button"
    />
  );
}
